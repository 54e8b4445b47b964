"""The plan as supervisord reads it."""

from collections.abc import Mapping

from deploy.embedded.plan import GROUPS, Plan, Program
from runtime.settings import REPOSITORY


def supervisord_conf(plan: Plan) -> str:
    """Return the configuration: groups start by hand, and what has started is kept alive for ever."""
    control = f"127.0.0.1:{plan.control_port}"
    login = {"username": "doublesix", "password": plan.control_password}
    sections = [
        _section(
            "supervisord",
            {
                "nodaemon": "true",
                "silent": "true",
                "logfile": plan.log("supervisord"),
                "logfile_maxbytes": "5MB",
                "logfile_backups": 1,
                "pidfile": plan.run / "supervisord.pid",
                "minprocs": 1,
            },
        ),
        _section("inet_http_server", {"port": control, **login}),
        _section("supervisorctl", {"serverurl": f"http://{control}", **login}),
        _section(
            "rpcinterface:supervisor",
            {"supervisor.rpcinterface_factory": "supervisor.rpcinterface:make_main_rpcinterface"},
        ),
    ]
    for priority, group in enumerate(GROUPS):
        programs = plan.of(group)
        if programs:
            names = ",".join(program.name for program in programs)
            sections.append(_section(f"group:{group}", {"programs": names, "priority": priority}))
    sections += [_program(plan, program) for program in plan.programs]
    return "\n".join(sections)


def _program(plan: Plan, program: Program) -> str:
    environment = ",".join(f'{name}="{value}"' for name, value in program.environment.items())
    return _section(
        f"program:{program.name}",
        {
            "command": " ".join(f'"{word}"' for word in program.command),
            "directory": REPOSITORY,
            "environment": environment,
            "autostart": "false",
            "autorestart": "true",
            "startsecs": 1,
            "startretries": 1_000_000,  # it never gives up
            "stopwaitsecs": program.ends_within_s,
            "redirect_stderr": "true",
            "stdout_logfile": plan.log(program.name),
            "stdout_logfile_maxbytes": "10MB",
            "stdout_logfile_backups": 2,
        },
    )


def _section(name: str, values: Mapping[str, object]) -> str:
    lines = [f"{key} = {str(value).replace('%', '%%')}\n" for key, value in values.items() if value != ""]
    return f"[{name}]\n" + "".join(lines)
