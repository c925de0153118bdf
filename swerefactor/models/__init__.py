"""Chat models behind the protocol `Model`, one adapter per kind."""

from swerefactor.models.langchain import UnusableReply, open_model

__all__ = ["UnusableReply", "open_model"]
