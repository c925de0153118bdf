package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ArrayAccess;
import org.eclipse.jdt.core.dom.ArrayCreation;
import org.eclipse.jdt.core.dom.ArrayInitializer;
import org.eclipse.jdt.core.dom.Assignment;
import org.eclipse.jdt.core.dom.BooleanLiteral;
import org.eclipse.jdt.core.dom.CastExpression;
import org.eclipse.jdt.core.dom.CharacterLiteral;
import org.eclipse.jdt.core.dom.ClassInstanceCreation;
import org.eclipse.jdt.core.dom.ConditionalExpression;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.FieldAccess;
import org.eclipse.jdt.core.dom.IBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.InfixExpression;
import org.eclipse.jdt.core.dom.InstanceofExpression;
import org.eclipse.jdt.core.dom.LambdaExpression;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.MethodReference;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.Name;
import org.eclipse.jdt.core.dom.NullLiteral;
import org.eclipse.jdt.core.dom.NumberLiteral;
import org.eclipse.jdt.core.dom.ParenthesizedExpression;
import org.eclipse.jdt.core.dom.PatternInstanceofExpression;
import org.eclipse.jdt.core.dom.PostfixExpression;
import org.eclipse.jdt.core.dom.PrefixExpression;
import org.eclipse.jdt.core.dom.QualifiedName;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.StringLiteral;
import org.eclipse.jdt.core.dom.SuperFieldAccess;
import org.eclipse.jdt.core.dom.SuperMethodInvocation;
import org.eclipse.jdt.core.dom.SwitchExpression;
import org.eclipse.jdt.core.dom.TextBlock;
import org.eclipse.jdt.core.dom.ThisExpression;
import org.eclipse.jdt.core.dom.TypeLiteral;
import org.eclipse.jdt.core.dom.VariableDeclarationExpression;
import swerefactor.analyser.inversion.Flow.Block;
import swerefactor.analyser.inversion.Flow.Branch;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Flow.Variable;

/** Reads expressions, in the order in which Java evaluates them. */
final class Expressions {
  private final Reading reading;

  Expressions(Reading reading) {
    this.reading = reading;
  }

  private Code code() {
    return reading.code;
  }

  Place place(ASTNode node) {
    Frame frame = reading.frame;
    String inlined = reading.givesArguments && frame.inlined().isEmpty() ? Place.ARGUMENT : frame.inlined();
    return new Place(frame.source().path, frame.source().line(node.getStartPosition()), inlined);
  }

  /** Evaluates an expression for what it does. */
  void run(Expression expression) {
    value(expression);
  }

  /** The variable that holds an expression's value once it is evaluated. */
  Variable value(Expression expression) {
    Place place = place(expression);
    return switch (expression) {
      case ParenthesizedExpression inner -> value(inner.getExpression());
      case NumberLiteral _, CharacterLiteral _, BooleanLiteral _, StringLiteral _, TextBlock _, NullLiteral _ ->
          literal(expression, place);
      case TypeLiteral type ->
          present(code().add(Op.CLASS_LITERAL, type(type.getType().resolveBinding()), Kind.TOTAL, place, List.of()));
      case ThisExpression self -> self(self, place);
      case Name name -> name(name, place);
      case FieldAccess access -> access(access, place);
      case SuperFieldAccess access ->
          readField(access.resolveFieldBinding(), own(access.resolveFieldBinding()), place, access.getName());
      case ArrayAccess access -> element(access, place);
      case InfixExpression infix -> infix(infix, place);
      case PrefixExpression prefix -> prefix(prefix, place);
      case PostfixExpression postfix ->
          step(postfix.getOperand(), postfix.getOperator().toString(), true, place);
      case Assignment assignment -> assign(assignment, place);
      case ConditionalExpression conditional -> conditional(conditional, place);
      case CastExpression cast -> cast(cast, place);
      case InstanceofExpression test -> code().add(Op.INSTANCE,
          type(test.getRightOperand().resolveBinding()), Kind.TOTAL, place, List.of(value(test.getLeftOperand())));
      case PatternInstanceofExpression _ -> truth(expression, place);
      case ArrayCreation creation -> create(creation, place);
      case ArrayInitializer initializer -> array(initializer, initializer.resolveTypeBinding(), place);
      case MethodInvocation call -> reading.calls.invoke(call, place);
      case SuperMethodInvocation call -> reading.calls.invokeSuper(call, place);
      case ClassInstanceCreation creation -> reading.calls.create(creation, place);
      case LambdaExpression lambda -> reading.classes.lambda(lambda, place);
      case MethodReference reference -> reading.classes.reference(reference, place);
      case SwitchExpression choice -> reading.switches.value(choice, place);
      case VariableDeclarationExpression declaration -> {
        reading.statements.declare(declaration.fragments());
        yield null;
      }
      default -> code().add(Op.LITERAL, expression.toString(), Kind.EFFECT, place, List.of());
    };
  }

