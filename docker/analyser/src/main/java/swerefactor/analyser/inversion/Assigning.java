package swerefactor.analyser.inversion;

import java.util.List;
import org.eclipse.jdt.core.dom.ArrayAccess;
import org.eclipse.jdt.core.dom.Assignment;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.FieldAccess;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.Name;
import org.eclipse.jdt.core.dom.ParenthesizedExpression;
import org.eclipse.jdt.core.dom.QualifiedName;
import org.eclipse.jdt.core.dom.SuperFieldAccess;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Flow.Variable;

/** Reads assignments, {@code ++} and {@code --}: what is on the left is evaluated once, and first. */
final class Assigning {
  private final Reading reading;

  Assigning(Reading reading) {
    this.reading = reading;
  }

  private Code code() {
    return reading.code;
  }

  private Expressions expressions() {
    return reading.expressions;
  }

  private Operators operators() {
    return reading.operators;
  }

  private Conversions conversions() {
    return reading.conversions;
  }

  /** Something that can be assigned, its parts evaluated once. */
  private record Left(Variable local, IVariableBinding field, Variable object, Variable index, Name name) {}

  private Left target(Expression target) {
    return switch (target) {
      case ParenthesizedExpression inner -> target(inner.getExpression());
      case ArrayAccess access -> {
        Variable array = expressions().value(access.getArray());
        yield new Left(null, null, array, expressions().index(access), null);
      }
      case FieldAccess access ->
          field(access.resolveFieldBinding(), expressions().value(access.getExpression()), access.getName());
      case SuperFieldAccess access ->
          field(access.resolveFieldBinding(), expressions().own(access.resolveFieldBinding()), access.getName());
      case Name name when name.resolveBinding() instanceof IVariableBinding variable && variable.isField() -> {
        boolean qualified = name instanceof QualifiedName full
            && full.getQualifier().resolveBinding() instanceof IVariableBinding;
        yield field(variable, qualified
            ? expressions().value(((QualifiedName) name).getQualifier())
            : expressions().own(variable), name);
      }
      case Name name -> new Left(
          reading.local((IVariableBinding) name.resolveBinding(), name.toString()), null, null, null, name);
      default -> new Left(code().temporary(), null, null, null, null);
    };
  }

  private static Left field(IVariableBinding field, Variable object, Name name) {
    return new Left(null, field, object, null, name);
  }

  private Variable read(Left target, Place place) {
    if (target.local() != null) {
      return expressions().snapshot(target.local(), place);
    }
    return target.index() != null
        ? expressions().readElement(target.object(), target.index(), place)
        : expressions().readField(target.field(), target.object(), place, target.name());
  }

  private void write(Left target, Variable value, Place place) {
    if (target.local() != null) {
      code().copy(value, target.local(), place);
    } else if (target.index() != null) {
      code().add(Op.STORE, "", Kind.EFFECT, place, List.of(target.object(), target.index(), value),
          List.of(code().memory("array")), null);
    } else {
      expressions().writeField(target.field(), target.object(), value, place, target.name());
    }
  }

  Variable assign(Assignment assignment, Place place) {
    ITypeBinding type = assignment.getLeftHandSide().resolveTypeBinding();
    Left target = target(assignment.getLeftHandSide());
    Variable value;
    if (assignment.getOperator() == Assignment.Operator.ASSIGN) {
      value = expressions().initial(assignment.getRightHandSide(), type);
    } else {
      String operator = assignment.getOperator().toString();
      operator = operator.substring(0, operator.length() - 1);
      Variable old = read(target, place);
      Variable right = expressions().value(assignment.getRightHandSide());
      value = combined(operator, old, type, right, assignment.getRightHandSide().resolveTypeBinding(), place);
    }
    write(target, value, place);
    return value;
  }

  /** The value of {@code left operator= right}, in the type of the left side. */
  private Variable combined(
      String operator, Variable left, ITypeBinding leftType, Variable right, ITypeBinding rightType, Place place) {
    if (leftType == null || rightType == null) {
      return operators().binary(operator, null, left, right, place);
    }
    String result = Operators.resultType(
        operator, Operators.primitiveOrString(leftType), Operators.primitiveOrString(rightType));
    if (operator.equals("+") && ("String".equals(result) || "reference".equals(result))) {
      return operators().concatenated(
          operators().textOf(left, leftType, null, place), operators().textOf(right, rightType, null, place), place);
    }
    Variable value = operators().binary(operator, result,
        operators().promotedTo(left, leftType, result, operator, place),
        operators().promotedTo(right, rightType, result, operator, place), place);
    String bare = Conversions.primitive(leftType);
    Variable same = bare == null || bare.equals(result) ? value : conversions().numeric(value, bare, place);
    return leftType.isPrimitive() || bare == null
        ? same
        : conversions().boxed(same, bare, place);
  }

  /** {@code ++} and {@code --}; as an expression the value before or after. */
  Variable step(Expression operand, String operator, boolean givesOld, Place place) {
    ITypeBinding type = operand.resolveTypeBinding();
    Left target = target(operand);
    Variable old = read(target, place);
    String bare = type == null ? "int" : Conversions.primitive(type);
    String work = Conversions.promotion(bare, "int");
    Variable number = type == null ? old : conversions().promoted(old, type, work, place);
    boolean isWhole = !work.equals("double") && !work.equals("float");
    Variable one = expressions().literal(work, isWhole ? "1" : "1.0", place);
    Variable changed = operators().binary(operator.substring(1), work, number, one, place);
    Variable same = work.equals(bare) ? changed : conversions().numeric(changed, bare, place);
    Variable value = type == null || type.isPrimitive()
        ? same
        : conversions().boxed(same, bare, place);
    write(target, value, place);
    return givesOld ? old : value;
  }
}
