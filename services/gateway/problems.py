"""A refusal as HTTP says it: `application/problem+json`, each code with its status."""

from collections.abc import Mapping

from starlette.responses import Response

from contracts.http import ProblemDocument
from contracts.problems import SENTENCES, Code, Problem, problem

STATUS: dict[Code, int] = {
    "not_json": 400,
    "wrong_protocol": 400,
    "wrong_secret": 401,
    "not_host": 403,
    "not_seated": 403,
    "wrong_origin": 403,
    "not_found": 404,
    "no_such_seat": 404,
    "unknown_table": 404,
    "wrong_method": 405,
    "table_gone": 410,
    "too_large": 413,
    "extra_field": 422,
    "missing_field": 422,
    "not_an_object": 422,
    "unknown_preset": 422,
    "wrong_name": 422,
    "wrong_options": 422,
    "wrong_value": 422,
    "too_many_guesses": 429,
    "too_many_requests": 429,
    "internal": 500,
    "unavailable": 503,
}
OTHERWISE = 409
"""What is left are refusals by the state of a table."""

MEDIA_TYPE = "application/problem+json"


class Refusal(Exception):
    """What was asked is refused. `after_s` is how long to wait before asking again, where that helps."""

    def __init__(self, why: Problem | Code, *, after_s: float | None = None) -> None:
        self.problem = problem(why) if isinstance(why, str) else why
        self.after_s = after_s
        super().__init__(self.problem.code)

    @property
    def code(self) -> Code:
        return self.problem.code


def document(why: Problem) -> ProblemDocument:
    return ProblemDocument(
        type=f"urn:doublesix:problem:{why.code}",
        title=SENTENCES[why.code],
        status=STATUS.get(why.code, OTHERWISE),
        code=why.code,
        detail=why.message,
        fields=why.fields,
    )


def response(refusal: Refusal, headers: Mapping[str, str] | None = None) -> Response:
    """Return the HTTP answer that says why."""
    said = document(refusal.problem)
    own = {"cache-control": "no-store", **(headers or {})}
    if refusal.after_s is not None:
        own["retry-after"] = str(max(1, round(refusal.after_s + 0.5)))
    if said.status == 401:
        own["www-authenticate"] = "Bearer"
    return Response(said.model_dump_json(), said.status, own, MEDIA_TYPE)
