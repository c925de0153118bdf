"""The farm's images: a JDK, a project's dependencies on it, and a base commit built on those."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import os
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import getproxies_environment
from xml.sax.saxutils import escape

from swerefactor import javatools, material, scratch, settings
from swerefactor.errors import EnvironmentFault, InvalidInstance, SandboxError
from swerefactor.farm import disk, engine, maven, owners, runner
from swerefactor.farm.bases import base_image
from swerefactor.farm.box import Box, BoxOptions, open_box
from swerefactor.farm.checkout import ONE_COMMIT
from swerefactor.farm.locks import held
from swerefactor.repositories import Repositories, Repository
from swerefactor.values import BaseTree, Completed, Limits

if TYPE_CHECKING:
    from docker import DockerClient

BASE_FOLDER = "/opt/base"
"""Where an instance image keeps the base tree and its compiled classes."""
JDKS = (8, 11, 17, 21, 25)
BUILD_LIMITS = Limits(seconds=3600, memory=6 << 30, workspace=3 << 30, processes=4096)
_DEFAULT_REPOSITORY = "https://repo.maven.apache.org/maven2"
_WHEN = 946684800
"""Time of all files of a tree, 2000-01-01. Not 0: some plugins take that for a file that is not there."""
_CERTIFICATES = "/tmp/certificates.pem"
_CERTIFICATE_VARIABLES = (
    "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO",
)  # fmt: skip
"""What OpenSSL, Python's requests, curl, Node and git read the trusted certificates from."""
_BUNDLES = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem")


class _Archive(javatools.Jar):
    """A distribution in a Maven repository that is no jar."""

    @property
    def file_name(self) -> str:
        """The archive's name in a Maven repository."""
        _, artifact, version = self.coordinate.split(":")
        return f"{artifact}-{version}-bin.tar.gz"


MAVEN = _Archive(
    "org.apache.maven:apache-maven:3.9.16", "80ffca22aed9e8b9713a232f3394fd81d7f20322df75efdb2b047dbd3e3a23bb"
)
JACOCO = javatools.Jar(
    "org.jacoco:org.jacoco.agent:0.8.16", "1193f482f6c590137c753ed4f0119d8e13b3445e70288acf1eb01a3eb95ed990"
)


@dataclass(frozen=True)
class Image:
    """An image of the farm by name and content."""

    tag: str
    id: str
    labels: Mapping[str, str]
    size: int
    """Bytes with all its layers."""


