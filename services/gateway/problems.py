"""A refusal as HTTP says it: `application/problem+json`, each code with its status."""

from collections.abc import Mapping

from starlette.responses import Response

from contracts.http import ProblemDocument, status_of
from contracts.problems import SENTENCES, Code, Problem, problem

MEDIA_TYPE = "application/problem+json"


class Refusal(Exception):
    """What was asked is refused; `after_s` is how long to wait before asking again, where that helps."""

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
        status=status_of(why.code),
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
