package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.AssertStatement;
import org.eclipse.jdt.core.dom.BreakStatement;
import org.eclipse.jdt.core.dom.CatchClause;
import org.eclipse.jdt.core.dom.ConstructorInvocation;
import org.eclipse.jdt.core.dom.ContinueStatement;
import org.eclipse.jdt.core.dom.DoStatement;
import org.eclipse.jdt.core.dom.EmptyStatement;
import org.eclipse.jdt.core.dom.EnhancedForStatement;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.ExpressionStatement;
import org.eclipse.jdt.core.dom.ForStatement;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.IfStatement;
import org.eclipse.jdt.core.dom.LabeledStatement;
import org.eclipse.jdt.core.dom.ReturnStatement;
import org.eclipse.jdt.core.dom.SingleVariableDeclaration;
import org.eclipse.jdt.core.dom.Statement;
import org.eclipse.jdt.core.dom.SuperConstructorInvocation;
import org.eclipse.jdt.core.dom.SwitchStatement;
import org.eclipse.jdt.core.dom.SynchronizedStatement;
import org.eclipse.jdt.core.dom.ThrowStatement;
import org.eclipse.jdt.core.dom.TryStatement;
import org.eclipse.jdt.core.dom.Type;
import org.eclipse.jdt.core.dom.TypeDeclarationStatement;
import org.eclipse.jdt.core.dom.UnionType;
import org.eclipse.jdt.core.dom.VariableDeclarationExpression;
import org.eclipse.jdt.core.dom.VariableDeclarationFragment;
import org.eclipse.jdt.core.dom.VariableDeclarationStatement;
import org.eclipse.jdt.core.dom.WhileStatement;
import org.eclipse.jdt.core.dom.YieldStatement;
import swerefactor.analyser.inversion.Code.Scope;
import swerefactor.analyser.inversion.Flow.Block;
import swerefactor.analyser.inversion.Flow.Branch;
import swerefactor.analyser.inversion.Flow.Dispatch;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Flow.Return;
import swerefactor.analyser.inversion.Flow.Throw;
import swerefactor.analyser.inversion.Flow.Variable;

/** Reads statements into blocks. */
final class Statements {
  private static final String ANY = "any";
  private static final Pattern CATCHES_NULL =
      Pattern.compile("(^|\\|)(java\\.lang\\.)?(NullPointerException|RuntimeException|Exception|Throwable)(\\||$)");
  private final Reading reading;
  /** The labels right before the statement that is read. */
  private List<String> labels = List.of();

  Statements(Reading reading) {
    this.reading = reading;
  }

  private Code code() {
    return reading.code;
  }

  private Place place(ASTNode node) {
    return reading.expressions.place(node);
  }

  void run(Statement statement) {
    List<String> own = labels;
    labels = List.of();
    switch (statement) {
      case org.eclipse.jdt.core.dom.Block block -> runAll(block.statements());
      case ExpressionStatement only -> reading.expressions.run(only.getExpression());
      case VariableDeclarationStatement declaration -> declare(declaration.fragments());
      case IfStatement choice -> choose(choice);
      case ForStatement loop -> loop(loop, own);
      case EnhancedForStatement loop -> loop(loop, own);
      case WhileStatement loop -> loop(loop, own);
      case DoStatement loop -> loop(loop, own);
      case LabeledStatement labelled -> labelled(labelled, own);
      case ReturnStatement end -> giveBack(end);
      case BreakStatement out -> {
        String label = out.getLabel() == null ? "" : out.getLabel().getIdentifier();
        goTo(scope -> scope.breaks.contains(label), false);
      }
      case ContinueStatement next -> {
        String label = next.getLabel() == null ? "" : next.getLabel().getIdentifier();
        goTo(scope -> scope.continues.contains(label), true);
      }
      case YieldStatement value -> yieldValue(value);
      case ThrowStatement fail -> fail(fail);
      case TryStatement attempt -> attempt(attempt);
      case SynchronizedStatement guarded -> {
        Variable lock = reading.expressions.value(guarded.getExpression());
        locked(lock, place(guarded), () -> run(guarded.getBody()));
      }
      case SwitchStatement choice -> reading.switches.run(choice, own);
      case AssertStatement claim -> claim(claim);
      case ConstructorInvocation call -> reading.calls.construct(call, call.resolveConstructorBinding(), call.arguments());
      case SuperConstructorInvocation call ->
          reading.calls.construct(call, call.resolveConstructorBinding(), call.arguments());
      case TypeDeclarationStatement local -> reading.classes.declare(local);
      case EmptyStatement _ -> {}
      default -> code().add(Op.LITERAL, statement.toString(), Kind.EFFECT, place(statement), List.of());
    }
  }

