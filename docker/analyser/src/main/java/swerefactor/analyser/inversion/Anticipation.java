package swerefactor.analyser.inversion;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import swerefactor.analyser.inversion.Flow.Block;
import swerefactor.analyser.inversion.Flow.Branch;
import swerefactor.analyser.inversion.Flow.Jump;
import swerefactor.analyser.inversion.Flow.Select;
import swerefactor.analyser.inversion.Graph.Item;
import swerefactor.analyser.inversion.Graph.Node;

/**
 * Drops arguments that are evaluated at a call and would be all the same a little later: on every way from
 * there, before anything is done that others could see. Whether it fails now or then makes no difference.
 */
final class Anticipation {
  private final Graph graph;

  private Anticipation(Graph graph) {
    this.graph = graph;
  }

  static void dropAnticipated(Graph graph) {
    Anticipation anticipation = new Anticipation(graph);
    for (Block block : graph.blocks) {
      List<Item> items = graph.items.get(block);
      for (int i = items.size() - 1; i >= 0; i--) {
        Item item = items.get(i);
        if (item.node().forArgument && !item.isEffect() && anticipation.comes(item.node().now(), block, i + 1, seen())) {
          items.remove(i);
        }
      }
    }
  }

  private static Set<Block> seen() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  private boolean comes(Node node, Block block, int from, Set<Block> seen) {
    List<Item> items = graph.items.get(block);
    for (Item item : items.subList(from, items.size())) {
      if (item.node().now() == node) {
        return true;
      }
      if (item.isEffect() && (block.handler != null || !isUnseen(item.node().now()))) {
        return false;
      }
    }
    boolean goesOn = block.exit instanceof Jump || block.exit instanceof Branch || block.exit instanceof Select;
    return goesOn && Flow.targets(block.exit).stream()
        .allMatch(next -> seen.add(next) && comes(node, next, 0, seen));
  }

  /** Whether nobody sees that an effect was done when the method fails afterwards. */
  private static boolean isUnseen(Node effect) {
    return switch (effect.op) {
      case NEW -> isOwn(effect);
      case ARRAY, LAMBDA -> true;
      case FIELD -> effect.changes.isEmpty();
      case LOOP, MORE, NEXT -> effect.changes.stream().allMatch("library"::equals);
      case CALL -> effect.changes.stream().allMatch("library"::equals) && effect.inputs.length > 0
          && isOwn(effect.input(0));
      default -> false;
    };
  }

  /** Whether an object is a text or collection that was begun here, and so is not seen by others yet. */
  private static boolean isOwn(Node object) {
    if (object.op == Flow.Op.CALL && object.name.matches("java\\.lang\\.(Abstract)?StringBu\\w+#append\\(.*")) {
      return isOwn(object.input(0));
    }
    return object.op == Flow.Op.NEW
        && object.name.matches("array .*|java\\.lang\\.StringBu.*|java\\.util\\.(StringJoiner|\\w*(List|Set|Map|Deque))\\b.*");
  }
}
