"""Finds worked examples of refactorings that resemble a task: BM25, embeddings, rank fusion."""
