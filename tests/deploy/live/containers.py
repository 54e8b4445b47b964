"""The containers that compose.yaml runs, as its operator sees them: by the words of `docker compose`."""

import subprocess
from pathlib import Path

from runtime.settings import REPOSITORY


def docker(*words: str) -> str:
    """Say something to Docker; raise RuntimeError with its answer if that fails."""
    done = subprocess.run(["docker", *words], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"docker {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


def compose(*words: str) -> str:
    return docker("compose", *words)


def those_of(service: str) -> list[str]:
    """Return the containers of a service that run, the oldest first."""
    return compose("ps", "--quiet", "--orphans=false", service).split()[::-1]


def renew(container: str, within_s: int = 60) -> None:
    """Start one container anew, with the grace that it has; return when it is healthy."""
    docker("restart", container)
    until_healthy(container, within_s)


def until_healthy(container: str, within_s: int) -> None:
    state = "{{.State.Health.Status}}"
    wait = f'until [ "$(docker inspect --format "{state}" {container})" = healthy ]; do sleep 0.1; done'
    done = subprocess.run(["timeout", str(within_s), "sh", "-c", wait], check=False)
    if done.returncode:
        raise RuntimeError(f"{container} is not healthy after {within_s} s")


def scale(service: str, count: int) -> None:
    """Let so many of a service run; those that run stay as they are."""
    compose(
        *("up", "--detach", "--wait", "--no-deps", "--no-recreate", "--scale", f"{service}={count}", service)
    )


def never_rewritten() -> None:
    """Let the store keep its append-only file as it grows, until it is started anew."""
    say = 'REDISCLI_AUTH="$(cat /run/secrets/store)" valkey-cli config set auto-aof-rewrite-percentage 0'
    compose("exec", "-T", "valkey", "sh", "-c", say)


def copy_of_the_store(folder: Path) -> None:
    """Lay the store's append-only files into `folder`, where `read_history` looks for them."""
    (folder / "valkey").mkdir()
    compose("cp", "valkey:/data/appendonlydir", str(folder / "valkey"))


def caddys_authority(folder: Path) -> Path:
    """Return the certificate by which Caddy's own ones can be trusted, as a file."""
    file = folder / "authority.crt"
    file.write_text(compose("exec", "-T", "caddy", "cat", "/data/caddy/pki/authorities/local/root.crt"))
    return file