@dataclass(frozen=True)
class Farm:
    """Makes images, each when it is asked for first; what is there under its key is used again.

    `ca_bundle` is a PEM file that Maven trusts while it downloads, by default the host's. It is
    used in a throw-away container and never gets into an image, so that the same commit has
    the same image key on every host.
    """

    client: DockerClient
    repositories: Repositories
    ca_bundle: Path | None = None
    say: Callable[[str], None] = lambda _: None
    max_disk: int | None = None
    """Bytes that all images may take: over it, those that were used longest ago are removed."""
    _digests: dict[BaseTree, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)
    _instances: dict[BaseTree, Image] = field(default_factory=dict, compare=False, repr=False)
    _runners: dict[int, str] = field(default_factory=dict, compare=False, repr=False)

    def jdk(self, version: int) -> Image:
        """The image of a JDK. Raises `EnvironmentFault` or `SandboxError` when it can't be made."""
        context = self._context
        key = _key("jdk", str(version), *(f"{name}:{_digest(content)}" for name, content in context))

        def make(tag: str) -> None:
            with held("swerefactor/base"):
                base = base_image(self.client, self.say)
            labels = {engine.KIND: "jdk", "swerefactor.jdk": str(version)}
            self._build(_packed(context), tag, {"BASE": base, "JDK": str(version)}, labels)

        return self._made(f"swerefactor/jdk:{version}-{key}", f"JDK {version}", make)

    def dependencies(self, base: BaseTree) -> Image:
        """The image with all that the official command needs for trees with these build files.

        Raises `InvalidInstance` (`base_does_not_build`) when the command fails without our fault.
        """
        jdk = self.jdk(base.jdk)
        command = maven.downloading_command(["test"], base.module)
        key = _key("dependencies", jdk.tag, *command, *self._build_file_digests(base))
        what = f"the dependencies of {base.repository} at {base.commit[:10]}"
        return self._made(f"swerefactor/dependencies:{key}", what, lambda tag: self._fill(base, jdk, tag))

    def instance(self, base: BaseTree) -> Image:
        """The image of a base commit: its sources without history and its compiled classes.

        Raises `InvalidInstance` (`base_does_not_build`) when it does not compile.
        """
        known = self._instances.get(base)
        # Asked for by every workspace; it may have been removed meanwhile.
        if known is None or find(self.client, known.tag) != known:
            known = self._instances[base] = self._instance(base)
        return known

    def _instance(self, base: BaseTree) -> Image:
        dependencies = self.dependencies(base)
        recipe = (ONE_COMMIT, str(_WHEN), *maven.command(["test-compile"], base.module))
        key = _key("instance", dependencies.tag, base.repository, base.commit, *recipe)
        what = f"{base.repository} at {base.commit[:10]}"
        return self._made(
            f"swerefactor/instance:{key}", what, lambda tag: self._compile(base, dependencies, tag)
        )

    def runner(self, base: BaseTree) -> str:
        """The name of the volume with our runner for the JDK of a base tree; see `runner.FOLDER`."""
        if base.jdk not in self._runners:
            self._runners[base.jdk] = runner.volume(self.client, self.jdk(base.jdk), base.jdk)
        return self._runners[base.jdk]

    @functools.cached_property
    def _context(self) -> tuple[tuple[str, bytes], ...]:
        """The files of the JDK image's build context, by name."""
        home = material.folder("docker")
        archive, jar = javatools.fetch([MAVEN, JACOCO])
        with zipfile.ZipFile(jar) as opened:
            agent = opened.read("jacocoagent.jar")
        ours = [
            (name, (home / name).read_bytes()) for name in ("Dockerfile", "covered-java", "keeper", "files")
        ]
        return (*ours, ("maven.tar.gz", archive.read_bytes()), ("jacocoagent.jar", agent))

    # --- Making what is missing ---

    def _made(self, tag: str, what: str, make: Callable[[str], None]) -> Image:
        """The image of this tag, made when it is missing, by one thread of one process at a time."""
        with held(tag):
            found = find(self.client, tag)
            if found is None:
                self.say(f"Making the image of {what}.")
                begun = time.monotonic()
                make(tag)
                found = find(self.client, tag)
                if found is None:
                    raise SandboxError(f"The engine lost the image of {what}.", "Start the same again.")
                self.say(f"Made the image of {what} in {time.monotonic() - begun:.0f} s.")
                self._trim(tag)
        disk.mark_used(tag)
        return found

    def _trim(self, made: str) -> None:
        """Give back disk when the images take more than they may."""
        if self.max_disk is None:
            return
        images = disk.stored(self.client)
        for gone in disk.remove(self.client, disk.plan_removal(images, self.max_disk, keep=[made])):
            self.say(f"Removed {gone.name}, {gone.own_bytes >> 20} MB: not used for longest.")

    def _build(
        self, context: IO[bytes], tag: str, arguments: Mapping[str, str], labels: Mapping[str, str]
    ) -> None:
        said: list[str] = []
        with engine.failures(f"building {tag}"):
            for event in self.client.api.build(
                fileobj=context, custom_context=True, tag=tag, decode=True, rm=True, forcerm=True,
                buildargs={**arguments, **_proxy_arguments()}, labels=dict(labels),
            ):  # fmt: skip
                said += [str(event[name]).rstrip() for name in ("stream", "error") if event.get(name)]
                if "error" in event:
                    tail = "\n".join(said[-15:])
                    raise SandboxError(f"{tag} could not be built:\n{tail}", engine.tip(tail))

    def _fill(self, base: BaseTree, jdk: Image, tag: str) -> None:
        """Run the official command with the network, then prove that it also runs without."""
        repository = self.repositories.open(base.repository)
        goals = ["test", *smallest_test(base, repository)]
        with self._builder(jdk, network=True) as box:
            _write_tree(box, base, repository)
            command = maven.downloading_command(goals, base.module)
            _must(box.execute(command, BUILD_LIMITS, self._network(box)).completed)
            package = {"swerefactor.jdk_package": _jdk_package(box, base.jdk)}
            candidate = self._commit(box, self._labels("dependencies", base) | package)
        try:
            with self._builder(Image(tag, candidate, {}, 0), network=False) as box:
                _write_tree(box, base, repository)
                _must(box.execute(maven.command(goals, base.module), BUILD_LIMITS).completed)
            self._name(candidate, tag)
        except BaseException:
            with contextlib.suppress(Exception):
                self.client.api.remove_image(candidate)
            raise

    def _compile(self, base: BaseTree, dependencies: Image, tag: str) -> None:
        repository = self.repositories.open(base.repository)
        with self._builder(dependencies, network=False) as box:
            _write_tree(box, base, repository)
            _must(box.execute(["sh", "-c", ONE_COMMIT], BUILD_LIMITS).completed)
            _must(box.execute(maven.command(["test-compile"], base.module), BUILD_LIMITS).completed)
            _must(box.execute(["cp", "-a", ".", BASE_FOLDER], BUILD_LIMITS).completed)
            candidate = self._commit(box, self._labels("instance", base))
        self._name(candidate, tag)

    def _builder(self, image: Image, network: bool) -> contextlib.AbstractContextManager[Box]:
        return open_box(
            self.client,
            BoxOptions(image=image.id, kind="builder", limits=BUILD_LIMITS, network=network, writable=True),
        )

    def _commit(self, box: Box, labels: Mapping[str, str]) -> str:
        # A container's labels become the image's: the owner must not, or a sweep would take its containers.
        changes = [f'LABEL {name}="{text}"' for name, text in {**labels, owners.OWNER: ""}.items()]
        with engine.failures("committing an image"):
            return str(self.client.api.commit(box.container, changes=changes)["Id"])

    def _name(self, image: str, tag: str) -> None:
        repository, _, name = tag.partition(":")
        with engine.failures("naming an image"):
            self.client.api.tag(image, repository, name)

    def _labels(self, kind: str, base: BaseTree) -> dict[str, str]:
        return {
            engine.KIND: kind,
            "swerefactor.repository": base.repository,
            "swerefactor.commit": base.commit,
            "swerefactor.jdk": str(base.jdk),
        }

    def _build_file_digests(self, base: BaseTree) -> tuple[str, ...]:
        """Path and hash of each file that decides what Maven downloads. Kept: every workspace asks."""
        if base not in self._digests:
            repository = self.repositories.open(base.repository)
            files = [path for path in repository.files(base.commit) if _is_build_file(path)]
            texts = repository.read_all(base.commit, files)
            self._digests[base] = tuple(f"{path}:{_digest(texts[path])}" for path in files)
        return self._digests[base]

    def way_to_network(self, box: Box) -> dict[str, str]:
        """Bring the certificates into a box whose commands may use the network; their environment."""
        variables = {f"{scheme}_proxy": url for scheme, url in getproxies_environment().items()}
        bundle = self.ca_bundle or host_bundle()
        if bundle is None:
            return variables
        with _opened(bundle) as stream:
            _must(box.execute(["tee", _CERTIFICATES], BUILD_LIMITS, stdin=stream).completed)
        return variables | dict.fromkeys(_CERTIFICATE_VARIABLES, _CERTIFICATES)

    def _network(self, box: Box) -> dict[str, str]:
        """Bring Maven's way to the network into the box; what its environment must hold for it."""
        written = io.BytesIO(_maven_settings(settings.maven_repository()))
        _must(box.execute(["tee", maven.SETTINGS], BUILD_LIMITS, stdin=written).completed)
        options = _java_proxy_options()
        bundle = self.ca_bundle or host_bundle()
        if bundle is not None:
            # By openssl, because keytool takes half a second for each of some 150 certificates.
            make = (
                "openssl", "pkcs12", "-export", "-nokeys", "-jdktrust", "anyExtendedKeyUsage",
                "-passout", "pass:changeit", "-out", "/tmp/trust.p12",
            )  # fmt: skip
            with _opened(bundle) as stream:
                made = box.execute(make, BUILD_LIMITS, stdin=stream).completed
            if not made.ok:
                raise EnvironmentFault(
                    f"{bundle} holds no certificates that can be used: {made.output.strip()[-300:]}",
                    "Name a PEM file with --ca-bundle.",
                )
            store = "-Djavax.net.ssl.trustStore"
            options += [f"{store}=/tmp/trust.p12", f"{store}Password=changeit"]
        return {"MAVEN_OPTS": " ".join(options)}


