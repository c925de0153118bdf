package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import swerefactor.analyser.inversion.Flow.Block;
import swerefactor.analyser.inversion.Flow.Branch;
import swerefactor.analyser.inversion.Flow.Jump;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Flow.Return;
import swerefactor.analyser.inversion.Graph.Node;

/**
 * One form for branches and values that depend on a condition.
 *
 * <p>A branch that only chooses a value becomes a SELECT of it, so that its place no longer matters; a
 * branch on a SELECT of conditions becomes branches on each, so that {@code if (a && b)} is the same
 * however it is written.
 */
final class Choices {
  private final Graph graph;

  Choices(Graph graph) {
    this.graph = graph;
  }

  void normalise() {
    while (step()) {
      graph.simplify();
    }
  }

  private boolean step() {
    for (Block block : graph.blocks) {
      if (block.exit instanceof Branch branch && (collapse(block, branch) || expand(block, branch))) {
        return true;
      }
    }
    return false;
  }

  // --- Branches that only choose a value ------------------------------------------------------

  /** A way out of a branch: where it ends up, and the last block on the way. */
  private record Way(Block to, Block last) {}

  private Way way(Block from, Block to) {
    Block last = from;
    Block at = to;
    while (graph.items.get(at).isEmpty()
        && graph.before.get(at).size() == 1
        && at.exit instanceof Jump jump
        && graph.phisOf(at).isEmpty()) {
      last = at;
      at = jump.to();
    }
    return new Way(at, last);
  }

  private boolean collapse(Block block, Branch branch) {
    Node condition = graph.decisive.get(block).now();
    Way yes = way(block, branch.yes());
    Way no = way(block, branch.no());
    if (givesOnly(yes.to()) && givesOnly(no.to()) && yes.to() != no.to()) {
      Node value = graph.decisive.containsKey(yes.to())
          ? chosen(condition, returned(yes.to()), returned(no.to()), branch.place())
          : null;
      block.exit = yes.to().exit;
      graph.decisive.remove(block);
      if (value != null) {
        graph.decisive.put(block, value);
      }
      return true;
    }
    if (yes.to() != no.to() || yes.last() == no.last()) {
      return false;
    }
    List<Block> ways = graph.before.get(yes.to());
    int ofYes = ways.indexOf(yes.last());
    int ofNo = ways.indexOf(no.last());
    Map<Node, Node> values = new LinkedHashMap<>();
    for (Node phi : graph.phisOf(yes.to())) {
      values.put(phi, chosen(condition, phi.input(ofYes), phi.input(ofNo), branch.place()));
    }
    values.forEach((phi, value) -> {
      phi.inputs[ofYes] = value;
      phi.inputs = without(phi.inputs, ofNo);
    });
    ways.set(ofYes, block);
    ways.remove(ofNo);
    block.exit = new Jump(yes.to());
    graph.decisive.remove(block);
    return true;
  }

  private boolean givesOnly(Block block) {
    return block.exit instanceof Return && graph.items.get(block).isEmpty();
  }

  private Node returned(Block block) {
    return graph.decisive.get(block).now();
  }

  private Node chosen(Node condition, Node yes, Node no, Place place) {
    if (yes == no || condition.isLiteral("boolean true")) {
      return yes;
    }
    if (condition.isLiteral("boolean false")) {
      return no;
    }
    return switch (condition.op) {
      case NOT -> chosen(condition.input(0), no, yes, place);
      case SELECT -> chosen(condition.input(0), chosen(condition.input(1), yes, no, place),
          chosen(condition.input(2), yes, no, place), place);
      default -> yes.isLiteral("boolean false") && no.isLiteral("boolean true")
          ? graph.node(Op.NOT, "", Kind.TOTAL, condition.place, condition)
          : graph.node(Op.SELECT, "", Kind.TOTAL, place, condition, yes, no);
    };
  }

  private static Node[] without(Node[] nodes, int index) {
    List<Node> rest = new ArrayList<>(Arrays.asList(nodes));
    rest.remove(index);
    return rest.toArray(Node[]::new);
  }

  // --- Branches on chosen conditions ----------------------------------------------------------

  /** A way from a block that decides to one of two targets. */
  private record Edge(Block from, boolean ofYes) {}

