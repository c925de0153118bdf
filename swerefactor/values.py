"""The frozen values that the parts of swerefactor hand to each other."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

CommitId = Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
"""A full git commit id."""


class Value(BaseModel):
    """A frozen value that refuses fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="null")


class Record(Value):
    """A value that is kept in files: it carries the version of its schema."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)

    schema_: Literal[1] = Field(default=1, alias="schema")


# --- Instances -------------------------------------------------------------------------------


class RefactoringType(StrEnum):
    """The six refactorings, under the names that RefactoringMiner gives them."""

    EXTRACT_METHOD = "Extract Method"
    INLINE_METHOD = "Inline Method"
    MOVE_METHOD = "Move Method"
    EXTRACT_AND_MOVE_METHOD = "Extract And Move Method"
    MOVE_AND_INLINE_METHOD = "Move And Inline Method"
    MOVE_AND_RENAME_METHOD = "Move And Rename Method"


class MethodRef(Value):
    """One method in one version of the code.

    `class_name` is fully qualified, nested classes joined with a dot (`p.Outer.Inner`).
    `signature` is the name and the parameter types as written, `add(int, List<String>)`;
    a constructor is named after its class. Lines count from 1 and include the doc comment.
    """

    file: str
    class_name: str
    signature: str
    start_line: int = Field(ge=1)
    end_line: int = Field(ge=1)


class Destination(Value):
    """Where the refactoring must lead, as far as the prompt says it.

    `class_name` is fully qualified; `method` is the new simple name, for the types that rename.
    """

    class_name: str
    file: str
    method: str | None = None


class KeptLines(Value):
    """A part of the developer's change that an isolated reference keeps.

    Lines `before_line` and on, `before_count` of them, of the file at the base commit give way to
    lines `after_line` and on, `after_count` of them, of the same file at the developer's commit.
    Lines count from 1; what only adds stands before `before_line`.
    """

    path: str
    before_line: int = Field(ge=1)
    before_count: int = Field(ge=0)
    after_line: int = Field(ge=1)
    after_count: int = Field(ge=0)


class Origin(Value):
    """Where an instance comes from: the data set, the row in it, and RefactoringMiner's words for it."""

    dataset: str
    row: str
    description: str = ""


class Instance(Record):
    """One refactoring to be asked for, as facts. Source text is read from git when needed."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
    project: str
    repository: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$")]
    """`owner/name`, as GitHub spells it; the sample's owner is `sample`."""
    licence: str
    base_commit: CommitId
    commit: CommitId
    """The developer's commit: the base commit's child that holds the refactoring."""
    date: str = ""
    """When it was committed, in ISO 8601; empty where nobody has looked."""
    type: RefactoringType
    target: MethodRef
    """The method at the base commit that is extracted from, inlined or moved."""
    destination: Destination | None = None
    in_test_code: bool
    jdk: Literal[8, 11, 17, 21, 25]
    build_tool: Literal["maven"] = "maven"
    module: str = ""
    """The Maven module's folder, empty for the root."""
    covering_tests: tuple[str, ...] = ()
    """Test classes that run the target at the base commit; empty until they are known."""
    reference_kind: Literal["isolated", "commit"]
    """`isolated`: the reference holds this refactoring alone; `commit`: it is the whole commit."""
    reference: tuple[KeptLines, ...] = ()
    """What the isolated reference keeps of the commit, in order; empty where it keeps all of it."""
    unsteady_tests: tuple[str, ...] = ()
    """Tests (Class#name) that pass in some runs of the reference only: none of them decides."""
    same_edit_as: str | None = None
    """The id of the first instance that describes the same edit, where there is one."""
    origin: Origin