  void runAll(List<?> statements) {
    for (Object statement : statements) {
      run((Statement) statement);
    }
  }

  void declare(List<?> fragments) {
    for (Object each : fragments) {
      VariableDeclarationFragment fragment = (VariableDeclarationFragment) each;
      if (fragment.getInitializer() != null) {
        IVariableBinding binding = fragment.resolveBinding();
        Variable value =
            reading.expressions.initial(fragment.getInitializer(), binding == null ? null : binding.getType());
        Variable local = reading.local(binding, fragment.getName().getIdentifier());
        code().copy(value, local, place(fragment));
      }
    }
  }

  private void choose(IfStatement choice) {
    Block yes = code().block();
    Block no = code().block();
    Block after = code().block();
    reading.conditions.condition(choice.getExpression(), yes, no);
    code().begin(yes);
    run(choice.getThenStatement());
    code().jump(after);
    code().begin(no);
    if (choice.getElseStatement() != null) {
      run(choice.getElseStatement());
    }
    code().jump(after);
    code().begin(after);
  }

  // --- Loops and jumps ------------------------------------------------------------------------

  private Scope openLoop(List<String> own, Block next, Block after) {
    Scope scope = code().open();
    scope.breaks.add("");
    scope.breaks.addAll(own);
    scope.continues.add("");
    scope.continues.addAll(own);
    scope.onBreak = after;
    scope.onContinue = next;
    return scope;
  }

  private void loop(ForStatement loop, List<String> own) {
    for (Object each : loop.initializers()) {
      if (each instanceof VariableDeclarationExpression declaration) {
        declare(declaration.fragments());
      } else {
        reading.expressions.run((Expression) each);
      }
    }
    Block head = code().block();
    Block body = code().block();
    Block next = code().block();
    Block after = code().block();
    code().continueIn(head);
    if (loop.getExpression() != null) {
      reading.conditions.condition(loop.getExpression(), body, after);
    } else {
      code().jump(body);
    }
    code().begin(body);
    openLoop(own, next, after);
    run(loop.getBody());
    code().close();
    code().jump(next);
    code().begin(next);
    for (Object each : loop.updaters()) {
      reading.expressions.run((Expression) each);
    }
    code().jump(head);
    code().begin(after);
  }

  private void loop(WhileStatement loop, List<String> own) {
    Block head = code().block();
    Block body = code().block();
    Block after = code().block();
    code().continueIn(head);
    reading.conditions.condition(loop.getExpression(), body, after);
    code().begin(body);
    openLoop(own, head, after);
    run(loop.getBody());
    code().close();
    code().jump(head);
    code().begin(after);
  }

  private void loop(DoStatement loop, List<String> own) {
    Block body = code().block();
    Block next = code().block();
    Block after = code().block();
    code().continueIn(body);
    openLoop(own, next, after);
    run(loop.getBody());
    code().close();
    code().jump(next);
    code().begin(next);
    reading.conditions.condition(loop.getExpression(), body, after);
    code().begin(after);
  }

  private void loop(EnhancedForStatement loop, List<String> own) {
    Place place = place(loop);
    Variable over = reading.expressions.value(loop.getExpression());
    ITypeBinding type = loop.getExpression().resolveTypeBinding();
    boolean isArray = type != null && type.isArray();
    String name = isArray ? "array" : "";
    // An iterator of the project may do anything at each step.
    List<Variable> changes = isArray ? List.of()
        : List.of(code().memory(Purity.isContainer(type, reading.names) ? "library" : "world"));
    Variable position = code().add(Op.LOOP, name, Kind.EFFECT, place, List.of(over), changes, null);
    position.dereferences = true;
    Block head = code().block();
    Block body = code().block();
    Block after = code().block();
    code().continueIn(head);
    Variable more = code().add(Op.MORE, name, Kind.EFFECT, place, List.of(position), changes, null);
    code().exit(new Branch(more, body, after, place));
    code().begin(body);
    Variable value = code().add(Op.NEXT, name, Kind.EFFECT, place, List.of(position), changes, null);
    SingleVariableDeclaration parameter = loop.getParameter();
    IVariableBinding binding = parameter.resolveBinding();
    Variable element = binding == null
        ? value
        : reading.conversions.convert(value, elementType(type, binding), binding.getType(), place);
    code().copy(element, reading.local(binding, parameter.getName().getIdentifier()), place);
    openLoop(own, head, after);
    run(loop.getBody());
    code().close();
    code().jump(head);
    code().begin(after);
  }

