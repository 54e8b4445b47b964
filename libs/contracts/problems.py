"""Every refusal a client can meet: a code that never changes, and a sentence for people.

Codes of the rules are those of `rules.errors`; the rest are about tables, seats, frames and the platform.
"""

from typing import Literal, get_args

from contracts.model import Message

Code = Literal[
    # the rules
    "match_over",
    "round_over",
    "not_your_turn",
    "not_in_hand",
    "must_play_forced_lead",
    "does_not_fit",
    "leader_cannot_pass",
    "must_place",
    "cannot_draw",
    "must_draw",
    # play
    "stale_ply",
    "future_ply",
    "wrong_round",
    "no_match",
    "not_between_rounds",
    "match_not_over",
    "waiting",
    "computer_plays",
    "no_consent_needed",
    "no_such_round",
    # tables and seats
    "unknown_table",
    "table_gone",
    "table_full",
    "already_started",
    "not_full",
    "not_host",
    "not_seated",
    "no_such_seat",
    "no_computer",
    "not_alone",
    "wrong_name",
    "unknown_preset",
    "wrong_options",
    "request_reused",
    # frames and requests
    "not_json",
    "not_an_object",
    "unknown_type",
    "missing_field",
    "extra_field",
    "wrong_value",
    "binary_frame",
    "too_large",
    "wrong_origin",
    "wrong_secret",
    "not_found",
    "wrong_method",
    "wrong_protocol",
    # protection and the platform
    "too_many_guesses",
    "too_many_requests",
    "too_many_in_flight",
    "replaced",
    "unavailable",
    "internal",
]

SENTENCES: dict[Code, str] = {
    "match_over": "The match is over.",
    "round_over": "The round is over, and the next one has not been dealt yet.",
    "not_your_turn": "It is not your turn.",
    "not_in_hand": "That tile is not in your hand.",
    "must_play_forced_lead": "The round must be led with the tile that won the lead.",
    "does_not_fit": "That tile does not fit that end.",
    "leader_cannot_pass": "Whoever leads the round cannot pass.",
    "must_place": "You have a tile that fits, so you must place it.",
    "cannot_draw": "There is nothing to draw at this table now.",
    "must_draw": "You can still draw, so you cannot pass yet.",
    "stale_ply": "The round has moved on: something else was played at that point.",
    "future_ply": "The round has not come that far yet.",
    "wrong_round": "That is not the round being played.",
    "no_match": "No match is being played at this table.",
    "not_between_rounds": "A round is being played; there is nothing to get ready for.",
    "match_not_over": "The match is not over yet.",
    "waiting": "The round waits until everybody is there.",
    "computer_plays": "A computer player is finishing this turn for you; the next one is yours.",
    "no_consent_needed": "At this table the next round comes by itself.",
    "no_such_round": "No such round is kept: it may not be over yet, or be too long ago.",
    "unknown_table": "There is no table with this code.",
    "table_gone": "This table is gone: a table is deleted after seven days without activity.",
    "table_full": "Every seat at this table is taken.",
    "already_started": "The match has already started.",
    "not_full": "There are not enough players for the match to start.",
    "not_host": "Only the host of the table can do that.",
    "not_seated": "You have no seat at this table.",
    "no_such_seat": "This table has no such seat.",
    "no_computer": "No computer player sits there.",
    "not_alone": "During a match, the level can only be changed by somebody who plays alone.",
    "wrong_name": "A name has 1 to 24 visible characters.",
    "unknown_preset": "There is no such game.",
    "wrong_options": "These options do not go together.",
    "request_reused": "This request id was used for another table before.",
    "not_json": "The message is not JSON.",
    "not_an_object": "The message is not a JSON object.",
    "unknown_type": "There is no message of this type.",
    "missing_field": "A field is missing.",
    "extra_field": "There is a field that does not belong to this message.",
    "wrong_value": "A field has a value it cannot have.",
    "binary_frame": "Only text frames are understood here.",
    "too_large": "The message is too large.",
    "wrong_origin": "This page may not connect to this server.",
    "wrong_secret": "The player's secret is not well formed.",
    "not_found": "There is nothing at this address.",
    "wrong_method": "That cannot be done with this address.",
    "wrong_protocol": "The client must offer the WebSocket subprotocol doublesix.v1.",
    "too_many_guesses": "Too many unknown codes were tried; wait a little.",
    "too_many_requests": "Too many messages in a short time; slow down.",
    "too_many_in_flight": "Too many commands are waiting for an answer; wait for one.",
    "replaced": "This seat was opened in another place.",
    "unavailable": "The answer did not come in time. It is not known whether the command counted: ask again.",
    "internal": "Something went wrong on our side; nothing was changed.",
}


class Problem(Message):
    """Why something was refused. `fields` names what was at fault, where that can be said."""

    code: Code
    message: str
    fields: tuple[str, ...] = ()


def problem(code: Code, *, message: str | None = None, fields: tuple[str, ...] = ()) -> Problem:
    """Return the problem `code` with its usual sentence, or a more exact one."""
    return Problem(code=code, message=message or SENTENCES[code], fields=fields)


CODES: frozenset[str] = frozenset(get_args(Code))