class Candidate(Record):
    """A refactoring that a history holds, before it is known whether it can be an instance.

    `result` is the method after: the extracted one, the one that took the inlined body, or the moved
    one. `date` is the commit's, in ISO 8601.
    """

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
    project: str
    repository: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$")]
    base_commit: CommitId
    commit: CommitId
    date: str
    type: RefactoringType
    target: MethodRef
    result: MethodRef
    destination: Destination | None = None
    in_test_code: bool
    description: str
    """RefactoringMiner's."""
    purity_comment: str = ""
    proof: Literal["proven", "refuted", "unknown"] | None = None
    """Whether undoing it gives back the original, and all else in the commit is the same."""
    offence: Failure | None = None
    """Why it is not proven. A commit that holds more than the refactoring is `outside_frame`."""


class Validation(Record):
    """What came of a candidate: an instance that can be graded by the rules, or why there is none."""

    id: str
    instance: Instance | None = None
    failure: Failure | None = None
    whole_commit: Failure | None = None
    """Why the refactoring could not be cut out of its commit, so that all of this is the reference."""
    seconds: float = 0.0


# --- Predictions -----------------------------------------------------------------------------


class Usage(Value):
    """What a prediction cost. `cost` is in US dollars, absent where no price is known."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    seconds: float = 0.0


class Tool(Value):
    """What a model may call. `parameters` is the JSON schema of its arguments, an object's."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
    description: str
    parameters: dict[str, JsonValue]


class ToolCall(Value):
    """A call that a model asks for. Where its arguments can't be read, `fault` says why."""

    id: str
    name: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    fault: str = ""


class Message(Value):
    """One chat message.

    `calls` are those that an assistant asks for; a message of role `tool` answers the one whose id
    is `answers`. In a transcript, `usage` is what a reply took, and `agent` who took part.
    """

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    calls: tuple[ToolCall, ...] = ()
    answers: str = ""
    usage: Usage | None = None
    agent: str = ""

    @property
    def said(self) -> dict[str, JsonValue]:
        """What a model sees of it."""
        return self.model_dump(mode="json", exclude={"usage", "agent"})


class Reply(Value):
    """What a model answered. `finish` is the provider's finish reason, `stop` when complete.

    With `calls`, the content may be empty.
    """

    content: str
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = Usage()
    finish: str = "stop"


class Failure(Value):
    """Why something did not come about: a reason code and one sentence."""

    reason: str
    message: str


class AgentRun(Value):
    """How a command-line agent ended."""

    exit_code: int
    seconds: float
    ended_by: Literal["", "time", "memory", "output"] = ""
    """The limit that ended it, if one did; the exit code then carries no meaning."""


class Prediction(Value):
    """A patch for an instance, made by a model or by hand.

    The three SWE-bench fields keep their names in JSON, and fields of other tools are ignored,
    so that files of other tools load as they are. `failure` says why there is no patch.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", protected_namespaces=())

    instance_id: str
    sample: int = 0
    """Which of several answers to the instance, from 0."""
    model_name_or_path: str
    model_patch: str = ""
    usage: Usage = Usage()
    failure: Failure | None = None
    transcript: tuple[Message, ...] = ()
    agent: AgentRun | None = None
    """In mode agent."""
    key: str = ""
    """Hash of all this prediction depends on: on resume, another key means it is made again."""


# --- Verdicts --------------------------------------------------------------------------------


class Check(StrEnum):
    """The four checks of a verdict, in their order."""

    APPLY = "apply"
    COMPILE = "compile"
    TEST = "test"
    REFACTORING = "refactoring"


class Status(StrEnum):
    """How a check ended. `broken` is our own fault and never counted against a model."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    BROKEN = "broken"


class CheckResult(Value):
    """How one check ended: a status, a reason code, one sentence, evidence, wall seconds."""

    check: Check
    status: Status
    reason: str = ""
    message: str = ""
    evidence: tuple[str, ...] = ()
    seconds: float = 0.0


class TestCounts(Value):
    """Counts of test ids, for the record.

    `removed` lists ids that a whole-commit reference dropped, `mixed` those that passed in one of
    two runs and not in the other, so that they decide nothing.
    """

    __test__ = False
    expected: int = 0
    passed: int = 0
    failed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()


class CodeBleuScore(Value):
    """CodeBLEU and its four parts, each in [0, 1]."""

    codebleu: float
    ngram: float
    weighted_ngram: float
    syntax: float
    dataflow: float | None
    """Absent where the reference has no data flow; the other parts then weigh a third each."""


