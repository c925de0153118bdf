package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.CaseDefaultExpression;
import org.eclipse.jdt.core.dom.EitherOrMultiPattern;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.ExpressionStatement;
import org.eclipse.jdt.core.dom.GuardedPattern;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.Name;
import org.eclipse.jdt.core.dom.NullLiteral;
import org.eclipse.jdt.core.dom.Pattern;
import org.eclipse.jdt.core.dom.RecordPattern;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.Statement;
import org.eclipse.jdt.core.dom.SwitchCase;
import org.eclipse.jdt.core.dom.SwitchExpression;
import org.eclipse.jdt.core.dom.SwitchStatement;
import org.eclipse.jdt.core.dom.ThrowStatement;
import org.eclipse.jdt.core.dom.TypePattern;
import org.eclipse.jdt.core.dom.VariableDeclaration;
import org.eclipse.jdt.core.dom.YieldStatement;
import swerefactor.analyser.inversion.Code.Scope;
import swerefactor.analyser.inversion.Flow.Block;
import swerefactor.analyser.inversion.Flow.Branch;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Flow.Select;
import swerefactor.analyser.inversion.Flow.Throw;
import swerefactor.analyser.inversion.Flow.Variable;

/** Reads {@code switch}, old and new, and patterns. */
final class Switches {
  private static final String DEFAULT = "default";
  private final Reading reading;

  Switches(Reading reading) {
    this.reading = reading;
  }

  private Code code() {
    return reading.code;
  }

  /** Cases that lead to the same statements. */
  private record Group(List<SwitchCase> cases, List<Statement> statements, Block block) {}

  void run(SwitchStatement choice, List<String> labels) {
    Block after = code().block();
    Scope scope = code().open();
    scope.breaks.add("");
    scope.breaks.addAll(labels);
    scope.onBreak = after;
    read(choice.getExpression(), choice.statements(), after, null, reading.expressions.place(choice));
    code().close();
    code().begin(after);
  }

  Variable value(SwitchExpression choice, Place place) {
    Block after = code().block();
    Scope scope = code().open();
    scope.onYield = after;
    scope.result = code().temporary();
    read(choice.getExpression(), choice.statements(), null, choice.resolveTypeBinding(), place);
    code().close();
    code().begin(after);
    return scope.result;
  }

  /** Gives a value to the switch expression of a scope. */
  void give(Expression expression, Scope scope) {
    ASTNode choice = expression;
    while (!(choice instanceof SwitchExpression)) {
      choice = choice.getParent();
    }
    Variable value = reading.conversions.valueAs(expression, ((SwitchExpression) choice).resolveTypeBinding());
    code().copy(value, scope.result, reading.expressions.place(expression));
    code().leave(scope, false);
    code().jump(scope.onYield);
  }

  private void read(Expression on, List<?> statements, Block after, ITypeBinding result, Place place) {
    List<Group> groups = groups(statements);
    Variable value = reading.expressions.value(on);
    boolean hasPatterns = groups.stream().flatMap(group -> group.cases().stream())
        .flatMap(label -> ((List<?>) label.expressions()).stream())
        .anyMatch(label -> label instanceof Pattern);
    Block none = after != null ? after : unmatched(place);
    if (hasPatterns) {
      tryInTurn(groups, value, on.resolveTypeBinding(), none, place);
    } else {
      select(groups, value, on.resolveTypeBinding(), none, place);
    }
    for (int i = 0; i < groups.size(); i++) {
      Group group = groups.get(i);
      code().begin(group.block());
      runGroup(group, result != null);
      boolean isRule = group.cases().getFirst().isSwitchLabeledRule();
      code().jump(isRule || i + 1 == groups.size() ? none : groups.get(i + 1).block());
    }
  }

  private void runGroup(Group group, boolean givesValue) {
    boolean isRule = group.cases().getFirst().isSwitchLabeledRule();
    if (isRule && givesValue && group.statements().size() == 1) {
      Statement only = group.statements().getFirst();
      Expression value = switch (only) {
        case ExpressionStatement statement -> statement.getExpression();
        // JDT makes a yield of the expression after an arrow.
        case YieldStatement made when made.isImplicit() -> made.getExpression();
        default -> null;
      };
      if (value != null) {
        give(value, code().scope);
        return;
      }
    }
    reading.statements.runAll(group.statements());
  }

  /** Where a switch expression ends up that has no case for its value. */
  private Block unmatched(Place place) {
    Block before = code().now;
    Block none = code().block();
    code().begin(none);
    Variable error = code().add(Op.NEW, "java.lang.MatchException", Kind.EFFECT, place, List.of());
    code().exit(new Throw(error, place));
    code().begin(before);
    return none;
  }

  private List<Group> groups(List<?> statements) {
    List<Group> groups = new ArrayList<>();
    for (Object each : statements) {
      if (each instanceof SwitchCase label) {
        boolean joins = !groups.isEmpty() && groups.getLast().statements().isEmpty() && !label.isSwitchLabeledRule();
        if (!joins) {
          groups.add(new Group(new ArrayList<>(), new ArrayList<>(), code().block()));
        }
        groups.getLast().cases().add(label);
      } else if (!groups.isEmpty()) {
        groups.getLast().statements().add((Statement) each);
      }
    }
    return groups;
  }

