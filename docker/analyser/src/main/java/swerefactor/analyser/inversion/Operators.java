package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.InfixExpression;
import org.eclipse.jdt.core.dom.NumberLiteral;
import org.eclipse.jdt.core.dom.PrefixExpression;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Flow.Variable;

/** Reads operators, each in the type in which Java applies it. */
final class Operators {
  private final Reading reading;

  Operators(Reading reading) {
    this.reading = reading;
  }

  private Code code() {
    return reading.code;
  }

  private Expressions expressions() {
    return reading.expressions;
  }

  private Conversions conversions() {
    return reading.conversions;
  }

  Variable prefix(PrefixExpression prefix, Place place) {
    String operator = prefix.getOperator().toString();
    return switch (operator) {
      case "++", "--" -> reading.assigning.step(prefix.getOperand(), operator, false, place);
      case "!" -> code().add(Op.NOT, "", Kind.TOTAL, place, List.of(valueAsTruth(prefix.getOperand())));
      default -> {
        ITypeBinding type = prefix.resolveTypeBinding();
        if (prefix.resolveConstantExpressionValue() != null && prefix.getOperand() instanceof NumberLiteral) {
          yield expressions().literal(type.getName(), prefix.resolveConstantExpressionValue().toString(), place);
        }
        Variable operand = conversions().promoted(prefix.getOperand(), type == null ? null : type.getName());
        yield operator.equals("+")
            ? operand
            : code().add(Op.UNARY, operator + " " + expressions().type(type), Kind.TOTAL, place, List.of(operand));
      }
    };
  }

  Variable valueAsTruth(Expression expression) {
    return conversions().promoted(expression, "boolean");
  }

  Variable infix(InfixExpression infix, Place place) {
    String operator = infix.getOperator().toString();
    if (operator.equals("&&") || operator.equals("||")) {
      return reading.conditions.truth(infix, place);
    }
    List<Expression> operands = new ArrayList<>(List.of(infix.getLeftOperand(), infix.getRightOperand()));
    for (Object more : infix.extendedOperands()) {
      operands.add((Expression) more);
    }
    Variable left = expressions().value(operands.getFirst());
    ITypeBinding leftType = operands.getFirst().resolveTypeBinding();
    String leftName = leftType == null ? null : primitiveOrString(leftType);
    for (Expression operand : operands.subList(1, operands.size())) {
      Variable right = expressions().value(operand);
      ITypeBinding rightType = operand.resolveTypeBinding();
      boolean isFirst = leftType != null;
      boolean areObjects =
          leftType != null && rightType != null && !leftType.isPrimitive() && !rightType.isPrimitive();
      String result = areObjects && (operator.equals("==") || operator.equals("!="))
          ? "reference"
          : resultType(operator, leftName, rightType == null ? null : primitiveOrString(rightType));
      left = "String".equals(result) && operator.equals("+")
          ? concatenated(textOf(left, leftType, leftName, place), textOf(right, rightType, null, place), place)
          : binary(operator, result, isFirst ? promotedTo(left, leftType, result, operator, place)
                  : carried(left, leftName, result, operator, place),
              promotedTo(right, rightType, result, operator, place), place);
      leftName = isComparison(operator) ? "boolean" : result;
      leftType = null;
    }
    return left;
  }

  static boolean isComparison(String operator) {
    return switch (operator) {
      case "==", "!=", "<", "<=", ">", ">=" -> true;
      default -> false;
    };
  }

  static boolean isShift(String operator) {
    return operator.startsWith("<<") || operator.startsWith(">>");
  }

  static String primitiveOrString(ITypeBinding type) {
    String primitive = Conversions.primitive(type);
    return primitive != null ? primitive
        : type.getQualifiedName().equals("java.lang.String") ? "String" : "reference";
  }

  /** The type in which an operator works. */
  static String resultType(String operator, String left, String right) {
    if (operator.equals("+") && ("String".equals(left) || "String".equals(right))) {
      return "String";
    }
    if (left == null || right == null) {
      return null;
    }
    if (isShift(operator)) {
      return Conversions.promotion(left, "int");
    }
    if (left.equals("boolean") || right.equals("boolean")) {
      return "boolean";
    }
    boolean references = (left.equals("reference") || left.equals("String"))
        || (right.equals("reference") || right.equals("String"));
    return references ? "reference" : Conversions.promotion(left, right);
  }

  Variable promotedTo(Variable value, ITypeBinding from, String type, String operator, Place place) {
    if (type == null || type.equals("reference") || type.equals("String") || from == null) {
      return value;
    }
    if (isShift(operator)) {
      return conversions().promoted(value, from, Conversions.promotion(Conversions.primitive(from), "int"), place);
    }
    boolean boxes = isComparison(operator)
        && !from.isPrimitive() && type.equals("boolean") && Conversions.unboxed(from) == null;
    return boxes ? value : conversions().promoted(value, from, type, place);
  }

  Variable carried(Variable value, String now, String type, String operator, Place place) {
    boolean same = now == null || type == null || now.equals(type) || isShift(operator) || type.equals("reference");
    return same ? value : conversions().numeric(value, type, place);
  }

  Variable binary(String operator, String type, Variable left, Variable right, Place place) {
    return switch (operator) {
      case "==" -> equal(left, right, type, place);
      case "!=" -> code().add(Op.NOT, "", Kind.TOTAL, place, List.of(equal(left, right, type, place)));
      case ">" -> code().add(Op.BINARY, "< " + type, Kind.TOTAL, place, List.of(right, left));
      case ">=" -> notLess(left, right, type, place);
      case "<=" -> notLess(right, left, type, place);
      default -> {
        boolean divides = operator.equals("/") || operator.equals("%");
        Kind kind = divides && !"double".equals(type) && !"float".equals(type) ? Kind.FAILS : Kind.TOTAL;
        yield code().add(Op.BINARY, operator + " " + type, kind, place, List.of(left, right));
      }
    };
  }

  Variable equal(Variable left, Variable right, String type, Place place) {
    return code().add(Op.EQUAL, String.valueOf(type), Kind.TOTAL, place, List.of(left, right));
  }

  /** Of whole numbers one is at least the other when it is not less; of others there is also NaN. */
  Variable notLess(Variable left, Variable right, String type, Place place) {
    if ("int".equals(type) || "long".equals(type)) {
      Variable less = code().add(Op.BINARY, "< " + type, Kind.TOTAL, place, List.of(left, right));
      return code().add(Op.NOT, "", Kind.TOTAL, place, List.of(less));
    }
    return code().add(Op.BINARY, "<= " + type, Kind.TOTAL, place, List.of(right, left));
  }

  Variable concatenated(Variable left, Variable right, Place place) {
    return Expressions.present(code().add(Op.CONCAT, "", Kind.TOTAL, place, List.of(left, right)));
  }

  /** An operand as text: a number says how it is written, an object other than a string is asked. */
  Variable textOf(Variable value, ITypeBinding type, String known, Place place) {
    String name = type == null ? known : primitiveOrString(type);
    if ("String".equals(name)) {
      return value;
    }
    if (name != null && type != null && type.isPrimitive() || type == null && known != null) {
      return code().add(Op.TEXT, name, Kind.TOTAL, place, List.of(value));
    }
    List<Variable> memory = List.of(code().memory("world"), code().memory("library"));
    List<Variable> inputs = new ArrayList<>(List.of(value));
    inputs.addAll(memory);
    return Purity.isValue(type, reading.names)
        ? code().add(Op.TEXT, "object", Kind.FAILS, place, inputs)
        : code().add(Op.TEXT, "object", Kind.EFFECT, place, List.of(value), memory, null);
  }
}