class Proof(Value):
    """What undoing the change shows: that it is the asked refactoring and nothing else, or not, or neither.

    `obstacle` says why it is unknown. The other fields describe an extraction, and decide nothing.
    """

    outcome: Literal["proven", "refuted", "unknown"]
    obstacle: str = ""
    overlap: float | None = None
    """Base lines extracted here and by the developer: intersection over union."""
    whole_body: bool | None = None
    """The extraction took the target's whole body."""


class Verdict(Record):
    """What the four checks say of one prediction."""

    instance_id: str
    sample: int = 0
    """Which of a model's several answers to the instance it is on."""
    model: str
    checks: tuple[CheckResult, ...]
    invalid: Failure | None = None
    """Set when the instance itself cannot be graded by the rules, whatever the prediction."""
    tests: TestCounts | None = None
    proof: Proof | None = None
    """Absent where the patch did not apply, and for a reference that is a whole commit."""
    type_detected: bool | None = None
    """RefactoringMiner sees a refactoring of the asked type somewhere in the change."""
    codebleu: CodeBleuScore | None = None
    target_covered: bool | None = None
    """Whether a test runs the target at the base commit; absent where it was not measured."""
    key: str = ""
    """Hash of all this verdict depends on: on resume, another key means it is made again."""

    @property
    def resolved(self) -> bool:
        """All four checks passed."""
        return len(self.checks) == len(Check) and all(c.status is Status.PASSED for c in self.checks)

    @property
    def by_paper(self) -> bool:
        """Whether it counts by the rule of SWE-Refactor's paper: compiled, tests passed, type seen.

        Kept beside `resolved` so that figures can be set beside published ones.
        """
        passed = {c.check for c in self.checks if c.status is Status.PASSED}
        return {Check.APPLY, Check.COMPILE, Check.TEST} <= passed and self.type_detected is True

    @property
    def broken(self) -> bool:
        """Some check could not be carried out by our own fault."""
        return any(c.status is Status.BROKEN for c in self.checks)

    @property
    def first_failed(self) -> CheckResult | None:
        """The first check that is not passed or skipped, if any."""
        return next((c for c in self.checks if c.status in (Status.FAILED, Status.BROKEN)), None)


# --- Commands, builds and test runs ----------------------------------------------------------


class Limits(Value):
    """What a command may use. Sizes are in bytes, times in wall seconds."""

    seconds: float = Field(default=1800.0, gt=0)
    memory: int = Field(default=4 << 30, gt=0)
    cpus: float = Field(default=2.0, gt=0)
    processes: int = Field(default=1024, gt=0)
    output: int = Field(default=16 << 20, gt=0)
    """Standard output and error together; what comes after it is dropped."""
    workspace: int = Field(default=2 << 30, gt=0)


class Access(Value):
    """What a workspace reaches beyond its base tree. Judged code has none of it: this is for agents."""

    network: bool = False
    tools: str = ""
    """A folder of this machine whose `bin` comes first on the search path; it can't be written to."""


class Completed(Value):
    """A command that ended: its exit code, output and wall seconds.

    `ended_by` says which limit ended it, if one did; the exit code then carries no meaning.
    """

    exit_code: int
    output: str
    """Standard output and standard error as they came, decoded with replacement."""
    seconds: float
    ended_by: Literal["", "time", "memory", "output"] = ""
    truncated: bool = False
    results: str = ""
    """What it wrote to file descriptor 3, a pipe that nobody else can read."""

    @property
    def ok(self) -> bool:
        """Exit code 0, and no limit ended it."""
        return self.exit_code == 0 and not self.ended_by


class BaseTree(Value):
    """What a workspace starts from: a base commit of a repository, built for one JDK."""

    repository: str
    commit: CommitId
    jdk: Literal[8, 11, 17, 21, 25]
    build_tool: Literal["maven"] = "maven"
    module: str = ""


