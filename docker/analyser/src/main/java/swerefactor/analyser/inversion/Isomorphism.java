package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import swerefactor.analyser.inversion.Flow.Block;
import swerefactor.analyser.inversion.Flow.Branch;
import swerefactor.analyser.inversion.Flow.Dispatch;
import swerefactor.analyser.inversion.Flow.Jump;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Flow.Return;
import swerefactor.analyser.inversion.Flow.Select;
import swerefactor.analyser.inversion.Flow.Throw;
import swerefactor.analyser.inversion.Graph.Item;
import swerefactor.analyser.inversion.Graph.Node;

/**
 * Whether two graphs do the same: a walk through both at once that pairs their blocks, effects and
 * values, and stops at the first that differs.
 */
final class Isomorphism {
  /** The first place where two graphs differ; either side may be unknown. */
  static final class Mismatch extends RuntimeException {
    final Place left;
    final Place right;
    /** How much was found to be the same before. */
    int progress;
    /** Whether something else was expected at this point of the order, rather than in a value. */
    boolean inOrder;

    Mismatch(Place left, Place right) {
      super(null, null, false, false);
      this.left = left;
      this.right = right;
    }
  }

  /** Places that were found to do the same. */
  record Match(Place left, Place right, boolean ofLiteral) {}

  private record Walk(Graph left, Graph right, Block leftBlock, Block rightBlock) {}

  private record Pair(Node left, Node right) {}

  /** An item with the block that it is in. */
  private record Stop(Item item, Block block) {}

  private final Renaming renaming;
  /** Whether evaluations that change nothing may have another place than before. */
  private final boolean floating;
  private final List<Node> leftEvaluations = new ArrayList<>();
  private final List<Node> rightEvaluations = new ArrayList<>();
  private final Map<Block, Block> starts = new IdentityHashMap<>();
  private final Map<Block, Block> startsBack = new IdentityHashMap<>();
  private final Map<Block, Block> ends = new IdentityHashMap<>();
  private final Map<Node, Node> effects = new IdentityHashMap<>();
  private final Set<Pair> equal = new HashSet<>();
  private final List<Pair> openEffects = new ArrayList<>();
  private final List<Pair> openPhis = new ArrayList<>();
  private final Map<Block, List<Block>> ways = new IdentityHashMap<>();
  private final List<Walk> open = new ArrayList<>();
  private final List<Match> matches = new ArrayList<>();
  private Graph left;
  private Graph right;

  private Isomorphism(Renaming renaming, boolean floating) {
    this.renaming = renaming;
    this.floating = floating;
  }

  /** The matches between two graphs that do the same. Throws {@code Mismatch} where they don't. */
  static List<Match> compare(Graph left, Graph right, Renaming renaming, boolean floating) {
    renaming.begin();
    Isomorphism isomorphism = new Isomorphism(renaming, floating);
    isomorphism.graphs(left, right);
    try {
      isomorphism.settle();
      isomorphism.floated();
      isomorphism.unused(left.unused(), right.unused());
    } catch (Mismatch mismatch) {
      mismatch.progress = isomorphism.matches.size();
      throw mismatch;
    }
    return isomorphism.matches;
  }

  private void graphs(Graph one, Graph other) {
    ways.putAll(one.before);
    ways.putAll(other.before);
    open.add(new Walk(one, other, one.entry, other.entry));
  }

  private void settle() {
    while (!open.isEmpty() || !openPhis.isEmpty()) {
      if (!open.isEmpty()) {
        Walk walk = open.removeLast();
        left = walk.left();
        right = walk.right();
        walk(walk.leftBlock(), walk.rightBlock());
      } else {
        phi(openPhis.removeLast());
      }
    }
    for (Pair pair : openEffects) {
      if (effects.get(pair.left()) != pair.right()) {
        throw mismatch(pair.left(), pair.right());
      }
    }
  }

  /** All evaluations that have no place must be there all the same. */
  private void floated() {
    for (Node node : leftEvaluations) {
      if (rightEvaluations.stream().noneMatch(other -> equal.contains(new Pair(node, other)))) {
        throw new Mismatch(node.place, null);
      }
    }
    for (Node node : rightEvaluations) {
      if (leftEvaluations.stream().noneMatch(other -> equal.contains(new Pair(other, node)))) {
        throw new Mismatch(null, node.place);
      }
    }
  }

  /** What is worked out for nothing must be so on both sides. */
  private void unused(Map<String, List<Place>> ones, Map<String, List<Place>> others) {
    Map<String, List<Place>> rest = new TreeMap<>();
    others.forEach((what, places) -> rest.merge(renaming.former(what), places, (a, b) -> {
      List<Place> all = new ArrayList<>(a);
      all.addAll(b);
      return all;
    }));
    ones.forEach((what, places) -> {
      if (rest.getOrDefault(what, List.of()).size() < places.size()) {
        throw new Mismatch(places.getLast(), null);
      }
    });
    rest.forEach((what, places) -> {
      if (ones.getOrDefault(what, List.of()).size() < places.size()) {
        throw new Mismatch(null, places.getLast());
      }
    });
  }

