package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jdt.core.dom.ConditionalExpression;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.InfixExpression;
import org.eclipse.jdt.core.dom.ParenthesizedExpression;
import org.eclipse.jdt.core.dom.PatternInstanceofExpression;
import org.eclipse.jdt.core.dom.PrefixExpression;
import swerefactor.analyser.inversion.Flow.Block;
import swerefactor.analyser.inversion.Flow.Branch;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Flow.Variable;

/** Reads conditions as ways through the code, and as values. */
final class Conditions {
  private final Reading reading;

  Conditions(Reading reading) {
    this.reading = reading;
  }

  private Code code() {
    return reading.code;
  }

  private Expressions expressions() {
    return reading.expressions;
  }

  Variable conditional(ConditionalExpression conditional, Place place) {
    Variable value = code().temporary();
    Block yes = code().block();
    Block no = code().block();
    Block after = code().block();
    ITypeBinding type = conditional.resolveTypeBinding();
    condition(conditional.getExpression(), yes, no);
    code().begin(yes);
    code().copy(reading.conversions.valueAs(conditional.getThenExpression(), type), value, place);
    code().jump(after);
    code().begin(no);
    code().copy(reading.conversions.valueAs(conditional.getElseExpression(), type), value, place);
    code().jump(after);
    code().begin(after);
    return value;
  }

  /** A condition as a value. */
  Variable truth(Expression expression, Place place) {
    Variable value = code().temporary();
    Block yes = code().block();
    Block no = code().block();
    Block after = code().block();
    condition(expression, yes, no);
    code().begin(yes);
    code().copy(expressions().literal("boolean", "true", place), value, place);
    code().jump(after);
    code().begin(no);
    code().copy(expressions().literal("boolean", "false", place), value, place);
    code().jump(after);
    code().begin(after);
    return value;
  }

  /** Goes to one block where the expression holds and to the other where not. */
  void condition(Expression expression, Block yes, Block no) {
    switch (expression) {
      case ParenthesizedExpression inner -> condition(inner.getExpression(), yes, no);
      case PrefixExpression not when not.getOperator() == PrefixExpression.Operator.NOT ->
          condition(not.getOperand(), no, yes);
      case InfixExpression infix when infix.getOperator() == InfixExpression.Operator.CONDITIONAL_AND
          || infix.getOperator() == InfixExpression.Operator.CONDITIONAL_OR -> shortCut(infix, yes, no);
      case ConditionalExpression conditional -> {
        Block first = code().block();
        Block second = code().block();
        condition(conditional.getExpression(), first, second);
        code().begin(first);
        condition(conditional.getThenExpression(), yes, no);
        code().begin(second);
        condition(conditional.getElseExpression(), yes, no);
      }
      case PatternInstanceofExpression test -> {
        Variable value = expressions().value(test.getLeftOperand());
        reading.switches.match(test.getPattern(), value, test.getLeftOperand().resolveTypeBinding(), no);
        code().jump(yes);
      }
      default -> {
        Place place = expressions().place(expression);
        code().exit(new Branch(reading.operators.valueAsTruth(expression), yes, no, place));
      }
    }
  }

  void shortCut(InfixExpression infix, Block yes, Block no) {
    List<Expression> operands = new ArrayList<>(List.of(infix.getLeftOperand(), infix.getRightOperand()));
    for (Object more : infix.extendedOperands()) {
      operands.add((Expression) more);
    }
    boolean all = infix.getOperator() == InfixExpression.Operator.CONDITIONAL_AND;
    for (int i = 0; i < operands.size() - 1; i++) {
      Block next = code().block();
      condition(operands.get(i), all ? next : yes, all ? no : next);
      code().begin(next);
    }
    condition(operands.getLast(), yes, no);
  }
}
