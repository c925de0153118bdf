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
 * Drops arguments that are evaluated at a call and would be all the same later, on every way from there. Then
 * the code fails in any case where one fails, and what it does before is not told apart.
 */
final class Anticipation {
  private Anticipation() {}

  static void dropAnticipated(Graph graph) {
    for (Block block : graph.blocks) {
      List<Item> items = graph.items.get(block);
      for (int i = items.size() - 1; i >= 0; i--) {
        Item item = items.get(i);
        if (item.node().forArgument && !item.isEffect() && comes(graph, item.node().now(), block, i + 1, seen())) {
          items.remove(i);
        }
      }
    }
  }

  private static Set<Block> seen() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  private static boolean comes(Graph graph, Node node, Block block, int from, Set<Block> seen) {
    List<Item> items = graph.items.get(block);
    for (Item item : items.subList(from, items.size())) {
      if (item.node().now() == node) {
        return true;
      }
      if (item.isEffect() && block.handler != null) {
        return false; // Its failure is seen by the handler.
      }
    }
    boolean goesOn = block.exit instanceof Jump || block.exit instanceof Branch || block.exit instanceof Select;
    return goesOn && Flow.targets(block.exit).stream()
        .allMatch(next -> seen.add(next) && comes(graph, node, next, 0, seen));
  }
}