  private static Mismatch mismatch(Node left, Node right) {
    return new Mismatch(left == null ? null : left.place, right == null ? null : right.place);
  }

  private static Mismatch inOrder(Place left, Place right) {
    Mismatch mismatch = new Mismatch(left, right);
    mismatch.inOrder = true;
    return mismatch;
  }

  // --- Blocks ---------------------------------------------------------------------------------

  private void pair(Block one, Block other, Place left, Place right) {
    Block known = starts.putIfAbsent(one, other);
    Block knownBack = startsBack.putIfAbsent(other, one);
    if (known == null && knownBack == null) {
      open.add(new Walk(this.left, this.right, one, other));
    } else if (known != other || knownBack != one) {
      throw new Mismatch(left, right);
    }
  }

  /** The items from a block on, as far as one block follows the other. */
  private static Block run(Graph graph, Block start, List<Stop> stops) {
    Block block = start;
    while (true) {
      for (Item item : graph.items.get(block)) {
        stops.add(new Stop(item, block));
      }
      if (!(block.exit instanceof Jump jump) || graph.isJoin(jump.to()) || jump.to() == block) {
        return block;
      }
      block = jump.to();
    }
  }

  private void walk(Block one, Block other) {
    List<Stop> leftStops = new ArrayList<>();
    List<Stop> rightStops = new ArrayList<>();
    Block leftEnd = run(left, one, leftStops);
    Block rightEnd = run(right, other, rightStops);
    int l = 0;
    int r = 0;
    while (true) {
      int nextL = nextEffect(leftStops, l);
      int nextR = nextEffect(rightStops, r);
      evaluations(leftStops.subList(l, nextL), rightStops.subList(r, nextR));
      boolean leftDone = nextL == leftStops.size();
      boolean rightDone = nextR == rightStops.size();
      if (leftDone && rightDone) {
        break;
      }
      if (leftDone || rightDone) {
        throw new Mismatch(
            leftDone ? placeOf(left, leftEnd) : leftStops.get(nextL).item().node().place,
            rightDone ? placeOf(right, rightEnd) : rightStops.get(nextR).item().node().place);
      }
      effect(leftStops.get(nextL), rightStops.get(nextR));
      l = nextL + 1;
      r = nextR + 1;
    }
    ends.put(leftEnd, rightEnd);
    exits(leftEnd, rightEnd);
  }

  private static int nextEffect(List<Stop> stops, int from) {
    int at = from;
    while (at < stops.size() && !stops.get(at).item().isEffect()) {
      at++;
    }
    return at;
  }

  private static Place placeOf(Graph graph, Block end) {
    Node value = graph.decisive.get(end);
    return switch (end.exit) {
      case Branch branch -> branch.place();
      case Select select -> select.place();
      case Return give -> give.place();
      case Throw fail -> fail.place();
      case Dispatch dispatch -> dispatch.place();
      case null, default -> value == null ? null : value.now().place;
    };
  }

  private void effect(Stop one, Stop other) {
    Node leftNode = one.item().node();
    Node rightNode = other.item().node();
    if (!renaming.sameOperation(leftNode, rightNode)) {
      throw inOrder(leftNode.place, rightNode.place);
    }
    effects.put(leftNode, rightNode);
    equal.add(new Pair(leftNode, rightNode));
    inputs(leftNode, rightNode);
    matched(leftNode.place, rightNode.place);
    handlers(one.block(), other.block(), leftNode.place, rightNode.place);
  }

  private void handlers(Block one, Block other, Place leftPlace, Place rightPlace) {
    if ((one.handler == null) != (other.handler == null)) {
      throw new Mismatch(leftPlace, rightPlace);
    }
    if (one.handler != null) {
      ends.put(one, other);
      pair(one.handler, other.handler, leftPlace, rightPlace);
    }
  }

  /** Evaluations between the same effects may come in any order. */
  private void evaluations(List<Stop> ones, List<Stop> others) {
    if (floating) {
      ones.forEach(stop -> leftEvaluations.add(stop.item().node().now()));
      others.forEach(stop -> rightEvaluations.add(stop.item().node().now()));
      return;
    }
    List<Node> rest = new ArrayList<>();
    others.forEach(stop -> rest.add(stop.item().node().now()));
    for (Stop stop : ones) {
      Node node = stop.item().node().now();
      Node fitting = null;
      for (Node candidate : rest) {
        if (looksLike(node, candidate, 4)) {
          fitting = candidate;
          break;
        }
      }
      if (fitting == null) {
        throw inOrder(node.place, rest.isEmpty() ? null : rest.getFirst().place);
      }
      rest.remove(fitting);
      equal(node, fitting);
      matched(node.place, fitting.place);
    }
    if (!rest.isEmpty()) {
      throw inOrder(ones.isEmpty() ? null : ones.getLast().item().node().place, rest.getFirst().place);
    }
  }