  private String type(ITypeBinding type) {
    return reading.names.type(type);
  }

  private static Variable present(Variable variable) {
    variable.present = true;
    return variable;
  }

  // --- Values that are there ------------------------------------------------------------------

  Variable literal(String type, String value, Place place) {
    return code().add(Op.LITERAL, type + " " + value, Kind.TOTAL, place, List.of());
  }

  private Variable literal(Expression literal, Place place) {
    return switch (literal) {
      case BooleanLiteral truth -> literal("boolean", String.valueOf(truth.booleanValue()), place);
      case NullLiteral _ -> literal("null", "null", place);
      case StringLiteral text -> present(literal("String", text.getLiteralValue(), place));
      case TextBlock text -> present(literal("String", text.getLiteralValue(), place));
      case CharacterLiteral character -> literal("char", String.valueOf((int) character.charValue()), place);
      default -> {
        ITypeBinding type = literal.resolveTypeBinding();
        Object value = literal.resolveConstantExpressionValue();
        yield literal(type == null ? "number" : type.getName(), value == null ? literal.toString() : value.toString(), place);
      }
    };
  }

  private Variable self(ThisExpression self, Place place) {
    ITypeBinding type = self.resolveTypeBinding();
    Variable object = self.getQualifier() == null
        ? reading.frame.self().object()
        : type == null ? null : reading.objectOf(type, true);
    return object != null ? object : code().add(Op.THIS, type(type), Kind.TOTAL, place, List.of());
  }

  private Variable name(Name name, Place place) {
    if (name.resolveBinding() instanceof IVariableBinding variable) {
      if (!variable.isField()) {
        return readLocal(variable, name.toString(), place);
      }
      if (name instanceof QualifiedName qualified) {
        return qualifiedField(variable, qualified.getQualifier(), qualified.getName(), place);
      }
      return readField(variable, own(variable), place, name);
    }
    if (name instanceof QualifiedName qualified) {
      reading.names.unresolved.add(name.getFullyQualifiedName());
      return readField(null, value(qualified.getQualifier()), place, qualified.getName());
    }
    reading.names.unresolved.add(name.getFullyQualifiedName());
    Variable known = reading.frame.locals().get(name.toString());
    return known != null ? snapshot(known, place) : readField(null, null, place, name);
  }

  private Variable qualifiedField(IVariableBinding field, Expression qualifier, SimpleName name, Place place) {
    boolean ofType = qualifier instanceof Name type && type.resolveBinding() != null
        && type.resolveBinding().getKind() != IBinding.VARIABLE;
    return readField(field, ofType ? null : value(qualifier), place, name);
  }

  private Variable readLocal(IVariableBinding variable, String name, Place place) {
    Frame.Argument argument = reading.frame.arguments().get(variable.getVariableDeclaration());
    if (argument != null) {
      Variable value = reading.given(() ->
          reading.in(argument.caller(), () -> valueAs(argument.expression(), argument.type())));
      if (argument.given() != null) {
        code().add(Op.WITNESS, "", Kind.TOTAL, place, List.of(argument.given(), value));
      }
      return value;
    }
    return snapshot(reading.local(variable, name), place);
  }

  /** The value of now: what is evaluated next may assign the variable. */
  private Variable snapshot(Variable variable, Place place) {
    Variable now = code().temporary();
    code().copy(variable, now, place);
    return now;
  }

  // --- Fields and arrays ----------------------------------------------------------------------

  /** The object whose field or method a bare name means. */
  Variable own(IVariableBinding field) {
    return field == null || Modifier.isStatic(field.getModifiers())
        ? null
        : reading.objectOf(field.getVariableDeclaration().getDeclaringClass(), false);
  }

  private Variable access(FieldAccess access, Place place) {
    return readField(access.resolveFieldBinding(), value(access.getExpression()), place, access.getName());
  }

