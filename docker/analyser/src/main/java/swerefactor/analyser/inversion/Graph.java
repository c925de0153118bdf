package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import swerefactor.analyser.inversion.Flow.Block;
import swerefactor.analyser.inversion.Flow.Branch;
import swerefactor.analyser.inversion.Flow.Jump;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Flow.Return;
import swerefactor.analyser.inversion.Flow.Select;
import swerefactor.analyser.inversion.Flow.Step;
import swerefactor.analyser.inversion.Flow.Throw;
import swerefactor.analyser.inversion.Flow.Variable;

/**
 * A flow in which values have taken the place of variables: static single assignment.
 *
 * <p>What was a variable is the value last assigned, or where ways meet a {@code PHI} of the values that
 * come along each, so that names and temporaries are gone. After M. Braun and others, Simple and
 * Efficient Construction of Static Single Assignment Form, 2013.
 */
final class Graph {
  /** A value, and the step that makes it. */
  static final class Node {
    final int number;
    final Op op;
    final String name;
    final Kind kind;
    final Place place;
    Node[] inputs;
    /** How many inputs count; those after are variables that code within uses, compared where it does. */
    int explicit;
    /** How many inputs are values; those after are parts of the memory that it reads. */
    int values;
    /** Where a PHI stands; its inputs are in the order of the blocks before. */
    Block block;
    boolean present;
    boolean isConstant;
    boolean isQuiet;
    /** The parts of the memory as the step found them, by name, where that is asked for. */
    Map<String, Node> memory = Map.of();
    boolean dereferences;
    /** Whether it is an argument that is evaluated at a call, while it stands for the parameter in what is called. */
    boolean forArgument;
    /** The names of the parts of the memory among its inputs. */
    List<String> parts = List.of();
    /** The graphs within, by member; a lambda has one without a name. */
    Map<String, Graph> inner = Map.of();
    Map<String, String> headers = Map.of();
    private Node replacement;

    Node(int number, Op op, String name, Kind kind, Place place, Node[] inputs) {
      this.number = number;
      this.op = op;
      this.name = name;
      this.kind = kind;
      this.place = place;
      this.inputs = inputs;
      this.explicit = inputs.length;
      this.values = inputs.length;
    }

    Node now() {
      Node node = this;
      while (node.replacement != null) {
        node = node.replacement;
      }
      return node;
    }

    Node input(int index) {
      return inputs[index].now();
    }

    boolean isBox() {
      return op == Op.CONVERT && name.startsWith("box ");
    }

    /** Whether it gives nothing, and fails for null. */
    boolean isNeed() {
      return op == Op.CONVERT && name.equals(Conversions.PRESENT);
    }

    boolean isLiteral(String text) {
      return op == Op.LITERAL && name.equals(text);
    }

    @Override
    public String toString() {
      return op + " " + name;
    }
  }

  /** An effect at its place, or the evaluation of a value that may fail. */
  record Item(Node node, boolean isEffect) {}

  private record Inner(Node node, Flow.Body body, Map<Variable, Node> captured) {}

  final Block entry;
  final List<Block> blocks;
  final Map<Block, List<Block>> before = new IdentityHashMap<>();
  final Map<Block, List<Item>> items = new IdentityHashMap<>();
  /** What a block's exit depends on: the condition, the value given or thrown. */
  final Map<Block, Node> decisive = new IdentityHashMap<>();
  private final Map<Block, Map<Variable, Node>> atEntry = new IdentityHashMap<>();
  private final Map<Block, Map<Variable, Node>> atEnd = new IdentityHashMap<>();
  private final Map<Node, Variable> phis = new LinkedHashMap<>();
  /** Where those steps stand at which it may matter that an object is there. */
  private final Map<Node, Presence.At> places = new IdentityHashMap<>();
  /** The objects that are known to be there at such a step. */
  private final Map<Node, Set<Node>> there = new IdentityHashMap<>();
  private final Set<Node> tested = Collections.newSetFromMap(new IdentityHashMap<>());
  /** The objects that are asked something on every way from the beginning. */
  private Set<Node> asked = Set.of();
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Node> literals = new HashMap<>();
  private final List<Inner> inners = new ArrayList<>();
  private final Map<Variable, Node> captured;
  /** What is evaluated at no place in particular. */
  final Set<Node> dropped = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The graph of a flow; {@code level} is how far ways are kept apart, see
   * {@code Shaping}; evaluations that {@code mayDrop} names have no place. */
  static Graph of(Flow flow, int level, Predicate<Node> mayDrop) {
    return of(flow, level, mayDrop, Map.of());
  }

