"""Who reaches whom."""

from tests.deploy.k8s.manifests import SERVICES, every_overlay, labels, of, ports, rendered, workloads
from tests.deploy.k8s.reach import Pod, reachable

SERVERS_PORTS = {"nats": {"nats": 4222, "cluster": 6222}, "valkey": {"valkey": 6379}}
OUTSIDE = [
    Pod("ingress", "haproxy-controller", {"app.kubernetes.io/name": "haproxy-ingress"}),
    Pod("prometheus", "monitoring", {"app.kubernetes.io/name": "prometheus"}),
    Pod("grafana", "monitoring", {"app.kubernetes.io/name": "grafana"}),
    Pod("stranger", "default", {"app.kubernetes.io/name": "engine"}),
]


@every_overlay
def test_everybody_reaches_whom_it_has_to_and_nobody_else(overlay: str) -> None:
    deployments = of(overlay, "Deployment")
    ours = [Pod(name, "double-six", labels(d), ports(d)) for name, d in deployments.items()]
    servers = [
        Pod(name, "double-six", {"app.kubernetes.io/name": name}, named)
        for name, named in SERVERS_PORTS.items()
    ]
    lodger = Pod("lodger", "double-six", {"app.kubernetes.io/name": "lodger"})
    everybody = [*ours, *servers, lodger, *OUTSIDE]

    found = reachable(
        of(overlay, "NetworkPolicy").values(), everybody, (53, 80, 4222, 6222, 6379, 8000, 8222, 9100)
    )

    within = {
        (one, other, port) for one, other, port in found if not {one, other} <= {p.name for p in OUTSIDE}
    }
    assert within == {
        *((service, "nats", 4222) for service in SERVICES),
        ("nats", "nats", 6222),
        *((service, "valkey", 6379) for service in ("seating", "engine", "timer")),
        ("valkey", "valkey", 6379),
        ("ingress", "gateway", 8000),
        *(("prometheus", service, 9100) for service in SERVICES),
    }


def test_prometheus_asks_every_service_on_its_inner_port() -> None:
    (monitor,) = rendered("watch")
    wanted = monitor["spec"]["selector"]["matchLabels"]

    assert [one["port"] for one in monitor["spec"]["podMetricsEndpoints"]] == ["inner"]
    for deployment in of("large", "Deployment").values():
        assert wanted.items() <= labels(deployment).items()
        assert "inner" in ports(deployment)


@every_overlay
def test_the_dns_is_open_to_all(overlay: str) -> None:
    (rule,) = of(overlay, "NetworkPolicy")["names"]["spec"]["egress"]

    assert of(overlay, "NetworkPolicy")["names"]["spec"]["podSelector"] == {}
    assert [(port["protocol"], port["port"]) for port in rule["ports"]] == [("UDP", 53), ("TCP", 53)]


@every_overlay
def test_a_service_s_address_leads_to_its_pods(overlay: str) -> None:
    for name, service in of(overlay, "Service").items():
        workload = workloads(overlay)[name]
        assert service["spec"]["selector"].items() <= labels(workload).items()
        assert {port["targetPort"] for port in service["spec"]["ports"]} <= set(ports(workload))


def test_an_ingress_leads_to_gateways_and_each_path_that_names_a_table_by_its_code() -> None:
    told = {}
    for ingress in of("large", "Ingress").values():
        (rule,) = ingress["spec"]["rules"]
        for path in rule["http"]["paths"]:
            header = ingress["metadata"].get("annotations", {}).get("haproxy.org/request-set-header", "")
            told[path["path"]] = header
            assert path["backend"]["service"] == {"name": "gateway", "port": {"name": "public"}}
    field = {
        path: header.removeprefix("X-Table %[path,field(").split(",")[0] for path, header in told.items()
    }

    assert of("large", "Service")["gateway"]["metadata"]["annotations"]["haproxy.org/load-balance"] == (
        "hdr(X-Table)"
    )
    assert field.pop("/") == ""
    assert {path: f"{path}CODE".split("/")[int(number) - 1] for path, number in field.items()} == {
        "/t/": "CODE",
        "/ws/": "CODE",
        "/api/tables/": "CODE",
    }