  Variable readField(IVariableBinding field, Variable object, Place place, Name name) {
    if (field == null) {
      return code().add(Op.FIELD, "?." + name, Kind.FAILS, place, world(object == null ? List.of() : List.of(object)));
    }
    if (field.getDeclaringClass() == null) {
      Variable length = code().add(Op.LENGTH, "", object.present ? Kind.TOTAL : Kind.FAILS, place, List.of(object));
      length.dereferences = true;
      return length;
    }
    String key = reading.names.field(field);
    boolean isStatic = Modifier.isStatic(field.getModifiers());
    List<Variable> inputs = new ArrayList<>();
    if (!isStatic && object != null) {
      inputs.add(object);
    }
    if (!reading.tree.isStable(field.getVariableDeclaration()) || isBeingBuilt(field)) {
      inputs.add(code().memory("world"));
      inputs.add(code().memory("field " + key));
    }
    boolean total = isStatic || object != null && object.present;
    // What is read after a volatile field may be what another thread wrote before it.
    Variable value = Modifier.isVolatile(field.getModifiers())
        ? code().add(Op.FIELD, key, Kind.EFFECT, place, inputs, List.of(code().memory("world")), null)
        : code().add(Op.FIELD, key, total ? Kind.TOTAL : Kind.FAILS, place, inputs);
    value.dereferences = !isStatic;
    value.present = field.isEnumConstant();
    value.isConstant = field.isEnumConstant();
    value.isQuiet = field.isEnumConstant() && reading.tree.isPlainEnum(field.getDeclaringClass());
    return value;
  }

  private boolean isBeingBuilt(IVariableBinding field) {
    ITypeBinding self = reading.frame.self().type();
    return code().buildsObject && self != null && field.getDeclaringClass().getErasure() == self.getErasure();
  }

  void writeField(IVariableBinding field, Variable object, Variable value, Place place, Name name) {
    String key = field == null ? "?." + name : reading.names.field(field);
    boolean isStatic = field != null && Modifier.isStatic(field.getModifiers());
    List<Variable> inputs = isStatic || object == null ? List.of(value) : List.of(object, value);
    boolean isVolatile = field != null && Modifier.isVolatile(field.getModifiers());
    code().add(Op.WRITE, key, Kind.EFFECT, place, inputs,
        List.of(code().memory(isVolatile ? "world" : "field " + key)), null);
  }

  private List<Variable> world(List<Variable> inputs) {
    List<Variable> all = new ArrayList<>(inputs);
    all.add(code().memory("world"));
    return all;
  }

  private Variable element(ArrayAccess access, Place place) {
    Variable array = value(access.getArray());
    return readElement(array, index(access), place);
  }

  private Variable index(ArrayAccess access) {
    return promoted(access.getIndex(), "int");
  }

  private Variable readElement(Variable array, Variable index, Place place) {
    return code().add(
        Op.ELEMENT, "", Kind.FAILS, place, List.of(array, index, code().memory("world"), code().memory("array")));
  }

  private Variable create(ArrayCreation creation, Place place) {
    ITypeBinding type = creation.resolveTypeBinding();
    if (creation.getInitializer() != null) {
      return array(creation.getInitializer(), type, place);
    }
    List<Variable> sizes = new ArrayList<>();
    for (Object size : creation.dimensions()) {
      sizes.add(promoted((Expression) size, "int"));
    }
    return present(code().add(Op.NEW, "array " + type(type), Kind.EFFECT, place, sizes));
  }

  private Variable array(ArrayInitializer initializer, ITypeBinding type, Place place) {
    List<Variable> elements = new ArrayList<>();
    for (Object each : initializer.expressions()) {
      Expression element = (Expression) each;
      ITypeBinding of = type == null ? null : type.getComponentType();
      elements.add(element instanceof ArrayInitializer inner ? array(inner, of, place) : valueAs(element, of));
    }
    return array(type, elements, place);
  }

  Variable array(ITypeBinding type, List<Variable> elements, Place place) {
    return present(code().add(Op.ARRAY, type(type), Kind.EFFECT, place, elements));
  }

  /** The value that a variable of this type starts with. */
  Variable initial(Expression initializer, ITypeBinding type) {
    return initializer instanceof ArrayInitializer elements
        ? array(elements, type, place(elements))
        : valueAs(initializer, type);
  }

  // --- Conversions ----------------------------------------------------------------------------

