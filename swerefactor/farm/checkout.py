"""The repository of one commit that a base tree is, for whoever works in it."""

from __future__ import annotations

ONE_COMMIT = """set -e
export GIT_AUTHOR_DATE=2000-01-01T00:00:00Z GIT_COMMITTER_DATE=2000-01-01T00:00:00Z
git init --quiet --initial-branch=main
git config user.name swerefactor
git config user.email swerefactor@localhost
git config core.autocrlf false
git config gc.auto 0
# All of the tree, also what the project ignores yet has committed; later no build output.
git add --all --force
git commit --quiet --message 'Base commit'
git repack -adq
find . -name pom.xml -not -path '*/src/*' -printf '/%P\\n' | sed 's/pom.xml$/target\\//' >> .git/info/exclude
"""
"""Makes the folder that it runs in such a repository. Part of the image key: another text, other images."""