  private static Graph of(Flow flow, int level, Predicate<Node> mayDrop, Map<Variable, Node> captured) {
    while (true) {
      Shaping.shape(flow, level);
      Graph graph = new Graph(flow, captured);
      if (!graph.decideConstants()) {
        graph.finish(level, mayDrop);
        return graph;
      }
    }
  }

  private Graph(Flow flow, Map<Variable, Node> captured) {
    this.captured = captured;
    entry = flow.entry;
    blocks = flow.reachable();
    blocks.forEach(block -> before.put(block, new ArrayList<>()));
    for (Block block : blocks) {
      block.next().forEach(next -> before.get(next).add(block));
    }
    Set<Variable> parts = memory();
    blocks.forEach(block -> fill(block, parts));
    List<Node> open = new ArrayList<>(phis.keySet());
    for (int i = 0; i < open.size(); i++) {
      complete(open.get(i));
      if (i + 1 == open.size()) {
        open = new ArrayList<>(phis.keySet());
      }
    }
    simplify();
  }

  // --- Values for variables -------------------------------------------------------------------

  private Set<Variable> memory() {
    Set<Variable> parts = new LinkedHashSet<>();
    for (Block block : blocks) {
      for (Step step : block.steps) {
        Stream.concat(step.inputs().stream(), step.changes().stream()).filter(part -> part.isMemory).forEach(parts::add);
      }
    }
    return parts;
  }

  private void fill(Block block, Set<Variable> parts) {
    Map<Variable, Node> now = new IdentityHashMap<>();
    atEnd.put(block, now);
    List<Item> own = new ArrayList<>();
    items.put(block, own);
    for (Step step : block.steps) {
      if (step.op() == Op.COPY) {
        now.put(step.target(), read(block, now, step.inputs().getFirst()));
        continue;
      }
      Node[] inputs = step.inputs().stream().map(input -> read(block, now, input)).toArray(Node[]::new);
      Node node = node(step.op(), step.name(), step.kind(), step.place(), inputs);
      node.present = step.target().present;
      node.isConstant = step.target().isConstant;
      node.isQuiet = step.target().isQuiet;
      node.dereferences = step.target().dereferences;
      node.values = (int) step.inputs().stream().filter(input -> !input.isMemory).count();
      if (step.target().remembers) {
        node.memory = new HashMap<>();
        parts.forEach(part -> node.memory.put(part.name, read(block, now, part)));
      }
      now.put(step.target(), node);
      step.changes().forEach(part -> now.put(part, node));
      if (step.body() != null) {
        node.explicit = step.body() instanceof Flow.Members members ? members.arguments() : 0;
        Map<Variable, Node> seen = new IdentityHashMap<>();
        step.inputs().forEach(input -> seen.put(input, read(block, now, input)));
        inners.add(new Inner(node, step.body(), seen));
      }
      node.forArgument = step.forArgument();
      node.parts = step.inputs().stream().filter(input -> input.isMemory).map(input -> input.name).toList();
      if (node.op == Op.ASKED || step.target().remembers || step.body() != null) {
        places.put(node, new Presence.At(block, own.size()));
      }
      if (step.kind() != Kind.TOTAL) {
        own.add(new Item(node, step.kind() == Kind.EFFECT));
      }
    }
    Variable needed = switch (block.exit) {
      case Branch branch -> branch.condition();
      case Select select -> select.on();
      case Return end -> end.value();
      case Throw end -> end.value();
      case null, default -> null;
    };
    if (needed != null) {
      decisive.put(block, read(block, now, needed));
    }
  }

  Node node(Op op, String name, Kind kind, Place place, Node... inputs) {
    Node node = new Node(nodes.size(), op, name, kind, place, inputs);
    nodes.add(node);
    return node;
  }

  private Node read(Block block, Map<Variable, Node> now, Variable variable) {
    Node known = now.get(variable);
    return known != null ? known : entryValue(block, variable);
  }