  private boolean looksLike(Node one, Node other, int depth) {
    if (depth == 0 || renaming.isInput(other)) {
      return true;
    }
    if (one.op == Op.PHI || other.op == Op.PHI) {
      return one.op == other.op;
    }
    if (effects.containsKey(one)) {
      return effects.get(one) == other;
    }
    if (!renaming.sameOperation(one, other) || one.inputs.length != other.inputs.length) {
      return false;
    }
    for (int i = 0; i < one.inputs.length; i++) {
      if (!looksLike(one.input(i), other.input(i), depth - 1)) {
        return false;
      }
    }
    return true;
  }

  private void exits(Block one, Block other) {
    Place leftPlace = placeOf(left, one);
    Place rightPlace = placeOf(right, other);
    switch (one.exit) {
      case Jump jump when other.exit instanceof Jump to -> pair(jump.to(), to.to(), leftPlace, rightPlace);
      case Branch branch when other.exit instanceof Branch to -> branches(one, other, branch, to);
      case Return _ when other.exit instanceof Return -> decisive(one, other, leftPlace, rightPlace);
      case Throw _ when other.exit instanceof Throw -> {
        decisive(one, other, leftPlace, rightPlace);
        handlers(one, other, leftPlace, rightPlace);
      }
      case Select select when other.exit instanceof Select to -> {
        decisive(one, other, leftPlace, rightPlace);
        cases(targets(select), targets(to), leftPlace, rightPlace);
      }
      case Dispatch dispatch when other.exit instanceof Dispatch to -> {
        if (!List.copyOf(dispatch.clauses().keySet()).equals(List.copyOf(to.clauses().keySet()))
            || (dispatch.outer() == null) != (to.outer() == null)) {
          throw new Mismatch(leftPlace, rightPlace);
        }
        cases(dispatch.clauses(), to.clauses(), leftPlace, rightPlace);
        if (dispatch.outer() != null) {
          pair(dispatch.outer(), to.outer(), leftPlace, rightPlace);
        }
      }
      case null, default -> {
        if (one.exit != null || other.exit != null) {
          throw new Mismatch(leftPlace, rightPlace);
        }
      }
    }
  }

  private void branches(Block one, Block other, Branch branch, Branch to) {
    Node leftCondition = left.decisive.get(one).now();
    Node rightCondition = right.decisive.get(other).now();
    boolean turned = false;
    if (leftCondition.op == Op.NOT) {
      leftCondition = leftCondition.input(0);
      turned = true;
    }
    if (rightCondition.op == Op.NOT) {
      rightCondition = rightCondition.input(0);
      turned = !turned;
    }
    if (!looksLike(leftCondition, rightCondition, 3)) {
      throw new Mismatch(branch.place(), to.place());
    }
    equal(leftCondition, rightCondition);
    matched(branch.place(), to.place());
    pair(branch.yes(), turned ? to.no() : to.yes(), branch.place(), to.place());
    pair(branch.no(), turned ? to.yes() : to.no(), branch.place(), to.place());
  }

  private void decisive(Block one, Block other, Place leftPlace, Place rightPlace) {
    Node leftValue = left.decisive.get(one);
    Node rightValue = right.decisive.get(other);
    if (leftValue == null && rightValue == null) {
      return;
    }
    if (leftValue == null || rightValue == null) {
      throw new Mismatch(leftPlace, rightPlace);
    }
    try {
      equal(leftValue.now(), rightValue.now());
    } catch (Mismatch inside) {
      throw new Mismatch(inside.left == null ? leftPlace : inside.left, inside.right == null ? rightPlace : inside.right);
    }
  }

  /** Cases that do as the default does are none of their own. */
  private static Map<String, Block> targets(Select select) {
    Map<String, Block> cases = new TreeMap<>(select.cases());
    Block other = cases.get("default");
    cases.entrySet().removeIf(entry -> entry.getValue() == other && !entry.getKey().equals("default"));
    return cases;
  }

  private void cases(Map<String, Block> ones, Map<String, Block> others, Place leftPlace, Place rightPlace) {
    if (!ones.keySet().equals(others.keySet())) {
      throw new Mismatch(leftPlace, rightPlace);
    }
    ones.forEach((label, block) -> pair(block, others.get(label), leftPlace, rightPlace));
  }

  // --- Values ---------------------------------------------------------------------------------