  private void select(List<Group> groups, Variable value, ITypeBinding type, Block none, Place place) {
    Map<String, Block> cases = new LinkedHashMap<>();
    for (Group group : groups) {
      for (SwitchCase label : group.cases()) {
        if (label.expressions().isEmpty()) {
          cases.put(DEFAULT, group.block());
        }
        for (Object each : label.expressions()) {
          cases.put(label((Expression) each), group.block());
        }
      }
    }
    cases.putIfAbsent(DEFAULT, none);
    if (type != null && !type.isPrimitive() && !cases.containsKey("null")) {
      reading.conversions.need(value, place);
    }
    code().exit(new Select(value, new TreeMap<>(cases), place));
  }

  private String label(Expression label) {
    if (label instanceof CaseDefaultExpression) {
      return DEFAULT;
    }
    if (label instanceof NullLiteral) {
      return "null";
    }
    if (label instanceof Name name
        && name.resolveBinding() instanceof IVariableBinding constant
        && constant.isEnumConstant()) {
      return "enum " + constant.getName();
    }
    Object value = label.resolveConstantExpressionValue();
    if (value == null) {
      return label instanceof SimpleName name ? "enum " + name.getIdentifier() : label.toString();
    }
    Object number = value instanceof Character character ? Integer.valueOf(character) : value;
    return number instanceof Number ? "int " + number : "String " + value;
  }

  // --- Patterns -------------------------------------------------------------------------------

  private void tryInTurn(List<Group> groups, Variable value, ITypeBinding type, Block none, Place place) {
    Block otherwise = none;
    for (Group group : groups) {
      for (SwitchCase label : group.cases()) {
        if (label.expressions().isEmpty()) {
          otherwise = group.block();
        }
        for (Object each : label.expressions()) {
          if (each instanceof CaseDefaultExpression) {
            otherwise = group.block();
            continue;
          }
          Block next = code().block();
          if (each instanceof Pattern pattern) {
            match(pattern, value, type, next);
            code().jump(group.block());
          } else {
            Variable constant = code().add(Op.LITERAL, label((Expression) each), Kind.TOTAL, place, List.of());
            Variable same = code().add(Op.EQUAL, "case", Kind.TOTAL, place, List.of(value, constant));
            code().exit(new Branch(same, group.block(), next, place));
          }
          code().begin(next);
        }
      }
    }
    code().jump(otherwise);
  }

  /** Goes on where a value matches a pattern, its variables set; jumps away where it doesn't. */
  void match(Pattern pattern, Variable value, ITypeBinding type, Block otherwise) {
    Place place = reading.expressions.place(pattern);
    switch (pattern) {
      case TypePattern simple -> {
        VariableDeclaration variable = simple.getPatternVariable2();
        IVariableBinding binding = variable.resolveBinding();
        if (binding == null) {
          return;
        }
        test(value, binding.getType(), otherwise, place);
        Variable narrowed = reading.conversions.narrowed(value, type, binding.getType(), place);
        code().copy(narrowed, reading.local(binding, variable.getName().getIdentifier()), place);
      }
      case GuardedPattern guarded -> {
        match(guarded.getPattern(), value, type, otherwise);
        Block holds = code().block();
        reading.conditions.condition(guarded.getExpression(), holds, otherwise);
        code().begin(holds);
      }
      case RecordPattern record -> {
        ITypeBinding of = record.getPatternType().resolveBinding();
        test(value, of, otherwise, place);
        int number = 0;
        for (Object each : record.patterns()) {
          Pattern part = (Pattern) each;
          Variable component = code().add(Op.COMPONENT, reading.names.type(of) + " " + number++, Kind.FAILS, place,
              List.of(value));
          matchPart(part, component, otherwise);
        }
      }
      case EitherOrMultiPattern either -> {
        Block matched = code().block();
        for (Object each : either.patterns()) {
          Block next = code().block();
          match((Pattern) each, value, type, next);
          code().jump(matched);
          code().begin(next);
        }
        code().jump(otherwise);
        code().begin(matched);
      }
      default -> code().add(Op.INSTANCE, pattern.toString(), Kind.EFFECT, place, List.of(value));
    }
  }

  /** A component matches a pattern of its whole type even when it is null. */
  private void matchPart(Pattern part, Variable component, Block otherwise) {
    if (part instanceof TypePattern simple && simple.getPatternVariable2().resolveBinding() instanceof IVariableBinding variable) {
      Place place = reading.expressions.place(part);
      if (!variable.getType().isPrimitive()) {
        Variable fits = code().add(Op.INSTANCE, "part " + reading.names.type(variable.getType()), Kind.TOTAL, place,
            List.of(component));
        Block yes = code().block();
        code().exit(new Branch(fits, yes, otherwise, place));
        code().begin(yes);
      }
      code().copy(component, reading.local(variable, variable.getName()), place);
      return;
    }
    match(part, component, null, otherwise);
  }

  private void test(Variable value, ITypeBinding type, Block otherwise, Place place) {
    Variable is = code().add(Op.INSTANCE, reading.names.type(type), Kind.TOTAL, place, List.of(value));
    Block yes = code().block();
    code().exit(new Branch(is, yes, otherwise, place));
    code().begin(yes);
  }
}