class OfficialBuild(Value):
    """How a module's own build compiles and tests it, as it was seen to do at the base commit.

    The compiler's options leave out class path, sources and output. Libraries are coordinates, in
    order. `separate` says that each test class gets a JVM of its own.
    """

    main_options: tuple[str, ...]
    test_options: tuple[str, ...]
    main_libraries: tuple[str, ...]
    processors: bool = False
    """Annotation processors run that may change what is compiled."""
    framework: Literal["platform", "junit4"]
    includes: tuple[str, ...]
    excludes: tuple[str, ...] = ()
    jvm_options: tuple[str, ...] = ()
    assertions: bool = True
    separate: bool = False
    braces: bool = False
    """Surefire writes a test's parameter types in braces: `m{int}[1]` for `m(int)[1]`."""
    facade: bool = False
    """Surefire's provider for JUnit 3 runs JUnit 4: it reports every test under one class, JUnit's facade."""
    properties: dict[str, str] = {}
    parameters: dict[str, str] = {}
    """Configuration parameters of the JUnit Platform."""
    environment: dict[str, str] = {}
    working_folder: str = ""
    """Relative to the tree."""
    unlike: tuple[str, ...] = ()
    """What only the official build itself can do, a clause each."""


class JavaProject(Value):
    """What a build tool says of a project: where things are and how it is built, paths relative.

    `libraries` are Maven coordinates `group:artifact:version`, with a classifier as fourth part where
    there is one, of the test class path in order; `release` is the Java language level (8, 11, …).
    """

    module: str
    main_roots: tuple[str, ...]
    test_roots: tuple[str, ...]
    resource_roots: tuple[str, ...] = ()
    test_resource_roots: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    release: int = 8
    encoding: str = "UTF-8"
    compile_command: tuple[str, ...] = ()
    test_command: tuple[str, ...] = ()
    report_folder: str = "target/surefire-reports"
    official: OfficialBuild | None = None
    """Where the official build can run and was watched."""


class Outcome(StrEnum):
    """How one test ended."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class TestCase(Value):
    """One occurrence of one test in a run. Its id is (class, name), and ids may repeat."""

    __test__ = False
    class_name: str
    name: str
    outcome: Outcome
    message: str = ""
    seconds: float = 0.0


class MethodCoverage(Value):
    """JaCoCo's line counters of one method; `signature` in JVM form, `add(ILjava/util/List;)I`."""

    class_name: str
    signature: str
    first_line: int
    covered_lines: int
    missed_lines: int


class TestScope(Value):
    """What a test run is about: by default everything is compiled and all tests are run.

    `changed` are the Java files in which the workspace differs from its base tree, deleted ones
    too: these and all that depends on them are compiled. `tests` are top test classes by binary
    name, `p.OneTest`, or single test methods in them, `p.OneTest#adds`.
    """

    __test__ = False
    changed: tuple[str, ...] | None = None
    tests: tuple[str, ...] | None = None


class RunResult(Value):
    """What compiling and testing a workspace gave.

    `tests` is absent when the code did not compile. `coverage` is absent where it was not
    measured. `log` is the output of the commands that were run.
    """

    compiled: bool
    compile_seconds: float
    test_seconds: float = 0.0
    tests: tuple[TestCase, ...] | None = None
    coverage: tuple[MethodCoverage, ...] | None = None
    ended_by: Literal["", "time", "memory", "output"] = ""
    """The limit that ended the compiler or the tests, if one did."""
    log: str = ""


class Covering(Value):
    """Which test classes run which methods of a base commit.

    `classes` are top test classes by binary name, sorted; `seconds` is what each takes in a warm JVM.
    `methods` has an entry for each method of the baseline's coverage, in its order: the places in
    `classes` of those that run a line of it. `cases` is known for slow classes: for each test method,
    `p.OneTest#adds`, the places in the coverage of the methods that it runs, and under `p.OneTest#` of
    those that run before or after its tests.
    """

    classes: tuple[str, ...]
    seconds: tuple[float, ...]
    methods: tuple[tuple[int, ...], ...]
    cases: dict[str, tuple[int, ...]] = {}