  private void equal(Node one, Node other) {
    if (!equal.add(new Pair(one, other))) {
      return;
    }
    if (renaming.isInput(other)) {
      if (!renaming.means(other, one)) {
        throw mismatch(one, other);
      }
      return;
    }
    if (one.op == Op.PHI || other.op == Op.PHI) {
      if (one.op != other.op || !one.name.equals(other.name)) {
        throw mismatch(one, other);
      }
      openPhis.add(new Pair(one, other));
      return;
    }
    if (one.kind == Flow.Kind.EFFECT || other.kind == Flow.Kind.EFFECT) {
      Pair pair = new Pair(one, other);
      if (effects.containsKey(one) && effects.get(one) != other) {
        throw mismatch(one, other);
      }
      openEffects.add(pair);
      return;
    }
    if (!renaming.sameOperation(one, other)) {
      throw mismatch(one, other);
    }
    boolean isIdentity = one.op == Op.EQUAL && one.name.equals("reference");
    if (isIdentity && (one.input(0) == one.input(1)) != (other.input(0) == other.input(1))) {
      throw mismatch(one, other);
    }
    inputs(one, other);
    boolean isWork = one.inputs.length > 0 || one.op == Op.FIELD || one.op == Op.CALL || one.op == Op.CLASS_LITERAL;
    if (isWork) {
      matched(one.place, other.place);
    } else if (one.op == Op.LITERAL) {
      matches.add(new Match(one.place, other.place, true));
    }
  }

  private void inputs(Node one, Node other) {
    if (renaming.isMoved(one, other)) {
      renaming.arguments(one, other).forEach(argument -> equal(argument.left().now(), argument.right().now()));
      return;
    }
    if (one.explicit != other.explicit || !one.headers.equals(other.headers)
        || !one.inner.keySet().equals(other.inner.keySet())) {
      throw mismatch(one, other);
    }
    for (int i = 0; i < one.explicit; i++) {
      try {
        equal(one.input(i), other.input(i));
      } catch (Mismatch inside) {
        throw inside.left == null && inside.right == null ? mismatch(one, other) : inside;
      }
    }
    for (Map.Entry<String, Graph> inner : one.inner.entrySet()) {
      Graph twin = other.inner.get(inner.getKey());
      if ((inner.getValue() == null) != (twin == null)) {
        throw mismatch(one, other);
      }
      if (twin != null) {
        graphs(inner.getValue(), twin);
      }
    }
  }

  private void phi(Pair pair) {
    List<Block> leftWays = ways.get(pair.left().block);
    List<Block> rightWays = ways.get(pair.right().block);
    if (starts.get(pair.left().block) != pair.right().block || leftWays.size() != rightWays.size()) {
      throw mismatch(pair.left(), pair.right());
    }
    for (int i = 0; i < leftWays.size(); i++) {
      int twin = rightWays.indexOf(ends.get(leftWays.get(i)));
      if (twin < 0) {
        throw mismatch(pair.left(), pair.right());
      }
      try {
        equal(pair.left().input(i), pair.right().input(twin));
      } catch (Mismatch inside) {
        Node value = pair.left().input(i);
        throw inside.left == null && inside.right == null
            ? new Mismatch(value.place, pair.right().input(twin).place)
            : inside;
      }
    }
  }

  private void matched(Place leftPlace, Place rightPlace) {
    if (leftPlace != null && rightPlace != null) {
      matches.add(new Match(leftPlace, rightPlace, false));
    }
  }

  /** All that a graph does, in order, each as what it is and where. */
  static Map<Node, Place> operations(Graph graph) {
    Map<Node, Place> found = new LinkedHashMap<>();
    for (Block block : graph.blocks) {
      graph.items.get(block).forEach(item -> collect(item.node().now(), found, 0));
      Node value = graph.decisive.get(block);
      if (value != null) {
        collect(value.now(), found, 0);
      }
    }
    return found;
  }

  private static void collect(Node node, Map<Node, Place> found, int depth) {
    if (found.containsKey(node) || depth > 200) {
      return;
    }
    boolean isOperation = switch (node.op) {
      case LITERAL, PARAMETER, THIS, OUTER, ENTRY, PHI, CAUGHT -> false;
      default -> true;
    };
    if (node.op == Op.PHI || isOperation) {
      found.put(node, null); // Holds the place while what it is made of comes first.
    }
    for (Node input : node.inputs) {
      collect(input.now(), found, depth + 1);
    }
    found.remove(node);
    if (isOperation) {
      found.put(node, node.place);
      node.inner.values().forEach(graph -> {
        if (graph != null) {
          operations(graph).forEach(found::putIfAbsent);
        }
      });
    } else if (node.op == Op.PHI) {
      found.put(node, null);
    }
  }
}