# --- What is on the engine -------------------------------------------------------------------


def find(client: DockerClient, tag: str) -> Image | None:
    """The image of this tag, if it is on the engine."""
    found = engine.inspect(client, tag)
    if found is None:
        return None
    return Image(tag=tag, id=found["Id"], labels=found["Config"]["Labels"] or {}, size=found["Size"])


# --- What goes into an image -----------------------------------------------------------------


def _maven_settings(repository: str) -> bytes:
    """Settings that name the Maven repository, under central's id so that offline nothing differs."""
    mirror = ""
    if repository != _DEFAULT_REPOSITORY:
        url = f"<url>{escape(repository)}</url>"
        mirror = f"<mirror><id>central</id><mirrorOf>central</mirrorOf>{url}</mirror>"
    return f"<settings><mirrors>{mirror}</mirrors></settings>\n".encode()


def _packed(context: Iterable[tuple[str, bytes]]) -> IO[bytes]:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, content in context:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            entry.mode = 0o755 if content.startswith(b"#!") else 0o644
            archive.addfile(entry, io.BytesIO(content))
    packed.seek(0)
    return packed


def _write_tree(box: Box, base: BaseTree, repository: Repository) -> None:
    """Unpack the base commit's files in the box, without history."""
    with tempfile.TemporaryFile() as packed, scratch.folder("tree") as folder:
        repository.export(base.commit, Path(folder) / "tree")
        with tarfile.open(fileobj=packed, mode="w") as archive:
            archive.add(Path(folder) / "tree", arcname=".", filter=_anonymous)
        packed.seek(0)
        _must(box.execute(["tar", "--no-same-owner", "-xf", "-"], BUILD_LIMITS, stdin=packed).completed)


