"""What stands before the gateways: whom it believes, and what it agrees on with them."""

import re

import pytest
import yaml

from runtime.settings import REPOSITORY, Settings

HAPROXY = (REPOSITORY / "deploy" / "edge" / "haproxy.cfg").read_text()
CADDY = (REPOSITORY / "deploy" / "edge" / "Caddyfile").read_text()
COMPOSE = yaml.safe_load((REPOSITORY / "compose.yaml").read_text())["services"]


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("X-Forwarded-For", ["%[src] unless { so_name caddy }"]),
        ("X-Forwarded-Proto", ["https if { ssl_fc }", "http unless { ssl_fc } || { so_name caddy }"]),
    ],
)
def test_what_a_client_says_of_itself_is_overwritten_unless_caddy_has_done_so(
    header: str, said: list[str]
) -> None:
    assert re.findall(rf"http-request set-header {header} (.*)", HAPROXY) == said
    assert "trusted_proxies" not in CADDY


def test_nobody_outside_reaches_the_port_that_is_believed() -> None:
    believed = re.search(r"bind :(\d+) name caddy", HAPROXY)

    assert believed is not None
    assert f"reverse_proxy proxy:{believed[1]}" in CADDY
    assert [port.rpartition(":")[2] for port in COMPOSE["proxy"]["ports"]] == ["8000"]


def test_a_connection_outlives_the_silence_between_two_pings() -> None:
    tunnel = re.search(r"timeout tunnel (\d+)s", HAPROXY)

    assert tunnel is not None
    assert int(tunnel[1]) * 1000 > 3 * Settings().silence_ms


def test_a_gateway_is_asked_where_it_answers() -> None:
    told = COMPOSE["gateway"]["environment"]

    assert f"check port {told['DOUBLESIX_INNER_PORT']} " in HAPROXY
    assert "option httpchk GET /health/ready" in HAPROXY