  private boolean expand(Block block, Branch branch) {
    Node condition = graph.decisive.get(block).now();
    if (condition.op != Op.SELECT || graph.blocks.size() > 2000) {
      return false;
    }
    List<Edge> toYes = new ArrayList<>();
    List<Edge> toNo = new ArrayList<>();
    decide(block, condition, branch.place(), toYes, toNo, false);
    if (toYes.isEmpty() || toNo.isEmpty()) {
      block.exit = branch;
      graph.decisive.put(block, condition);
      return false;
    }
    connect(block, branch.yes(), toYes);
    connect(block, branch.no(), toNo);
    return true;
  }

  /** Lets a block branch on a condition; the targets are left open, as edges. */
  private void decide(
      Block block, Node condition, Place place, List<Edge> toYes, List<Edge> toNo, boolean turned) {
    if (condition.op == Op.NOT) {
      decide(block, condition.input(0), place, toYes, toNo, !turned);
      return;
    }
    if (condition.isLiteral("boolean true") || condition.isLiteral("boolean false")) {
      block.exit = new Jump(null);
      boolean holds = condition.isLiteral("boolean true") != turned;
      (holds ? toYes : toNo).add(new Edge(block, true));
      return;
    }
    if (condition.op != Op.SELECT) {
      block.exit = new Branch(null, null, null, place);
      graph.decisive.put(block, condition);
      toYes.add(new Edge(block, !turned));
      toNo.add(new Edge(block, turned));
      return;
    }
    Block yes = graph.block();
    Block no = graph.block();
    List<Edge> first = new ArrayList<>();
    List<Edge> second = new ArrayList<>();
    decide(block, condition.input(0), place, first, second, false);
    decide(yes, condition.input(1), place, toYes, toNo, turned);
    decide(no, condition.input(2), place, toYes, toNo, turned);
    first.forEach(edge -> set(edge, yes));
    second.forEach(edge -> set(edge, no));
    graph.before.put(yes, froms(first));
    graph.before.put(no, froms(second));
  }

  private static List<Block> froms(List<Edge> edges) {
    List<Block> froms = new ArrayList<>();
    edges.forEach(edge -> froms.add(edge.from()));
    return froms;
  }

  private static void set(Edge edge, Block target) {
    switch (edge.from().exit) {
      case Branch branch -> edge.from().exit = edge.ofYes()
          ? new Branch(branch.condition(), target, branch.no(), branch.place())
          : new Branch(branch.condition(), branch.yes(), target, branch.place());
      default -> edge.from().exit = new Jump(target);
    }
  }

  private static Block next(Edge edge) {
    return switch (edge.from().exit) {
      case Branch branch -> edge.ofYes() ? branch.yes() : branch.no();
      case Jump jump -> jump.to();
      case null, default -> throw new IllegalStateException("an edge from a block that does not go on");
    };
  }

  private Block copy(Block block) {
    Block copy = graph.block();
    copy.exit = block.exit;
    graph.items.get(copy).addAll(graph.items.get(block));
    if (graph.decisive.containsKey(block)) {
      graph.decisive.put(copy, graph.decisive.get(block));
    }
    return copy;
  }

  /** Leads all edges to where one way led; each has a block of its own where ways meet. */
  private void connect(Block from, Block target, List<Edge> edges) {
    if (target.exit instanceof Return && graph.items.get(target).stream().noneMatch(Graph.Item::isEffect)) {
      edges.forEach(edge -> set(edge, edge == edges.getFirst() ? target : copy(target)));
      edges.forEach(edge -> graph.before.put(next(edge), new ArrayList<>(List.of(edge.from()))));
      return;
    }
    boolean passes = graph.items.get(target).isEmpty() && graph.before.get(target).size() == 1
        && target.exit instanceof Jump && graph.phisOf(target).isEmpty();
    Block join = passes ? ((Jump) target.exit).to() : target;
    List<Block> ways = graph.before.get(join);
    int index = ways.indexOf(passes ? target : from);
    if (edges.size() == 1) {
      set(edges.getFirst(), target);
      graph.before.get(target).replaceAll(way -> way == from ? edges.getFirst().from() : way);
      return;
    }
    for (int i = 0; i < edges.size(); i++) {
      Block way = passes && i == 0 ? target : graph.block();
      way.exit = new Jump(join);
      set(edges.get(i), way);
      graph.before.put(way, new ArrayList<>(List.of(edges.get(i).from())));
      if (i == 0) {
        ways.set(index, way);
      } else {
        ways.add(way);
        for (Node phi : graph.phisOf(join)) {
          phi.inputs = Arrays.copyOf(phi.inputs, phi.inputs.length + 1);
          phi.inputs[phi.inputs.length - 1] = phi.inputs[index];
        }
      }
    }
  }
}
