"""The store of a small house, started as its manifest says, without a cluster."""

import os
import signal
from pathlib import Path

from redis import Redis

from deploy.embedded import probe
from deploy.embedded.ports import FreePorts
from deploy.embedded.servers import VALKEY_CONF, valkey_binary
from tests.deploy.k8s.manifests import container, of
from tests.harness.servers import running


def test_valkey_starts_as_the_manifest_says_and_ends_when_it_is_told_to(tmp_path: Path) -> None:
    one = container(of("single", "StatefulSet")["valkey"])
    port, path = FreePorts().take(), tmp_path / "bin"
    path.mkdir()
    (path / "valkey-server").symlink_to(valkey_binary())
    (tmp_path / "store").write_text("p-valkey\n")
    script = one["args"][0]
    for there, here in {
        "/etc/valkey/valkey.conf": str(VALKEY_CONF),
        "/run/secrets": str(tmp_path),
        "dir /data\n": f"dir {tmp_path}\nport {port}\nbind 127.0.0.1\n",
    }.items():
        assert there in script
        script = script.replace(there, here)
    words = {"PATH": f"{path}:{os.environ['PATH']}"}

    with running([*one["command"], script], probe.valkey(port, "p-valkey"), words) as server:
        store = Redis(port=port, password="p-valkey")
        set_to = {name: store.config_get(name)[name] for name in ("appendfsync", "appendonly", "save")}
        server.send_signal(signal.SIGTERM)
        code = server.wait(10)

    assert set_to == {"appendfsync": "always", "appendonly": "yes", "save": ""}
    assert code == 0
