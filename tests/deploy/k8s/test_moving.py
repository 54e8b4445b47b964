"""How what runs ends, is renewed, spread and scaled."""

from gateway.server import GRACE_S
from runtime.metrics import REGISTRY
from runtime.settings import Settings
from tests.deploy.k8s.manifests import chart, container, every_overlay, every_service, labels, of, pod


@every_overlay
@every_service
def test_a_service_has_the_time_that_its_drain_takes(overlay: str, service: str) -> None:
    deployment = of(overlay, "Deployment")[service]
    before = container(deployment).get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
    drain = Settings().drain_ms / 1000 + (GRACE_S if service == "gateway" else 0)

    assert pod(deployment)["terminationGracePeriodSeconds"] >= before + drain + 5
    assert (before > 0) == (service == "gateway"), "only to gateways somebody is sent by addresses"


@every_overlay
@every_service
def test_a_new_one_is_there_before_an_old_one_goes(overlay: str, service: str) -> None:
    deployment = of(overlay, "Deployment")[service]
    budget = of(overlay, "PodDisruptionBudget")[service]["spec"]

    assert deployment["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    assert budget["maxUnavailable"] == 1
    assert budget["selector"]["matchLabels"].items() <= labels(deployment).items()


@every_service
def test_a_large_house_has_two_of_each_at_least_and_spreads_them(service: str) -> None:
    deployment = of("large", "Deployment")[service]
    spread = pod(deployment)["topologySpreadConstraints"]

    assert {one["topologyKey"] for one in spread} == {"kubernetes.io/hostname", "topology.kubernetes.io/zone"}
    assert all(one["labelSelector"]["matchLabels"].items() <= labels(deployment).items() for one in spread)
    if service == "gateway":
        assert "replicas" not in deployment["spec"], "the autoscaler says how many"
        assert of("large", "HorizontalPodAutoscaler")["gateway"]["spec"]["minReplicas"] >= 2
    else:
        assert deployment["spec"]["replicas"] >= 2


def test_gateways_are_scaled_by_a_metric_that_there_is_and_that_the_adapter_serves() -> None:
    spec = of("large", "HorizontalPodAutoscaler")["gateway"]["spec"]
    (metric,) = [one["pods"]["metric"]["name"] for one in spec["metrics"] if one["type"] == "Pods"]
    (rule,) = chart("prometheus-adapter")["rules"]["custom"]

    assert spec["scaleTargetRef"]["name"] == "gateway"
    assert metric in {family.name for family in REGISTRY.collect()}
    assert rule["name"]["as"] == metric == rule["seriesQuery"].split("{")[0]
    assert set(rule["resources"]["overrides"]) == {"namespace", "pod"}
