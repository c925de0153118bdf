package swerefactor.analyser.inversion;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import swerefactor.analyser.inversion.Flow.Block;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Graph.Item;
import swerefactor.analyser.inversion.Graph.Node;

/** Drops evaluations that cannot fail any more: the same was evaluated, or its object used, on every way before. */
final class Evaluations {
  /** What is known at the end of a block: values evaluated, and values that are not null. */
  private record Known(Set<Node> done, Set<Node> present) {
    static Known nothing() {
      return new Known(new HashSet<>(), new HashSet<>());
    }

    Known copy() {
      return new Known(new HashSet<>(done), new HashSet<>(present));
    }
  }

  private final Graph graph;
  private final Map<Block, Known> atEnd = new IdentityHashMap<>();
  /** What is known where a block's last step fails: all but what that step would tell. */
  private final Map<Block, Known> atFailure = new IdentityHashMap<>();

  private Evaluations(Graph graph) {
    this.graph = graph;
  }

  static void dropRepeated(Graph graph) {
    Evaluations evaluations = new Evaluations(graph);
    evaluations.settle();
    for (Block block : graph.blocks) {
      evaluations.drop(block);
    }
    graph.forgetWays();
  }

  /**
   * Starts with everything known where no way is looked at yet, so that what is known only shrinks: a loop
   * that is never left would otherwise swing between two states for ever.
   */
  private void settle() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : graph.blocks) {
        Known now = before(block);
        if (now == null) {
          continue;
        }
        List<Item> items = graph.items.get(block);
        items.stream().filter(item -> !item.isEffect()).forEach(item -> learn(item, now));
        changed |= !now.equals(atFailure.put(block, now.copy()));
        items.stream().filter(Item::isEffect).forEach(item -> learn(item, now));
        changed |= !now.equals(atEnd.put(block, now));
      }
    }
  }

  /** What is known on all ways to a block; null, which is everything, where none was looked at yet. */
  private Known before(Block block) {
    Known all = block == graph.entry ? Known.nothing() : null;
    for (Block way : graph.before.get(block)) {
      Known known = way.handler == block ? atFailure.get(way) : atEnd.get(way);
      if (known == null) {
        continue;
      }
      if (all == null) {
        all = known.copy();
      } else {
        all.done().retainAll(known.done());
        all.present().retainAll(known.present());
      }
    }
    return all;
  }

  private static void learn(Item item, Known known) {
    Node node = item.node().now();
    if (!item.isEffect()) {
      known.done().add(node);
    }
    if (node.dereferences && node.inputs.length > 0) {
      known.present().add(node.input(0));
    }
  }

  private void drop(Block block) {
    Known found = before(block);
    Known known = found == null ? Known.nothing() : found; // No way leads there.
    List<Item> items = graph.items.get(block);
    // What has turned out to be what an effect gives is evaluated where that is done.
    items.removeIf(item -> !item.isEffect() && item.node().now().kind == Kind.EFFECT);
    items.replaceAll(item -> new Item(item.node().now(), item.isEffect()));
    items.removeIf(item -> {
      Node node = item.node();
      boolean needless = item.isEffect()
          ? node.op == Op.ASKS && isThere(node.input(0), known)
          : node.kind == Kind.TOTAL || known.done().contains(node) || holds(node, known);
      learn(item, known);
      return needless;
    });
  }

  /** Whether a value only needs its object, and that is there. */
  private static boolean holds(Node node, Known known) {
    boolean needsOnlyObject = node.dereferences
        && (node.op == Op.FIELD || node.op == Op.LENGTH || node.op == Op.CALL && node.values == 1 && isTotal(node.name));
    return needsOnlyObject && isThere(node.input(0), known);
  }

  private static boolean isThere(Node object, Known known) {
    return object.present || known.present().contains(object);
  }

  /** Methods of the JDK without arguments that always give a value. */
  private static boolean isTotal(String name) {
    return name.matches(
        "java\\.lang\\.(String|CharSequence)#(length|isEmpty|trim|strip|toLowerCase|toUpperCase|isBlank)\\(\\)"
            + "|java\\.time\\.\\w+#(get\\w*|is\\w*|to\\w+Part|toLocal\\w+|toHours|toMinutes|toDays|toMillis|lengthOf\\w+)\\(\\)"
            + "|java\\.util\\.(Collection|Map|List)#(size|isEmpty)\\(\\)|java\\.lang\\.Enum#(name|ordinal)\\(\\)");
  }
}