class Baseline(Record):
    """How the tests of a base commit end before anything is changed.

    `passing` maps a test class to the names that pass in every occurrence of every run,
    `not_passing` to all others. `flaky` and `differing` name some of these by id, `p.OneTest#adds`:
    those with mixed results on one path, and those that pass on one path and never on the other.
    """

    base: BaseTree
    build: Literal["fast", "official", "both"]
    sandbox: Literal["docker", "local"]
    runs: int = 1
    """Passes over all tests, of all paths together."""
    repeats: int = 0
    """Further runs on the fast path of the tests in `repeated` alone, in the form of `TestScope.tests`."""
    repeated: tuple[str, ...] = ()
    passing: dict[str, tuple[str, ...]]
    not_passing: dict[str, tuple[str, ...]] = {}
    flaky: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()
    coverage: tuple[MethodCoverage, ...] | None = None
    covering: Covering | None = None


# --- Facts about Java ------------------------------------------------------------------------


class CodeRange(Value):
    """Lines of a file (from 1, both included) and their role in RefactoringMiner's words."""

    file: str
    start_line: int
    end_line: int
    role: str


class Detection(Value):
    """One refactoring that RefactoringMiner saw between two versions.

    `subject` is the method before: extracted from, inlined, or moved. `result` is the method
    after: the extracted one, the one that took the inlined body, or the moved one. `host` is
    the method the body came from or went to on the other side: for an extraction the source
    method after it, for an inlining the caller before it.
    """

    type: str
    description: str
    subject: MethodRef
    result: MethodRef
    host: MethodRef | None = None
    pure: bool | None = None
    """PurityChecker's word; absent where it has none."""
    purity_comment: str = ""
    left: tuple[CodeRange, ...] = ()
    right: tuple[CodeRange, ...] = ()


class Asked(Value):
    """The refactoring that was asked for, as far as facts about it depend on the asking."""

    type: str
    target: MethodRef
    destination: Destination | None = None


class Surroundings(Value):
    """Where the analyser finds what the changed files refer to: paths of this machine.

    `class_path` holds class folders and jars in order, `source_path` source roots of the base tree.
    """

    class_path: tuple[str, ...] = ()
    source_path: tuple[str, ...] = ()


class Difference(Value):
    """One place in which the undone change is not the original.

    `kind` is `lost_statement`, `added_statement`, `changed_statement` or `reordered` within a
    method; `lost_member`, `added_member`, `changed_member` (its header or modifiers) or
    `changed_type` around it. Lines count from 1, 0 where that side has none; `before` and `after`
    are the first lines of what stands there.
    """

    kind: str
    file: str
    member: str
    """`p.Outer.Inner#add(int)`, or the type's name."""
    before_line: int = 0
    after_line: int = 0
    before: str = ""
    after: str = ""


class ExternalCall(Value):
    """A call to a method outside the project that the original does not make."""

    name: str
    """`java.io.PrintStream#println`."""
    file: str
    line: int
    holder: bool = False
    """It only makes or reads a JDK value that carries several results."""


class Inversion(Value):
    """What comes of undoing a refactoring on the tree and comparing with the original: facts.

    `found` says that the change has the asked shape at all (a new method that the target calls, a
    target that is gone and whose callers changed, …). `obstacle` names what could not be undone,
    empty when the inverse was made. `differences` are those within what the refactoring touches,
    `frame` those elsewhere; both are in the order of the files and at most 20.
    """

    found: bool
    obstacle: str = ""
    differences: tuple[Difference, ...] = ()
    frame: tuple[Difference, ...] = ()
    calls: tuple[ExternalCall, ...] = ()
    callers_left: tuple[MethodRef, ...] = ()
    """Methods that still call what should be gone, or call it in the old way."""
    results: tuple[MethodRef, ...] = ()
    """The methods after the change that hold the refactored code."""
    taken: tuple[CodeRange, ...] = ()
    """Lines of the base that an extraction took out of the target."""
    whole_body: bool = False
    """An extraction took the target's whole body."""
    unresolved: tuple[str, ...] = ()
    """Names that the bindings do not know: facts about calls to them are guesses."""