  private Node endValue(Block block, Variable variable) {
    Node known = atEnd.get(block).get(variable);
    return known != null ? known : entryValue(block, variable);
  }

  private Node entryValue(Block start, Variable variable) {
    List<Block> passed = new ArrayList<>();
    Block block = start;
    Node found = null;
    while (found == null) {
      Map<Variable, Node> known = atEntry.computeIfAbsent(block, _ -> new IdentityHashMap<>());
      found = known.get(variable);
      if (found != null) {
        break;
      }
      passed.add(block);
      List<Block> ways = before.get(block);
      if (ways.isEmpty()) {
        found = captured.get(variable);
        if (found == null) {
          String when = variable.depth == 0 ? "" : " " + variable.depth;
          found = node(Op.ENTRY, variable.name + when, Kind.TOTAL, null);
        }
      } else if (ways.size() == 1 && atEnd.containsKey(ways.getFirst()) && ways.getFirst() != block) {
        block = ways.getFirst();
        found = atEnd.get(block).get(variable);
      } else {
        found = node(Op.PHI, variable.isMemory ? variable.name : "", Kind.TOTAL, null);
        found.block = block;
        phis.put(found, variable);
      }
    }
    for (Block each : passed) {
      atEntry.get(each).put(variable, found);
    }
    return found;
  }

  private void complete(Node phi) {
    if (phi.inputs.length == 0) {
      Variable variable = phis.get(phi);
      phi.inputs = before.get(phi.block).stream().map(way -> endValue(way, variable)).toArray(Node[]::new);
    }
  }

  // --- Simpler values -------------------------------------------------------------------------