  /** The static type of the elements, as far as it makes a difference: boxed or not. */
  private static ITypeBinding elementType(ITypeBinding type, IVariableBinding variable) {
    if (type != null && type.isArray()) {
      return type.getComponentType();
    }
    if (type != null && variable.getType().isPrimitive() && type.getTypeArguments().length == 1) {
      return type.getTypeArguments()[0];
    }
    return null;
  }

  private void labelled(LabeledStatement labelled, List<String> own) {
    List<String> all = new ArrayList<>(own);
    all.add(labelled.getLabel().getIdentifier());
    Statement body = labelled.getBody();
    boolean takesLabels = body instanceof ForStatement || body instanceof EnhancedForStatement
        || body instanceof WhileStatement || body instanceof DoStatement || body instanceof SwitchStatement
        || body instanceof LabeledStatement;
    if (takesLabels) {
      labels = all;
      run(body);
      return;
    }
    Block after = code().block();
    Scope scope = code().open();
    scope.breaks.addAll(all);
    scope.onBreak = after;
    run(body);
    code().close();
    code().continueIn(after);
  }

  private void goTo(Predicate<Scope> fits, boolean isContinue) {
    for (Scope at = code().scope; at != null; at = at.outer) {
      if (fits.test(at)) {
        code().leave(at, false);
        code().jump(isContinue ? at.onContinue : at.onBreak);
        return;
      }
    }
  }

  private void yieldValue(YieldStatement statement) {
    for (Scope at = code().scope; at != null; at = at.outer) {
      if (at.onYield != null) {
        reading.switches.give(statement.getExpression(), at);
        return;
      }
    }
  }

  private void giveBack(ReturnStatement end) {
    Place place = place(end);
    Scope target = code().scope;
    while (target != null && target.onReturn == null) {
      target = target.outer;
    }
    Variable value = end.getExpression() == null
        ? null
        : reading.expressions.initial(end.getExpression(), reading.calls.returned(end));
    if (value != null && target != null) {
      code().copy(value, target.result, place);
    }
    code().leave(target, false);
    code().exit(target == null ? new Return(value, place) : new Flow.Jump(target.onReturn));
  }

  // --- Exceptions -----------------------------------------------------------------------------

  private void fail(ThrowStatement fail) {
    Variable value = reading.expressions.value(fail.getExpression());
    raise(value, place(fail));
  }

  private void raise(Variable value, Place place) {
    if (code().handler != null) {
      code().enterHandled();
    } else if (code().now.handler != null) {
      code().continueIn(code().block());
    }
    code().exit(new Throw(value, place));
  }

  private void claim(AssertStatement claim) {
    Place place = place(claim);
    Block check = code().block();
    Block wrong = code().block();
    Block after = code().block();
    Variable enabled = code().add(Op.ASSERTIONS, "", Kind.TOTAL, place, List.of());
    code().exit(new Branch(enabled, check, after, place));
    code().begin(check);
    reading.conditions.condition(claim.getExpression(), after, wrong);
    code().begin(wrong);
    List<Variable> inputs = claim.getMessage() == null
        ? List.of()
        : List.of(reading.expressions.value(claim.getMessage()));
    raise(code().add(Op.NEW, "java.lang.AssertionError", Kind.EFFECT, place, inputs), place);
    code().begin(after);
  }