class MethodInfo(Value):
    """A method declaration found in a source file."""

    method: MethodRef
    modifiers: tuple[str, ...] = ()
    return_type: str = ""
    """Empty for a constructor."""
    body: str = ""
    """The text of its lines, doc comment included."""


class MethodContext(Value):
    """What surrounds a method in its project, for prompts."""

    method: MethodInfo
    class_outline: str = ""
    """The class with the bodies of other methods left out."""
    callers: tuple[MethodRef, ...] = ()
    callees: tuple[MethodRef, ...] = ()
    supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    destinations: tuple[str, ...] = ()
    """Classes the method could move to: those it uses and those that use it, project only."""


class Enriched(Record):
    """A candidate's or an instance's method with its surroundings at the base commit, or why not."""

    id: str
    context: MethodContext | None = None
    failure: Failure | None = None
    seconds: float = 0.0


# --- Runs and reports ---------------------------------------------------------------------------------


class RunSettings(Value):
    """What a run was asked to do; its hash is the run's default name."""

    model: str
    mode: str
    dataset: str
    """The split, or the path of a data set file."""
    instances: tuple[str, ...]
    sandbox: Literal["docker", "local"]
    build: Literal["fast", "official"]
    tests: Literal["covering", "all"] = "covering"
    codebleu: Literal["corrected", "compat"] = "corrected"
    seed: int = 0
    temperature: float = 0.0
    samples: int = 1
    """Answers to each instance."""
    base_url: str | None = None
    agent: str | None = None
    """The command line of mode agent."""
    agent_network: bool = False
    replayed: str | None = None
    """Hash of the predictions file, where they come from one."""


class RunRecord(Record):
    """A run's settings and the versions it rests on."""

    settings: RunSettings
    dataset_digest: str
    versions: dict[str, str] = {}

    @property
    def model(self) -> str:
        """The model's name."""
        return self.settings.model

    @property
    def mode(self) -> str:
        """How the model was asked."""
        return self.settings.mode


class Count(Value):
    """How many of how many."""

    total: int
    resolved: int
    broken: int = 0
    invalid: int = 0
    by_paper: int = 0
    """Those that count by the rule of SWE-Refactor's paper; see `Verdict.by_paper`."""


class CheckCount(Value):
    """How one check ended over all instances."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    broken: int = 0


class Report(Record):
    """The counts of a run. `rate` is resolved / (total - broken), absent where that is 0.

    What is counted is answers: with several `samples`, an instance is in every count so many times.
    """

    model: str
    mode: str
    samples: int = 1
    pass_at: dict[int, float] = {}
    """With several samples: for 1 and all of them, the mean over the instances of the chance that at
    least one of so many answers is right (unbiased estimator: Chen et al., Evaluating Large Language
    Models Trained on Code, 2021)."""
    total: int
    resolved: int
    broken: int
    invalid: int
    unfinished: int = 0
    """Instances without a verdict yet: a run that was stopped half way."""
    rate: float | None
    by_type: dict[str, Count]
    by_project: dict[str, Count]
    by_reference: dict[str, Count] = {}
    """By kind of reference, `isolated` and `commit`: the headline is the first's."""
    by_check: dict[str, CheckCount]
    by_proof: dict[str, int] = {}
    """How many changes are proven, refuted or unknown by undoing them."""
    by_reason: dict[str, int]
    """How many instances each reason code kept from being resolved, most frequent first."""
    broken_instances: dict[str, str] = {}
    """Each broken instance's id with what broke, in one of its answers."""
    invalid_instances: dict[str, str] = {}
    """Each invalid instance's id with why it can't be graded."""
    codebleu: float | None
    """Mean over the instances in which the asked refactoring is seen; absent where there are none."""
    overlap: float | None = None
    """Mean over extractions: lines taken here and by the developer, intersection over union."""
    usage: Usage
    sandbox: str
    build: str
    versions: dict[str, str]
