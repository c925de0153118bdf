package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A method's code as blocks of steps over variables, with all calls of some methods put in.
 *
 * <p>Conditions, loops, early returns, {@code switch} and exceptions are jumps between blocks, so that
 * different ways to write the same order of steps meet. A {@code finally} block stands once at each way
 * out of its {@code try}.
 */
final class Flow {
  final Block entry;
  /** All blocks in the order in which they were made. */
  final List<Block> blocks;

  Flow(Block entry, List<Block> blocks) {
    this.entry = entry;
    this.blocks = blocks;
  }

  /** A local, a parameter, a temporary, or a part of the memory. Two are the same when they are one. */
  static final class Variable {
    final String name;
    /** Whether its value is known not to be null. */
    boolean present;
    /** Whether the step that makes it fails where its first input is null. */
    boolean dereferences;
    /** Whether its value is a constant of an enum, and so none of the others. */
    boolean isConstant;
    /** Whether to look at it does nothing, not even set up a class, so that it may go where it is not used. */
    boolean isQuiet;
    /** Whether the memory is to be known as it was when this was made. */
    boolean remembers;
    /** Whether it is a part of the memory as the method found it or left it. */
    boolean isMemory;
    /** Of a part of the memory: how many pieces of code its own stands in. A lambda finds it later than it is made. */
    int depth;