  /** {@code try}: resources, then what is done with them, caught, and done at last. */
  private void attempt(TryStatement attempt) {
    Runnable inner = attempt.resources().isEmpty()
        ? () -> run(attempt.getBody())
        : () -> withResources(attempt, 0);
    Runnable caught = attempt.catchClauses().isEmpty() ? inner : () -> catching(attempt, inner);
    if (attempt.getFinally() != null) {
      finishing(caught, () -> run(attempt.getFinally()), place(attempt.getFinally()));
    } else {
      caught.run();
    }
  }

  private void withResources(TryStatement attempt, int number) {
    if (number == attempt.resources().size()) {
      run(attempt.getBody());
      return;
    }
    ASTNode resource = (ASTNode) attempt.resources().get(number);
    Place place = place(resource);
    Variable opened;
    if (resource instanceof VariableDeclarationExpression declaration) {
      declare(declaration.fragments());
      VariableDeclarationFragment fragment = (VariableDeclarationFragment) declaration.fragments().getFirst();
      opened = reading.local(fragment.resolveBinding(), fragment.getName().getIdentifier());
    } else {
      opened = reading.expressions.value((Expression) resource);
    }
    Runnable close = () ->
        code().add(Op.CLOSE, "", Kind.EFFECT, place, List.of(opened), List.of(code().memory("world")), null);
    finishing(() -> withResources(attempt, number + 1), close, place);
  }

  void locked(Variable lock, Place place, Runnable work) {
    code().add(Op.LOCK, "", Kind.EFFECT, place, List.of(lock), List.of(code().memory("world")), null).dereferences = true;
    // What is read under a lock is not what is read after it.
    finishing(work,
        () -> code().add(Op.UNLOCK, "", Kind.EFFECT, place, List.of(lock), List.of(code().memory("world")), null), place);
  }

  /** Does some work, and on every way out of it what comes last. */
  private void finishing(Runnable work, Runnable last, Place place) {
    Block outer = code().handler;
    Block dispatch = code().block();
    Block unwinding = code().block();
    Block after = code().block();
    Scope scope = code().open();
    scope.last = last;
    dispatch.catches = outer != null && outer.catches;
    dispatch.catchesNull = outer != null && outer.catchesNull;
    startHandled(dispatch);
    work.run();
    code().close();
    endHandled(outer);
    last.run();
    code().jump(after);
    dispatch.exit = new Dispatch(new LinkedHashMap<>(Map.of(ANY, unwinding)), null, place);
    code().begin(unwinding);
    Variable thrown = code().add(Op.CAUGHT, ANY, Kind.TOTAL, place, List.of());
    last.run();
    raise(thrown, place);
    code().begin(after);
  }

  private void startHandled(Block dispatch) {
    code().continueIn(code().block());
    code().handler = dispatch;
  }

  private void endHandled(Block outer) {
    code().handler = outer;
    code().continueIn(code().block());
  }

  private void catching(TryStatement attempt, Runnable work) {
    Block outer = code().handler;
    Block dispatch = code().block();
    Block after = code().block();
    dispatch.catches = true;
    dispatch.catchesNull = outer != null && outer.catchesNull
        || attempt.catchClauses().stream().anyMatch(clause ->
            CATCHES_NULL.matcher(caught(((CatchClause) clause).getException().getType())).find());
    startHandled(dispatch);
    work.run();
    endHandled(outer);
    code().jump(after);
    Map<String, Block> clauses = new LinkedHashMap<>();
    for (Object each : attempt.catchClauses()) {
      CatchClause clause = (CatchClause) each;
      SingleVariableDeclaration exception = clause.getException();
      Block body = code().block();
      clauses.put(caught(exception.getType()), body);
      code().begin(body);
      Place place = place(clause);
      Variable value = code().add(Op.CAUGHT, "", Kind.TOTAL, place, List.of());
      value.present = true;
      code().copy(value, reading.local(exception.resolveBinding(), exception.getName().getIdentifier()), place);
      run(clause.getBody());
      code().jump(after);
    }
    dispatch.exit = new Dispatch(clauses, outer, place((ASTNode) attempt.catchClauses().getFirst()));
    code().begin(after);
  }

  private String caught(Type type) {
    if (type instanceof UnionType union) {
      List<String> names = new ArrayList<>();
      for (Object each : union.types()) {
        names.add(reading.names.type(((Type) each).resolveBinding()));
      }
      names.sort(null);
      return String.join("|", names);
    }
    return reading.names.type(type.resolveBinding());
  }
}