  Variable valueAs(Expression expression, ITypeBinding type) {
    Place place = place(expression);
    return convert(value(expression), expression.resolveTypeBinding(), type, place);
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
      return present(code().add(Op.CONVERT, "box " + box, Kind.TOTAL, place, List.of(same)));
    }
    if (to.isPrimitive()) {
      String inner = unboxed(from) != null ? unboxed(from) : to.getName();
      Variable bare = code().add(Op.CONVERT, "unbox " + inner, Kind.FAILS, place, List.of(value));
      return inner.equals(to.getName()) ? bare : numeric(bare, to.getName(), place);
    }
    return value;
  }

  private Variable numeric(Variable value, String type, Place place) {
    return code().add(Op.CONVERT, type, Kind.TOTAL, place, List.of(value));
  }

  private static String unboxed(ITypeBinding type) {
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

  private static String primitive(ITypeBinding type) {
    return type == null ? null : type.isPrimitive() ? type.getName() : unboxed(type);
  }

  /** The value as a number of this type. */
  private Variable promoted(Expression expression, String type) {
    return promoted(value(expression), expression.resolveTypeBinding(), type, place(expression));
  }

  private Variable promoted(Variable value, ITypeBinding from, String type, Place place) {
    if (from == null || type == null) {
      return value;
    }
    Variable bare = from.isPrimitive()
        ? value
        : code().add(Op.CONVERT, "unbox " + unboxed(from), Kind.FAILS, place, List.of(value));
    String now = primitive(from);
    return now == null || now.equals(type) ? bare : numeric(bare, type, place);
  }

  private static String promotion(String one, String other) {
    for (String wide : List.of("double", "float", "long")) {
      if (wide.equals(one) || wide.equals(other)) {
        return wide;
      }
    }
    return "int";
  }

  private Variable cast(CastExpression cast, Place place) {
    ITypeBinding from = cast.getExpression().resolveTypeBinding();
    ITypeBinding to = cast.getType().resolveBinding();
    Variable value = value(cast.getExpression());
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
    return code().add(Op.CAST, type(to), Kind.FAILS, place, List.of(value));
  }

  // --- Operators ------------------------------------------------------------------------------

  private Variable prefix(PrefixExpression prefix, Place place) {
    String operator = prefix.getOperator().toString();
    return switch (operator) {
      case "++", "--" -> step(prefix.getOperand(), operator, false, place);
      case "!" -> code().add(Op.NOT, "", Kind.TOTAL, place, List.of(valueAsTruth(prefix.getOperand())));
      default -> {
        ITypeBinding type = prefix.resolveTypeBinding();
        if (prefix.resolveConstantExpressionValue() != null && prefix.getOperand() instanceof NumberLiteral) {
          yield literal(type.getName(), prefix.resolveConstantExpressionValue().toString(), place);
        }
        Variable operand = promoted(prefix.getOperand(), type == null ? null : type.getName());
        yield operator.equals("+")
            ? operand
            : code().add(Op.UNARY, operator + " " + type(type), Kind.TOTAL, place, List.of(operand));
      }
    };
  }

  private Variable valueAsTruth(Expression expression) {
    return promoted(expression, "boolean");
  }

  private Variable infix(InfixExpression infix, Place place) {
    String operator = infix.getOperator().toString();
    if (operator.equals("&&") || operator.equals("||")) {
      return truth(infix, place);
    }
    List<Expression> operands = new ArrayList<>(List.of(infix.getLeftOperand(), infix.getRightOperand()));
    for (Object more : infix.extendedOperands()) {
      operands.add((Expression) more);
    }
    Variable left = value(operands.getFirst());
    ITypeBinding leftType = operands.getFirst().resolveTypeBinding();
    String leftName = leftType == null ? null : primitiveOrString(leftType);
    for (Expression operand : operands.subList(1, operands.size())) {
      Variable right = value(operand);
      ITypeBinding rightType = operand.resolveTypeBinding();
      boolean isFirst = leftType != null;
      boolean areObjects = leftType != null && rightType != null && !leftType.isPrimitive() && !rightType.isPrimitive();
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

  private static boolean isComparison(String operator) {
    return switch (operator) {
      case "==", "!=", "<", "<=", ">", ">=" -> true;
      default -> false;
    };
  }

  private static boolean isShift(String operator) {
    return operator.startsWith("<<") || operator.startsWith(">>");
  }

  private static String primitiveOrString(ITypeBinding type) {
    String primitive = primitive(type);
    return primitive != null ? primitive : type.getQualifiedName().equals("java.lang.String") ? "String" : "reference";
  }

  /** The type in which an operator works. */
  private static String resultType(String operator, String left, String right) {
    if (operator.equals("+") && ("String".equals(left) || "String".equals(right))) {
      return "String";
    }
    if (left == null || right == null) {
      return null;
    }
    if (isShift(operator)) {
      return promotion(left, "int");
    }
    if (left.equals("boolean") || right.equals("boolean")) {
      return "boolean";
    }
    boolean references = (left.equals("reference") || left.equals("String"))
        || (right.equals("reference") || right.equals("String"));
    return references ? "reference" : promotion(left, right);
  }

  private Variable promotedTo(Variable value, ITypeBinding from, String type, String operator, Place place) {
    if (type == null || type.equals("reference") || type.equals("String") || from == null) {
      return value;
    }
    if (isShift(operator)) {
      return promoted(value, from, promotion(primitive(from), "int"), place);
    }
    boolean boxes = isComparison(operator) && !from.isPrimitive() && type.equals("boolean") && unboxed(from) == null;
    return boxes ? value : promoted(value, from, type, place);
  }

  private Variable carried(Variable value, String now, String type, String operator, Place place) {
    boolean same = now == null || type == null || now.equals(type) || isShift(operator) || type.equals("reference");
    return same ? value : numeric(value, type, place);
  }

  private Variable binary(String operator, String type, Variable left, Variable right, Place place) {
    return switch (operator) {
      case "==" -> equal(left, right, type, place);
      case "!=" -> code().add(Op.NOT, "", Kind.TOTAL, place, List.of(equal(left, right, type, place)));
      case ">" -> code().add(Op.BINARY, "< " + type, Kind.TOTAL, place, List.of(right, left));
      case ">=" -> notLess(left, right, type, place);
      case "<=" -> notLess(right, left, type, place);
      default -> {
        boolean fails = (operator.equals("/") || operator.equals("%")) && !"double".equals(type) && !"float".equals(type);
        yield code().add(Op.BINARY, operator + " " + type, fails ? Kind.FAILS : Kind.TOTAL, place, List.of(left, right));
      }
    };
  }

  private Variable equal(Variable left, Variable right, String type, Place place) {
    return code().add(Op.EQUAL, String.valueOf(type), Kind.TOTAL, place, List.of(left, right));
  }

  /** Of whole numbers one is at least the other when it is not less; of others there is also NaN. */
  private Variable notLess(Variable left, Variable right, String type, Place place) {
    if ("int".equals(type) || "long".equals(type)) {
      Variable less = code().add(Op.BINARY, "< " + type, Kind.TOTAL, place, List.of(left, right));
      return code().add(Op.NOT, "", Kind.TOTAL, place, List.of(less));
    }
    return code().add(Op.BINARY, "<= " + type, Kind.TOTAL, place, List.of(right, left));
  }

  private Variable concatenated(Variable left, Variable right, Place place) {
    return present(code().add(Op.CONCAT, "", Kind.TOTAL, place, List.of(left, right)));
  }

  /** An operand as text: a number says how it is written, an object other than a string is asked. */
  private Variable textOf(Variable value, ITypeBinding type, String known, Place place) {
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

  // --- Assignments ----------------------------------------------------------------------------

  /** Something that can be assigned, its parts evaluated once. */
  private record Place2(Variable local, IVariableBinding field, Variable object, Variable index, Name name) {}

  private Place2 target(Expression target) {
    return switch (target) {
      case ParenthesizedExpression inner -> target(inner.getExpression());
      case ArrayAccess access -> {
        Variable array = value(access.getArray());
        yield new Place2(null, null, array, index(access), null);
      }
      case FieldAccess access ->
          new Place2(null, access.resolveFieldBinding(), value(access.getExpression()), null, access.getName());
      case SuperFieldAccess access ->
          new Place2(null, access.resolveFieldBinding(), own(access.resolveFieldBinding()), null, access.getName());
      case Name name when name.resolveBinding() instanceof IVariableBinding variable && variable.isField() -> {
        boolean qualified = name instanceof QualifiedName full
            && full.getQualifier().resolveBinding() instanceof IVariableBinding;
        Variable object = qualified ? value(((QualifiedName) name).getQualifier()) : own(variable);
        yield new Place2(null, variable, object, null, name);
      }
      case Name name -> new Place2(
          reading.local((IVariableBinding) name.resolveBinding(), name.toString()), null, null, null, name);
      default -> new Place2(code().temporary(), null, null, null, null);
    };
  }

  private Variable read(Place2 target, Place place) {
    if (target.local() != null) {
      return snapshot(target.local(), place);
    }
    return target.index() != null
        ? readElement(target.object(), target.index(), place)
        : readField(target.field(), target.object(), place, target.name());
  }

  private void write(Place2 target, Variable value, Place place) {
    if (target.local() != null) {
      code().copy(value, target.local(), place);
    } else if (target.index() != null) {
      code().add(Op.STORE, "", Kind.EFFECT, place, List.of(target.object(), target.index(), value),
          List.of(code().memory("array")), null);
    } else {
      writeField(target.field(), target.object(), value, place, target.name());
    }
  }

  private Variable assign(Assignment assignment, Place place) {
    ITypeBinding type = assignment.getLeftHandSide().resolveTypeBinding();
    Place2 target = target(assignment.getLeftHandSide());
    Variable value;
    if (assignment.getOperator() == Assignment.Operator.ASSIGN) {
      value = initial(assignment.getRightHandSide(), type);
    } else {
      String operator = assignment.getOperator().toString();
      operator = operator.substring(0, operator.length() - 1);
      Variable old = read(target, place);
      Variable right = value(assignment.getRightHandSide());
      value = combined(operator, old, type, right, assignment.getRightHandSide().resolveTypeBinding(), place);
    }
    write(target, value, place);
    return value;
  }

  /** The value of {@code left operator= right}, in the type of the left side. */
  private Variable combined(
      String operator, Variable left, ITypeBinding leftType, Variable right, ITypeBinding rightType, Place place) {
    if (leftType == null || rightType == null) {
      return binary(operator, null, left, right, place);
    }
    String result = resultType(operator, primitiveOrString(leftType), primitiveOrString(rightType));
    if (operator.equals("+") && ("String".equals(result) || "reference".equals(result))) {
      return concatenated(textOf(left, leftType, null, place), textOf(right, rightType, null, place), place);
    }
    Variable value = binary(operator, result, promotedTo(left, leftType, result, operator, place),
        promotedTo(right, rightType, result, operator, place), place);
    String bare = primitive(leftType);
    Variable same = bare == null || bare.equals(result) ? value : numeric(value, bare, place);
    return leftType.isPrimitive() || bare == null
        ? same
        : present(code().add(Op.CONVERT, "box " + bare, Kind.TOTAL, place, List.of(same)));
  }

  /** {@code ++} and {@code --}; as an expression the value before or after. */
  private Variable step(Expression operand, String operator, boolean givesOld, Place place) {
    ITypeBinding type = operand.resolveTypeBinding();
    Place2 target = target(operand);
    Variable old = read(target, place);
    String bare = type == null ? "int" : primitive(type);
    String work = promotion(bare, "int");
    Variable number = type == null ? old : promoted(old, type, work, place);
    Variable one = literal(work, work.equals("double") || work.equals("float") ? "1.0" : "1", place);
    Variable changed = binary(operator.substring(1), work, number, one, place);
    Variable same = work.equals(bare) ? changed : numeric(changed, bare, place);
    Variable value = type == null || type.isPrimitive()
        ? same
        : present(code().add(Op.CONVERT, "box " + bare, Kind.TOTAL, place, List.of(same)));
    write(target, value, place);
    return givesOld ? old : value;
  }

  // --- Conditions -----------------------------------------------------------------------------

  private Variable conditional(ConditionalExpression conditional, Place place) {
    Variable value = code().temporary();
    Block yes = code().block();
    Block no = code().block();
    Block after = code().block();
    ITypeBinding type = conditional.resolveTypeBinding();
    condition(conditional.getExpression(), yes, no);
    code().begin(yes);
    code().copy(valueAs(conditional.getThenExpression(), type), value, place);
    code().jump(after);
    code().begin(no);
    code().copy(valueAs(conditional.getElseExpression(), type), value, place);
    code().jump(after);
    code().begin(after);
    return value;
  }

  /** A condition as a value. */
  private Variable truth(Expression expression, Place place) {
    Variable value = code().temporary();
    Block yes = code().block();
    Block no = code().block();
    Block after = code().block();
    condition(expression, yes, no);
    code().begin(yes);
    code().copy(literal("boolean", "true", place), value, place);
    code().jump(after);
    code().begin(no);
    code().copy(literal("boolean", "false", place), value, place);
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
        Variable value = value(test.getLeftOperand());
        reading.switches.match(test.getPattern(), value, test.getLeftOperand().resolveTypeBinding(), no);
        code().jump(yes);
      }
      default -> {
        Place place = place(expression);
        code().exit(new Branch(valueAsTruth(expression), yes, no, place));
      }
    }
  }

  private void shortCut(InfixExpression infix, Block yes, Block no) {
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