  void simplify() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Node phi : phis.keySet()) {
        changed |= phi.replacement == null && replace(phi, only(phi));
      }
      Map<List<Object>, Node> alike = new HashMap<>();
      for (Node node : nodes) {
        if (node.replacement != null || node.kind == Kind.EFFECT || node.op == Op.LAMBDA) {
          continue;
        }
        if (node.isBox()) {
          continue; // Two boxes of one number may be two objects.
        }
        Node simpler = Folding.simpler(node, this::literal);
        if (simpler != node) {
          changed |= replace(node, simpler);
          continue;
        }
        Node same = alike.putIfAbsent(keyOf(node), node);
        changed |= same != null && replace(node, same);
      }
    }
  }

  private Node literal(String name, Place place) {
    return literals.computeIfAbsent(name, _ -> new Node(-1, Op.LITERAL, name, Kind.TOTAL, place, new Node[0]));
  }

  private boolean replace(Node node, Node by) {
    if (by == null || by == node) {
      return false;
    }
    node.replacement = by;
    by.present |= node.present;
    return true;
  }

  /** The one value that a PHI can have, or null when there are several. */
  private static Node only(Node phi) {
    Node only = null;
    for (Node input : phi.inputs) {
      Node now = input.now();
      if (now != phi && now != only) {
        if (only != null) {
          return null;
        }
        only = now;
      }
    }
    return only;
  }

  private static List<Object> keyOf(Node node) {
    List<Object> key = new ArrayList<>(List.of(node.op, node.name));
    if (node.op == Op.PHI) {
      key.add(node.block);
    }
    for (Node input : node.inputs) {
      key.add(input.now());
    }
    if (node.op == Op.CAUGHT) {
      key.add(node);
    }
    return key;
  }

  /** The label that a value has among the cases of a switch, or null where it is not known. */
  private static String label(Node value) {
    if (value.isConstant) {
      return "enum " + value.name.substring(value.name.lastIndexOf('.') + 1);
    }
    if (value.op != Op.LITERAL) {
      return null;
    }
    return value.name.replaceFirst("^(char|short|byte) ", "int ");
  }

  /** Lets branches on what is known go one way; whether there were any. */
  private boolean decideConstants() {
    boolean changed = false;
    for (Block block : blocks) {
      if (block.exit instanceof Select select) {
        String label = label(decisive.get(block).now());
        if (label != null) {
          block.exit = new Jump(select.cases().getOrDefault(label, select.cases().get("default")));
          changed = true;
        }
      }
      if (block.exit instanceof Branch) {
        Node condition = decisive.get(block).now();
        if (condition.isLiteral("boolean true") || condition.isLiteral("boolean false")) {
          Shaping.decide(block, condition.isLiteral("boolean true"));
          changed = true;
        }
      }
    }
    return changed;
  }

  /**
   * Leaves out arguments that could not be shown to have the same value at the call as where their parameter
   * is read: {@code argumentsHold} tells of them. One whose very field is written in between stays: it has not.
   */
  private void dropDoubtfulArguments() {
    Set<Node> doubtful = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Node witness : nodes) {
      if (witness.op == Op.WITNESS && witness.input(0) != witness.input(1)
          && !differInField(witness.input(0), witness.input(1))) {
        doubtful.add(witness.input(0));
      }
    }
    items.values().forEach(all ->
        all.removeIf(item -> item.node().forArgument && !item.isEffect() && doubtful.contains(item.node().now())));
  }

  private static boolean differInField(Node one, Node other) {
    if (one.inputs.length != other.inputs.length || one.parts.size() != other.parts.size()) {
      return false;
    }
    int first = one.inputs.length - one.parts.size();
    for (int i = first; i < one.inputs.length; i++) {
      if (one.parts.get(i - first).startsWith("field ") && one.input(i) != other.input(i)) {
        return true;
      }
    }
    return false;
  }

  private void finish(int level, Predicate<Node> mayDrop) {
    seePresence();
    dropDoubtfulArguments();
    Anticipation.dropAnticipated(this);
    items.values().forEach(all -> all.removeIf(item -> {
      boolean drops = (!item.isEffect() || item.node().op == Op.ASKS) && mayDrop.test(item.node().now());
      if (drops) {
        dropped.add(item.node().now());
      }
      return drops;
    }));
    Evaluations.dropRepeated(this);
    new Choices(this).normalise();
    Evaluations.dropRepeated(this);
    for (Inner inner : inners) {
      Map<Variable, Node> seen = new IdentityHashMap<>();
      inner.captured().forEach((variable, node) -> seen.put(variable, node.now()));
      inner.node().inner = new TreeMap<>();
      switch (inner.body()) {
        case Flow.Lambda lambda -> inner.node().inner.put("", of(lambda.flow(), level, mayDrop, seen));
        case Flow.Members members -> {
          inner.node().headers = members.headers();
          members.flows().forEach((key, flow) ->
              inner.node().inner.put(key, flow == null ? null : of(flow, level, mayDrop, seen)));
        }
      }
    }
  }

  /** The PHIs that stand in a block and have not turned out to be another value. */
  List<Node> phisOf(Block block) {
    return phis.keySet().stream().filter(phi -> phi.block == block && phi.replacement == null).toList();
  }

  /** Forgets the ways to handlers from where nothing fails any more. */
  void forgetWays() {
    for (Block block : blocks) {
      List<Block> ways = before.get(block.handler);
      boolean fails = block.exit instanceof Throw || items.get(block).stream().anyMatch(Item::isEffect);
      int way = fails || ways == null ? -1 : ways.indexOf(block);
      if (way >= 0) {
        ways.remove(way);
        for (Node phi : phisOf(block.handler)) {
          List<Node> inputs = new ArrayList<>(List.of(phi.inputs));
          inputs.remove(way);
          phi.inputs = inputs.toArray(Node[]::new);
        }
      }
    }
    simplify();
  }

  /** A new block without items. */
  Block block() {
    Block block = new Block(-1);
    blocks.add(block);
    items.put(block, new ArrayList<>());
    before.put(block, new ArrayList<>());
    return block;
  }

  private void seePresence() {
    Presence presence = new Presence(this);
    asked = presence.askedFrom(new Presence.At(entry, 0));
    places.forEach((node, at) -> {
      Set<Node> known = presence.known(at);
      // What a method that was put in asks stands here; of another only what it asks itself is known.
      known.addAll(presence.askedFrom(node.op == Op.ASKED ? at : afterwards(at)));
      there.put(node, known);
      if (node.inputs.length > 0 && isTested(node.input(0))) {
        tested.add(node);
      }
    });
  }

  private boolean isTested(Node object) {
    return nodes.stream().anyMatch(node -> node.replacement == null && Presence.comparedWithNull(node) == object);
  }

  /** The place behind the call or the like that stands at a place. */
  private Presence.At afterwards(Presence.At at) {
    return new Presence.At(at.block(), Math.min(at.index() + 1, items.get(at.block()).size()));
  }

  /** Whether an object is asked something on every way, so that all of them fail where it is null. */
  boolean asks(Node object) {
    return object.present || isAmong(asked, object);
  }

  private static boolean isAmong(Set<Node> objects, Node object) {
    return objects.stream().anyMatch(each -> each.now() == object);
  }

  /** Whether an object is there for sure at a step here, or in code within. */
  boolean isThere(Node object, Node step) {
    return object.present
        || object.op == Op.CAST && isThere(object.input(0), step)
        || there.containsKey(step) && isAmong(there.get(step), object)
        || inners.stream().anyMatch(inner -> inner.node().inner.values().stream().anyMatch(graph ->
            graph != null && graph.has(step) && (isThere(object, inner.node()) || graph.isThere(object, step))));
  }

  private boolean has(Node step) {
    return there.containsKey(step) || inners.stream().flatMap(inner -> inner.node().inner.values().stream())
        .anyMatch(graph -> graph != null && graph.has(step));
  }

  /** Whether the code handles that the object of a step, here or in code within, is null. */
  boolean handlesNull(Node step) {
    return step.input(0).isLiteral("null null") || tested.contains(step)
        || inners.stream().flatMap(inner -> inner.node().inner.values().stream())
            .anyMatch(graph -> graph != null && graph.handlesNull(step));
  }

  /** Values that are worked out and not used, by what they are, with a place of each: those within too. */
  Map<String, List<Place>> unused() {
    Set<Node> used = Collections.newSetFromMap(new IdentityHashMap<>());
    items.values().forEach(all -> all.forEach(item -> use(item.node().now(), used)));
    blocks.forEach(block -> {
      if (decisive.containsKey(block)) {
        use(decisive.get(block).now(), used);
      }
    });
    Map<String, List<Place>> unused = new TreeMap<>();
    for (Node node : nodes) {
      boolean isWork = !node.isNeed() && switch (node.op) {
        case UNARY, BINARY, EQUAL, CONVERT, CAST, INSTANCE, CONCAT, TEXT, FIELD, CLASS_LITERAL, LAMBDA -> true;
        default -> false;
      };
      boolean hasNoPlace = node.kind == Kind.TOTAL || dropped.contains(node);
      if (isWork && hasNoPlace && node.replacement == null && !node.forArgument && !node.isQuiet && !used.contains(node)) {
        unused.computeIfAbsent(node.toString(), _ -> new ArrayList<>()).add(node.place);
      }
    }
    for (Inner inner : inners) {
      inner.node().inner.values().forEach(graph -> {
        if (graph != null) {
          graph.unused().forEach((what, places) ->
              unused.computeIfAbsent(what, _ -> new ArrayList<>()).addAll(places));
        }
      });
    }
    return unused;
  }

  private static void use(Node start, Set<Node> used) {
    List<Node> open = new ArrayList<>(List.of(start));
    while (!open.isEmpty()) {
      Node node = open.removeLast();
      if (used.add(node)) {
        for (Node input : node.inputs) {
          open.add(input.now());
        }
      }
    }
  }

  /** Whether all arguments that stand for parameters had their values already when they were given. */
  boolean argumentsHold() {
    return nodes.stream().allMatch(node -> node.op != Op.WITNESS || node.input(0) == node.input(1))
        && inners.stream().flatMap(inner -> inner.node().inner.values().stream())
            .allMatch(graph -> graph == null || graph.argumentsHold());
  }

  /** The steps at which a method of an object that may be null was put in: the call, which is gone, fails then. */
  List<Node> askedInVain() {
    List<Node> found = new ArrayList<>();
    collectAskedInVain(this, found);
    return found;
  }

  private void collectAskedInVain(Graph outermost, List<Node> found) {
    places.keySet().stream().filter(node -> node.op == Op.ASKED && !outermost.isThere(node.input(0), node))
        .forEach(found::add);
    inners.stream().flatMap(inner -> inner.node().inner.values().stream()).filter(Objects::nonNull)
        .forEach(graph -> graph.collectAskedInVain(outermost, found));
  }

  boolean isJoin(Block block) {
    return before.get(block).size() > 1;
  }
}
