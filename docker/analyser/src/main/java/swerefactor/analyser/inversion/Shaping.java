package swerefactor.analyser.inversion;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import swerefactor.analyser.inversion.Flow.Block;
import swerefactor.analyser.inversion.Flow.Branch;
import swerefactor.analyser.inversion.Flow.Exit;
import swerefactor.analyser.inversion.Flow.Jump;
import swerefactor.analyser.inversion.Flow.Return;

/**
 * Brings the blocks of a flow into a form that does not depend on how the code was written: no empty
 * blocks, runs of steps as long as can be, and each way to a decision that only looks at values with a
 * decision of its own. None of it changes what the code does.
 */
final class Shaping {
  /** So many blocks may come of a flow by giving ways a decision of their own. */
  private static final int MOST_BLOCKS = 500;

  private Shaping() {}

  /**
   * {@code level} says what is copied, so that each way to it has one of its own: on 0 returns, on 1 also
   * decisions that only look at values, on 2 everything up to the end of the method.
   */
  static void shape(Flow flow, int level) {
    boolean changed = true;
    while (changed) {
      changed = skipEmpty(flow);
      changed |= join(flow);
      changed |= copy(flow, level);
    }
    split(flow);
  }

  /** Gives each way from a decision to where ways meet a block of its own, empty if need be. */
  private static void split(Flow flow) {
    List<Block> blocks = flow.reachable();
    Map<Block, List<Block>> before = before(blocks);
    for (Block block : blocks) {
      Set<Block> targets = new LinkedHashSet<>(Flow.targets(block.exit));
      if (targets.size() < 2) {
        continue;
      }
      for (Block target : targets) {
        if (before.get(target).size() > 1) {
          Block way = new Block(flow.blocks.size());
          flow.blocks.add(way);
          way.exit = new Jump(target);
          block.exit = Flow.redirect(block.exit, target, way);
        }
      }
    }
  }

  private static boolean skipEmpty(Flow flow) {
    boolean changed = false;
    for (Block block : flow.reachable()) {
      for (Block target : new ArrayList<>(Flow.targets(block.exit))) {
        Block end = target;
        Set<Block> seen = new HashSet<>();
        while (end.steps.isEmpty() && end.exit instanceof Jump jump && end != flow.entry && seen.add(end)) {
          end = jump.to();
        }
        if (end != target) {
          block.exit = Flow.redirect(block.exit, target, end);
          changed = true;
        }
      }
      if (block.exit instanceof Branch branch && branch.yes() == branch.no()) {
        block.exit = new Jump(branch.yes());
        changed = true;
      }
    }
    return changed;
  }

  private static Map<Block, List<Block>> before(List<Block> blocks) {
    Map<Block, List<Block>> before = new IdentityHashMap<>();
    blocks.forEach(block -> before.put(block, new ArrayList<>()));
    for (Block block : blocks) {
      for (Block next : block.next()) {
        before.get(next).add(block);
      }
    }
    return before;
  }

  /** Makes one of two blocks where one always follows the other and none else leads to it. */
  private static boolean join(Flow flow) {
    boolean changed = false;
    List<Block> blocks = flow.reachable();
    Map<Block, List<Block>> before = before(blocks);
    Set<Block> gone = new HashSet<>();
    for (Block block : blocks) {
      while (!gone.contains(block)
          && block.exit instanceof Jump jump
          && jump.to() != block
          && jump.to() != flow.entry
          && before.get(jump.to()).size() == 1
          && mayJoin(block, jump.to())) {
        Block next = jump.to();
        if (!block.throwsToHandler()) {
          block.handler = next.handler;
        }
        block.steps.addAll(next.steps);
        block.exit = next.exit;
        gone.add(next);
        for (Block after : block.next()) {
          before.get(after).replaceAll(each -> each == next ? block : each);
        }
        changed = true;
      }
    }
    return changed;
  }

  /** With a handler a block ends at what may throw, so that the handler sees what was done until then. */
  private static boolean mayJoin(Block block, Block next) {
    if (!block.hasEffects()) {
      return true;
    }
    return block.handler == null && !next.throwsToHandler();
  }

  private static boolean copy(Flow flow, int level) {
    List<Block> blocks = flow.reachable();
    if (blocks.size() > MOST_BLOCKS) {
      return false;
    }
    Map<Block, List<Block>> before = before(blocks);
    Set<Block> heads = loopHeads(flow);
    for (Block block : blocks) {
      if (block == flow.entry || before.get(block).size() < 2 || !mayCopy(block, level) || heads.contains(block)) {
        continue;
      }
      for (Block from : before.get(block)) {
        if (from.throwsToHandler() && from.handler == block) {
          return false;
        }
      }
      List<Block> ways = before.get(block);
      for (Block from : ways.subList(1, ways.size())) {
        from.exit = Flow.redirect(from.exit, block, copyOf(flow, block));
      }
      return true;
    }
    return false;
  }

  private static boolean mayCopy(Block block, int level) {
    if (level == 2 && block.handler == null && block.steps.size() < 60 && !(block.exit instanceof Flow.Dispatch)) {
      return !(block.exit instanceof Jump jump && jump.to() == block);
    }
    if (block.hasEffects()) {
      return false;
    }
    return switch (block.exit) {
      case Return _ -> true;
      case Branch _, Flow.Select _ -> level > 0;
      case Jump jump -> jump.to() != block;
      default -> false;
    };
  }

  private static Block copyOf(Flow flow, Block block) {
    Block copy = new Block(flow.blocks.size());
    flow.blocks.add(copy);
    copy.steps.addAll(block.steps);
    copy.exit = block.exit;
    return copy;
  }

  /** The blocks at which loops begin: a copy of one would unroll its loop. */
  private static Set<Block> loopHeads(Flow flow) {
    Set<Block> heads = new HashSet<>();
    LinkedHashSet<Block> open = new LinkedHashSet<>(List.of(flow.entry));
    Set<Block> seen = new HashSet<>(open);
    Deque<Iterator<Block>> next = new ArrayDeque<>(List.of(flow.entry.next().iterator()));
    while (!next.isEmpty()) {
      if (!next.peek().hasNext()) {
        next.pop();
        open.removeLast();
        continue;
      }
      Block block = next.peek().next();
      if (open.contains(block)) {
        heads.add(block);
      } else if (seen.add(block)) {
        open.addLast(block);
        next.push(block.next().iterator());
      }
    }
    return heads;
  }

  /** Whether an exit can be decided here and now: used after a condition has turned out to be constant. */
  static void decide(Block block, boolean holds) {
    Exit exit = block.exit;
    if (exit instanceof Branch branch) {
      block.exit = new Jump(holds ? branch.yes() : branch.no());
    }
  }
}
