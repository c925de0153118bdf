package swerefactor.analyser.inversion;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import swerefactor.analyser.inversion.Flow.Block;
import swerefactor.analyser.inversion.Flow.Branch;
import swerefactor.analyser.inversion.Flow.Jump;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Select;
import swerefactor.analyser.inversion.Flow.Throw;
import swerefactor.analyser.inversion.Graph.Item;
import swerefactor.analyser.inversion.Graph.Node;

/**
 * Which objects are not null at a step: those that were asked something, or tested, on every way to it. Of those
 * that are asked something on every way from it the code would fail where they were null, too.
 *
 * <p>Looks at a graph as it was read, before evaluations lose their places.
 */
final class Presence {
  /** A place between the items of a block. */
  record At(Block block, int index) {}

  private final Graph graph;
  private final Map<Block, Set<Node>> atEnd = new IdentityHashMap<>();
  /** What is known where a block's last step fails. */
  private final Map<Block, Set<Node>> atFailure = new IdentityHashMap<>();
  /** What is asked from the start of a block on. */
  private final Map<Block, Set<Node>> asked = new IdentityHashMap<>();

  Presence(Graph graph) {
    this.graph = graph;
  }

  // Both start with everything where nothing was looked at yet, which is null, so that sets only shrink.

  private void settleForwards() {
    boolean changed = atEnd.isEmpty();
    while (changed) {
      changed = false;
      for (Block block : graph.blocks) {
        Set<Node> now = knownAtStart(block);
        if (now != null) {
          List<Item> items = graph.items.get(block);
          items.stream().filter(item -> !item.isEffect()).forEach(item -> learn(item.node(), now));
          changed |= !now.equals(atFailure.put(block, new HashSet<>(now)));
          items.stream().filter(Item::isEffect).forEach(item -> learn(item.node(), now));
          changed |= !now.equals(atEnd.put(block, now));
        }
      }
    }
  }

  private void settleBackwards() {
    boolean changed = asked.isEmpty();
    while (changed) {
      changed = false;
      for (Block block : graph.blocks.reversed()) {
        Set<Node> now = askedFrom(block, 0);
        changed |= now != null && !now.equals(asked.put(block, now));
      }
    }
  }

  /** The objects that are known to be there at a place. */
  Set<Node> known(At at) {
    settleForwards();
    Set<Node> start = knownAtStart(at.block());
    Set<Node> known = start == null ? new HashSet<>() : start; // No way leads there.
    graph.items.get(at.block()).subList(0, at.index()).forEach(item -> learn(item.node(), known));
    return known;
  }

  /** The objects that are asked something on every way from a place to the end of the method. */
  Set<Node> askedFrom(At at) {
    settleBackwards();
    Set<Node> asked = askedFrom(at.block(), at.index());
    return asked == null ? Set.of() : asked;
  }

  // --- On the ways before ---------------------------------------------------------------------

  private Set<Node> knownAtStart(Block block) {
    Set<Node> all = block == graph.entry ? new HashSet<>() : null;
    List<Block> ways = graph.before.get(block);
    for (Block way : ways) {
      Set<Node> known = along(way, block);
      if (known != null && all == null) {
        all = known;
      } else if (known != null) {
        all.retainAll(known);
      }
    }
    if (all != null) {
      for (Node phi : graph.phisOf(block)) {
        if (isPresentOnAllWays(phi, block, ways)) {
          all.add(phi);
        }
      }
    }
    return all;
  }

  private boolean isPresentOnAllWays(Node phi, Block block, List<Block> ways) {
    for (int i = 0; i < ways.size(); i++) {
      Set<Node> known = along(ways.get(i), block);
      Node value = phi.input(i);
      if (!value.present && known != null && !known.contains(value)) {
        return false;
      }
    }
    return true;
  }

  private Set<Node> along(Block from, Block to) {
    Set<Node> known = from.handler == to ? atFailure.get(from) : atEnd.get(from);
    if (known == null) {
      return null;
    }
    Set<Node> along = new HashSet<>(known);
    along.addAll(tested(from, to));
    return along;
  }

  private static void learn(Node item, Set<Node> known) {
    Node object = asked(item.now());
    if (object != null) {
      known.add(object);
    }
  }

  /** The object without which a step fails, or null. Calls that are compared as moved can't vouch for each other. */
  private static Node asked(Node node) {
    boolean asks = node.dereferences && node.memory.isEmpty()
        || node.op == Op.CALL && node.name.startsWith("java.util.Objects#requireNonNull(");
    return asks && node.inputs.length > 0 ? node.input(0) : null;
  }

  // --- On the ways from there -----------------------------------------------------------------

  /**
   * Null where no way ends well, as far as is known yet: the method then fails in any case, and what it does
   * before is not told apart from failing at once.
   */
  private Set<Node> askedFrom(Block block, int index) {
    Set<Node> now = new HashSet<>();
    List<Item> items = graph.items.get(block);
    for (Item item : items.subList(index, items.size())) {
      if (item.isEffect() && block.handler != null) {
        return now; // Its failure is seen by the handler.
      }
      learn(item.node(), now);
    }
    if (block.exit instanceof Throw && block.handler == null) {
      return null;
    }
    List<Block> successors = successors(block);
    Set<Node> onAll = null;
    for (Block next : successors) {
      if (asked.containsKey(next)) {
        // Where an object is not null it needs not be asked.
        Set<Node> along = new HashSet<>(asked.get(next));
        along.addAll(tested(block, next));
        if (onAll == null) {
          onAll = along;
        } else {
          onAll.retainAll(along);
        }
      }
    }
    if (onAll == null && !successors.isEmpty()) {
      return null;
    }
    now.addAll(onAll == null ? Set.of() : onAll);
    return now;
  }

  private static List<Block> successors(Block block) {
    return block.exit instanceof Jump || block.exit instanceof Branch || block.exit instanceof Select
        ? Flow.targets(block.exit)
        : List.of();
  }

  // --- Tests for null -------------------------------------------------------------------------

  /** The objects that a branch finds not to be null where it goes from one block to another. */
  private Set<Node> tested(Block from, Block to) {
    if (!(from.exit instanceof Branch branch) || branch.yes() == branch.no()) {
      return Set.of();
    }
    Node condition = graph.decisive.get(from).now();
    boolean holds = (branch.yes() == to) == (condition.op != Op.NOT);
    Node test = plain(condition);
    Node object = holds
        ? test.op == Op.INSTANCE ? test.input(0) : null
        : comparedWithNull(test);
    return object == null ? Set.of() : Set.of(object);
  }

  private static Node plain(Node condition) {
    return condition.op == Op.NOT ? condition.input(0) : condition;
  }

  /** The object that is compared with null, or null where another thing is done. */
  static Node comparedWithNull(Node test) {
    if (test.op != Op.EQUAL || test.inputs.length != 2) {
      return null;
    }
    boolean isLeft = test.input(0).isLiteral("null null");
    boolean isRight = test.input(1).isLiteral("null null");
    return isLeft == isRight ? null : test.input(isLeft ? 1 : 0);
  }
}
