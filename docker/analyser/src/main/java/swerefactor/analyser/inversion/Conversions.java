package swerefactor.analyser.inversion;

import java.util.List;
import org.eclipse.jdt.core.dom.CastExpression;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.Modifier;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Flow.Variable;

/** Makes of a value one of another type, as Java does on its own: boxing, widening, narrowing, casts. */
final class Conversions {
  private final Reading reading;

  Conversions(Reading reading) {
    this.reading = reading;
  }

  /** The name of a conversion that fails for null and does nothing else. */
  static final String PRESENT = "present";

  private Code code() {
    return reading.code;
  }

  private Expressions expressions() {
    return reading.expressions;
  }

  Variable valueAs(Expression expression, ITypeBinding type) {
    Place place = expressions().place(expression);
    return convert(expressions().value(expression), expression.resolveTypeBinding(), type, place);
  }

  /** What assigning a value to a variable of another type makes of it: boxing, widening, narrowing. */
  Variable convert(Variable value, ITypeBinding from, ITypeBinding to, Place place) {
    if (value == null || from == null || to == null || from.isNullType() || from.getName().equals("void")) {
      return value;
    }
    if (from.isPrimitive() && to.isPrimitive()) {
      return from.getName().equals(to.getName()) ? value : numeric(value, to.getName(), place);
    }
    if (from.isPrimitive()) {
      String box = unboxed(to) != null ? unboxed(to) : from.getName();
      Variable same = box.equals(from.getName()) ? value : numeric(value, box, place);
      return boxed(same, box, place);
    }
    if (to.isPrimitive()) {
      String inner = unboxed(from) != null ? unboxed(from) : to.getName();
      Variable bare = code().add(Op.CONVERT, "unbox " + inner, Kind.FAILS, place, List.of(value));
      return inner.equals(to.getName()) ? bare : numeric(bare, to.getName(), place);
    }
    return value;
  }

  /** Has the code fail here without an object. */
  void need(Variable object, Place place) {
    code().add(Op.CONVERT, PRESENT, Kind.FAILS, place, List.of(object)).dereferences = true;
  }

  /** A number in an object, of the class for this type. */
  Variable boxed(Variable value, String type, Place place) {
    return Expressions.present(code().add(Op.CONVERT, "box " + type, Kind.TOTAL, place, List.of(value)));
  }

  Variable numeric(Variable value, String type, Place place) {
    return code().add(Op.CONVERT, type, Kind.TOTAL, place, List.of(value));
  }

  static String unboxed(ITypeBinding type) {
    return switch (type.getErasure().getQualifiedName()) {
      case "java.lang.Integer" -> "int";
      case "java.lang.Long" -> "long";
      case "java.lang.Short" -> "short";
      case "java.lang.Byte" -> "byte";
      case "java.lang.Character" -> "char";
      case "java.lang.Double" -> "double";
      case "java.lang.Float" -> "float";
      case "java.lang.Boolean" -> "boolean";
      default -> null;
    };
  }

  /** Whether a call only puts a number into an object: {@code Integer.valueOf(int)} and its like. */
  static boolean isBoxing(IMethodBinding method) {
    ITypeBinding[] taken = method.getParameterTypes();
    return Modifier.isStatic(method.getModifiers()) && method.getName().equals("valueOf") && taken.length == 1
        && taken[0].getName().equals(unboxed(method.getDeclaringClass()));
  }

  /** Whether a call only takes it out again: {@code Integer.intValue()} and its like. */
  static boolean isUnboxing(IMethodBinding method) {
    return !Modifier.isStatic(method.getModifiers())
        && method.getName().equals(unboxed(method.getDeclaringClass()) + "Value");
  }

  static String primitive(ITypeBinding type) {
    return type == null ? null : type.isPrimitive() ? type.getName() : unboxed(type);
  }

  /** The value as a number of this type. */
  Variable promoted(Expression expression, String type) {
    Place place = expressions().place(expression);
    return promoted(expressions().value(expression), expression.resolveTypeBinding(), type, place);
  }

  Variable promoted(Variable value, ITypeBinding from, String type, Place place) {
    if (from == null || type == null) {
      return value;
    }
    Variable bare = from.isPrimitive()
        ? value
        : code().add(Op.CONVERT, "unbox " + unboxed(from), Kind.FAILS, place, List.of(value));
    String now = primitive(from);
    return now == null || now.equals(type) ? bare : numeric(bare, type, place);
  }

  static String promotion(String one, String other) {
    for (String wide : List.of("double", "float", "long")) {
      if (wide.equals(one) || wide.equals(other)) {
        return wide;
      }
    }
    return "int";
  }

  Variable cast(CastExpression cast, Place place) {
    ITypeBinding from = cast.getExpression().resolveTypeBinding();
    ITypeBinding to = cast.getType().resolveBinding();
    Variable value = expressions().value(cast.getExpression());
    if (from == null || to == null || from.isPrimitive() || to.isPrimitive()) {
      return convert(value, from, to, place);
    }
    return narrowed(value, from, to, place);
  }

  /** A reference as one of another type; a cast that always holds is none. */
  Variable narrowed(Variable value, ITypeBinding from, ITypeBinding to, Place place) {
    if (from != null && (from.isNullType() || from.getErasure().isSubTypeCompatible(to.getErasure()))) {
      return value;
    }
    return code().add(Op.CAST, expressions().type(to), Kind.FAILS, place, List.of(value));
  }
}