def _anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 1000
    entry.uname = entry.gname = ""
    entry.mtime = _WHEN
    return entry


def _jdk_package(box: Box, version: int) -> str:
    ask = ["dpkg-query", "-W", "-f", "${Version}", f"openjdk-{version}-jdk-headless"]
    return _must(box.execute(ask, BUILD_LIMITS).completed).output.strip()


def smallest_test(base: BaseTree, repository: Repository) -> list[str]:
    """An option that runs one small test class: that is enough for Surefire to load all it needs.

    Maven's go-offline goal does not load Surefire's provider, and a whole test run takes minutes.
    """
    project = maven.MavenBuildTool().describe(lambda path: repository.read(base.commit, path), base.module)
    found = [
        path for path in repository.files(base.commit, "Test.java")
        if any(path.startswith(f"{root}/") for root in project.test_roots) and "Abstract" not in path
    ]  # fmt: skip
    if not found:
        return []
    texts = repository.read_all(base.commit, found)
    smallest = min(texts, key=lambda path: (len(texts[path]), path))
    return [f"-Dtest={Path(smallest).stem}"]


def _is_build_file(path: str) -> bool:
    return path.rpartition("/")[2] == maven.POM or path.startswith(".mvn/")


def _must(completed: Completed) -> Completed:
    """The command's result when it went well; else the error that says whose fault it was."""
    if completed.ok:
        return completed
    tail = completed.output.strip()[-3000:]
    if "PKIX path building failed" in tail:
        raise EnvironmentFault(
            f"Maven does not trust the repository it downloads from:\n{tail}",
            "Name the certificates that this network uses with --ca-bundle.",
        )
    unreachable = any(sign in tail for sign in ("Unknown host", "Could not transfer artifact"))
    # Maven itself refuses repositories without TLS; only the project can mend that.
    if unreachable and "maven-default-http-blocker" not in tail:
        raise EnvironmentFault(
            f"Maven could not download what it needs:\n{tail}", "Check the network, then start again."
        )
    if completed.ended_by or "No space left on device" in tail:
        ended = f"was ended by its {completed.ended_by} limit" if completed.ended_by else "ran out of space"
        raise SandboxError(f"A build {ended}:\n{tail}", engine.tip(tail))
    raise InvalidInstance(
        f"The base commit does not build:\n{tail}", "See that its JDK is right.", "base_does_not_build"
    )


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _key(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


# --- The host's way to the network -----------------------------------------------------------


def host_bundle() -> Path | None:
    """The certificates that this host trusts: `SSL_CERT_FILE`, else where systems keep them."""
    named = os.environ.get("SSL_CERT_FILE")
    return next((Path(place) for place in (named, *_BUNDLES) if place and Path(place).is_file()), None)


def _opened(bundle: Path) -> IO[bytes]:
    try:
        return bundle.open("rb")
    except OSError as error:
        raise EnvironmentFault(
            f"{bundle} can't be read: {error.strerror}.", "Name a PEM file with --ca-bundle."
        ) from error


def _proxy_arguments() -> dict[str, str]:
    """The host's proxy settings as Docker's predefined build arguments, which leave no trace in an image."""
    return {f"{scheme}_proxy": url for scheme, url in getproxies_environment().items()}


def _java_proxy_options() -> list[str]:
    options = []
    for scheme, url in getproxies_environment().items():
        proxy = urlsplit(url if "//" in url else f"//{url}")
        if scheme in ("http", "https") and proxy.hostname:
            options += [f"-D{scheme}.proxyHost={proxy.hostname}", f"-D{scheme}.proxyPort={proxy.port or 80}"]
    return options