    Variable(String name) {
      this.name = name;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** What a step does; its name says the rest, as the type of an operation or the method called. */
  enum Op {
    LITERAL, PARAMETER, THIS, OUTER, ENTRY, PHI, SELECT, COPY, // values that are there
    UNARY, BINARY, NOT, EQUAL, CONVERT, CAST, INSTANCE, CONCAT, TEXT, CLASS_LITERAL, // operations
    FIELD, LENGTH, ELEMENT, CALL, // reads, and calls that only read
    WRITE, STORE, NEW, ARRAY, LAMBDA, CLASS, // effects and new objects
    LOOP, MORE, NEXT, LOCK, UNLOCK, CLOSE, CAUGHT, ASSERTIONS, COMPONENT,
    ASKS, // that an object is needed where a handler sees it if there is none
    WITNESS, // that two values are one, for the reader alone
    ASKED // that a method which was put in had this object, for the reader alone
  }

  /** What may be done with a step. */
  enum Kind {
    /** Never fails and depends on its inputs alone: its place does not matter. */
    TOTAL,
    /** May fail, so that it stays between the effects around it, but changes nothing. */
    FAILS,
    /** Keeps its place among all effects. */
    EFFECT
  }

  /** Where a step was written; {@code inlined} is the method that was put in, empty where none was. */
  record Place(String file, int line, String inlined) {
    /** In the place of a method: the caller's own code, which gives it an argument. */
    static final String ARGUMENT = "argument";
  }

  /**
   * One step. {@code changes} are parts of the memory that have new values after it; one for an
   * argument is evaluated at the call, while the argument stands for its parameter in what is called.
   */
  record Step(
      Op op,
      String name,
      Kind kind,
      List<Variable> inputs,
      Variable target,
      List<Variable> changes,
      Place place,
      Body body,
      boolean forArgument) {}

  /** The code within a step: of a lambda, or of a class that stands in a method. */
  sealed interface Body permits Lambda, Members {}

  record Lambda(Flow flow) implements Body {}

  /**
   * The members of a class by their keys; a null flow is a member without code.
   *
   * @param arguments how many inputs of the step are arguments of the constructor
   */
  record Members(Map<String, Flow> flows, Map<String, String> headers, int arguments) implements Body {}

  /** How a block ends. */
  sealed interface Exit {}

  record Jump(Block to) implements Exit {}

  record Branch(Variable condition, Block yes, Block no, Place place) implements Exit {}

  /** A {@code switch} over constants by their labels; those that lead to one block are one case. */
  record Select(Variable on, Map<String, Block> cases, Place place) implements Exit {}

  /** The end of the method; the value is null where it has none. */
  record Return(Variable value, Place place) implements Exit {}

  record Throw(Variable value, Place place) implements Exit {}

  /** Hands a caught exception to the first clause that takes it; else it goes on outwards. */
  record Dispatch(Map<String, Block> clauses, Block outer, Place place) implements Exit {}

  /** A run of steps. Only its last step may throw where there is a handler. */
  static final class Block {
    final int number;
    final List<Step> steps = new ArrayList<>();
    Exit exit;
    /** Where its exceptions go; null out of the method. */
    Block handler;
    /** Of a handler: whether there is a catch clause here or further out. */
    boolean catches;
    /** Of a handler: whether a clause, here or further out, is there for objects that are missing. */
    boolean catchesNull;

    Block(int number) {
      this.number = number;
    }

    boolean hasEffects() {
      return steps.stream().anyMatch(step -> step.kind() == Kind.EFFECT);
    }

    /** Whether the handler can be reached from here. */
    boolean throwsToHandler() {
      return handler != null && (hasEffects() || exit instanceof Throw);
    }

    /** All blocks that may come next. */
    Set<Block> next() {
      Set<Block> next = new LinkedHashSet<>(targets(exit));
      if (throwsToHandler()) {
        next.add(handler);
      }
      return next;
    }

    @Override
    public String toString() {
      return "b" + number + steps.stream().map(s -> "\n  " + s.target() + " = " + s.op() + " " + s.name() + s.inputs()).reduce("", String::concat)
          + "\n  " + exit;
    }
  }

  static List<Block> targets(Exit exit) {
    return switch (exit) {
      case null -> List.of();
      case Jump jump -> List.of(jump.to());
      case Branch branch -> List.of(branch.yes(), branch.no());
      case Select select -> List.copyOf(select.cases().values());
      case Dispatch dispatch -> {
        List<Block> all = new ArrayList<>(dispatch.clauses().values());
        if (dispatch.outer() != null) {
          all.add(dispatch.outer());
        }
        yield all;
      }
      case Return _, Throw _ -> List.of();
    };
  }

  /** The same exit with one target in the place of another. */
  static Exit redirect(Exit exit, Block from, Block to) {
    return switch (exit) {
      case Jump jump -> new Jump(jump.to() == from ? to : jump.to());
      case Branch b ->
          new Branch(b.condition(), b.yes() == from ? to : b.yes(), b.no() == from ? to : b.no(), b.place());
      case Select select -> new Select(select.on(), redirect(select.cases(), from, to), select.place());
      case Dispatch d ->
          new Dispatch(redirect(d.clauses(), from, to), d.outer() == from ? to : d.outer(), d.place());
      case Return _, Throw _ -> exit;
    };
  }

  private static Map<String, Block> redirect(Map<String, Block> cases, Block from, Block to) {
    Map<String, Block> changed = new LinkedHashMap<>(cases);
    changed.replaceAll((_, block) -> block == from ? to : block);
    return changed;
  }

  /** The blocks that can be reached, each after one that leads to it. */
  List<Block> reachable() {
    Set<Block> seen = new LinkedHashSet<>();
    List<Block> order = new ArrayList<>();
    visit(entry, seen, order);
    return order.reversed();
  }

  private static void visit(Block start, Set<Block> seen, List<Block> order) {
    // Without recursion: long methods have thousands of blocks.
    record Visit(Block block, java.util.Iterator<Block> next) {}
    java.util.ArrayDeque<Visit> open = new java.util.ArrayDeque<>();
    seen.add(start);
    open.push(new Visit(start, List.copyOf(start.next()).reversed().iterator()));
    while (!open.isEmpty()) {
      Visit visit = open.peek();
      if (!visit.next().hasNext()) {
        order.add(visit.block());
        open.pop();
        continue;
      }
      Block next = visit.next().next();
      if (seen.add(next)) {
        open.push(new Visit(next, List.copyOf(next.next()).reversed().iterator()));
      }
    }
  }
}
