package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import swerefactor.analyser.inversion.Flow.Block;
import swerefactor.analyser.inversion.Flow.Body;
import swerefactor.analyser.inversion.Flow.Exit;
import swerefactor.analyser.inversion.Flow.Jump;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Flow.Step;
import swerefactor.analyser.inversion.Flow.Variable;

/** The blocks of one method or lambda while they are made: where the next step goes, and out to where. */
final class Code {
  /** Around the present statement: something that can be left, or must be done when leaving. */
  static final class Scope {
    final Scope outer;
    /** The handler outside of it. */
    final Block handlerOutside;
    /** The labels that {@code break} may name, the empty one for an unlabelled one. */
    final List<String> breaks = new ArrayList<>();
    final List<String> continues = new ArrayList<>();
    Block onBreak;
    Block onContinue;
    /** Where {@code yield} and {@code return} lead, and with what. */
    Block onYield;
    Block onReturn;
    Variable result;
    /** What is done on every way out. */
    Runnable last;

    Scope(Scope outer, Block handlerOutside) {
      this.outer = outer;
      this.handlerOutside = handlerOutside;
    }
  }

  final List<Block> blocks = new ArrayList<>();
  final Block entry;
  Block now;
  Block handler;
  Scope scope;
  /** Set while the body of a constructor or initializer is read: even final fields get their values here. */
  boolean buildsObject;
  /** Set while values are only looked at, where they are not evaluated. */
  boolean forArgument;
  private final Map<String, Variable> memory = new HashMap<>();
  private int temporaries;

  /** How many pieces of code this one stands in. */
  final int depth;

  Code(int depth) {
    this.depth = depth;
    entry = block();
    now = entry;
  }

  Block block() {
    Block block = new Block(blocks.size());
    blocks.add(block);
    return block;
  }

  Variable temporary() {
    return new Variable("t" + temporaries++);
  }

  /** A part of the memory; steps that change it and those that read it stay apart. */
  Variable memory(String part) {
    return memory.computeIfAbsent(part, name -> {
      Variable variable = new Variable(name);
      variable.isMemory = true;
      variable.depth = depth;
      return variable;
    });
  }

  /** Adds a step with a new temporary as its target. */
  Variable add(Op op, String name, Kind kind, Place place, List<Variable> inputs) {
    return add(op, name, kind, place, inputs, List.of(), null);
  }

  Variable add(
      Op op, String name, Kind kind, Place place, List<Variable> inputs, List<Variable> changes, Body body) {
    Variable target = temporary();
    boolean isField = op == Op.FIELD;
    if (isField && kind == Kind.FAILS && handler != null && handler.catchesNull) {
      needObject(inputs, place);
    }
    Kind pinned = isField ? kind : pinned(kind);
    add(new Step(op, name, pinned, List.copyOf(inputs), target, changes, place, body, forArgument));
    return target;
  }

  private void needObject(List<Variable> inputs, Place place) {
    if (!inputs.isEmpty() && !inputs.getFirst().isMemory) {
      Variable asked = temporary();
      asked.dereferences = true;
      add(new Step(Op.ASKS, "", Kind.EFFECT, List.of(inputs.getFirst()), asked, List.of(), place, null, false));
    }
  }

  /**
   * What may fail where it is caught keeps its place: a handler may see that it has failed. Of a field only
   * its object is needed, which matters where the handler sees that it is missing, and once for all its fields.
   */
  private Kind pinned(Kind kind) {
    return kind == Kind.FAILS && handler != null && handler.catches ? Kind.EFFECT : kind;
  }

  private void add(Step step) {
    boolean isEffect = step.kind() == Kind.EFFECT;
    if (isEffect && handler != null) {
      enterHandled();
    } else if (isEffect && now.handler != null) {
      continueIn(block());
    }
    now.steps.add(step);
    if (isEffect && now.handler != null) {
      continueIn(block());
    }
  }

  /** Makes the present block one whose exceptions go to the present handler. */
  void enterHandled() {
    if (now.hasEffects() || now.handler != null && now.handler != handler) {
      continueIn(block());
    }
    now.handler = handler;
  }

  void copy(Variable from, Variable to, Place place) {
    now.steps.add(new Step(Op.COPY, "", Kind.TOTAL, List.of(from), to, List.of(), place, null, false));
  }

  /** Ends the present block; what follows without a way to it goes into a block that is never reached. */
  void exit(Exit exit) {
    now.exit = exit;
    now = block();
  }

  void jump(Block to) {
    exit(new Jump(to));
  }

  /** Goes on in a block. */
  void continueIn(Block block) {
    now.exit = new Jump(block);
    now = block;
  }

  /** Goes on in a block to which others lead, not this one. */
  void begin(Block block) {
    now = block;
  }

  Scope open() {
    scope = new Scope(scope, handler);
    return scope;
  }

  void close() {
    scope = scope.outer;
  }

  /** Does what must be done on the way out of all scopes within this one, and leaves it if asked. */
  void leave(Scope target, boolean targetToo) {
    Scope savedScope = scope;
    Block savedHandler = handler;
    for (Scope at = scope; at != null; at = at.outer) {
      if (at == target && !targetToo) {
        break;
      }
      if (at.last != null) {
        scope = at.outer;
        handler = at.handlerOutside;
        at.last.run();
      }
      if (at == target) {
        break;
      }
    }
    scope = savedScope;
    handler = savedHandler;
  }

  Flow done() {
    return new Flow(entry, blocks);
  }
}
