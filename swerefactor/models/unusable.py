"""A reply that is the model's own failure."""

from __future__ import annotations

from swerefactor.errors import ModelError
from swerefactor.values import Reply


class UnusableReply(ModelError):
    """The model was reached, and what it did is no usable reply: its own fault, counted against it.

    `reason` is `reply_cut_off`, `reply_empty`, `model_refused` or `prompt_too_long`; `reply` is
    what there is of a reply, with its usage. Every other `ModelError` is a fault of the service.
    """

    def __init__(self, message: str, tip: str, reason: str, reply: Reply) -> None:
        super().__init__(message, tip, reason)
        self.reply = reply
