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
      case InfixExpression infix -> reading.operators.infix(infix, place);
      case PrefixExpression prefix -> reading.operators.prefix(prefix, place);
      case PostfixExpression postfix ->
          reading.assigning.step(postfix.getOperand(), postfix.getOperator().toString(), true, place);
      case Assignment assignment -> reading.assigning.assign(assignment, place);
      case ConditionalExpression conditional -> reading.conditions.conditional(conditional, place);
      case CastExpression cast -> reading.conversions.cast(cast, place);
      case InstanceofExpression test -> code().add(Op.INSTANCE,
          type(test.getRightOperand().resolveBinding()), Kind.TOTAL, place, List.of(value(test.getLeftOperand())));
      case PatternInstanceofExpression _ -> reading.conditions.truth(expression, place);
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

  String type(ITypeBinding type) {
    return reading.names.type(type);
  }

  static Variable present(Variable variable) {
    variable.present = true;
    return variable;
  }

  // --- Values that are there ------------------------------------------------------------------

  Variable literal(String type, String value, Place place) {
    return code().add(Op.LITERAL, type + " " + value, Kind.TOTAL, place, List.of());
  }

  Variable literal(Expression literal, Place place) {
    return switch (literal) {
      case BooleanLiteral truth -> literal("boolean", String.valueOf(truth.booleanValue()), place);
      case NullLiteral _ -> literal("null", "null", place);
      case StringLiteral text -> present(literal("String", text.getLiteralValue(), place));
      case TextBlock text -> present(literal("String", text.getLiteralValue(), place));
      case CharacterLiteral character -> literal("char", String.valueOf((int) character.charValue()), place);
      default -> {
        ITypeBinding type = literal.resolveTypeBinding();
        Object value = literal.resolveConstantExpressionValue();
        String written = value == null ? literal.toString() : value.toString();
        yield literal(type == null ? "number" : type.getName(), written, place);
      }
    };
  }

  Variable self(ThisExpression self, Place place) {
    ITypeBinding type = self.resolveTypeBinding();
    Variable object = self.getQualifier() == null
        ? reading.frame.self().object()
        : type == null ? null : reading.objectOf(type, true);
    return object != null ? object : code().add(Op.THIS, type(type), Kind.TOTAL, place, List.of());
  }

  Variable name(Name name, Place place) {
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

  Variable qualifiedField(IVariableBinding field, Expression qualifier, SimpleName name, Place place) {
    boolean ofType = qualifier instanceof Name type && type.resolveBinding() != null
        && type.resolveBinding().getKind() != IBinding.VARIABLE;
    return readField(field, ofType ? null : value(qualifier), place, name);
  }

  Variable readLocal(IVariableBinding variable, String name, Place place) {
    Frame.Argument argument = reading.frame.arguments().get(variable.getVariableDeclaration());
    if (argument != null) {
      Variable value = reading.given(() ->
          reading.in(argument.caller(), () -> reading.conversions.valueAs(argument.expression(), argument.type())));
      if (argument.given() != null) {
        code().add(Op.WITNESS, "", Kind.TOTAL, place, List.of(argument.given(), value));
      }
      return value;
    }
    return snapshot(reading.local(variable, name), place);
  }

  /** The value of now: what is evaluated next may assign the variable. */
  Variable snapshot(Variable variable, Place place) {
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

  Variable access(FieldAccess access, Place place) {
    return readField(access.resolveFieldBinding(), value(access.getExpression()), place, access.getName());
  }

  Variable readField(IVariableBinding field, Variable object, Place place, Name name) {
    if (field == null) {
      List<Variable> of = object == null ? List.of() : List.of(object);
      return code().add(Op.FIELD, "?." + name, Kind.FAILS, place, world(of));
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

  boolean isBeingBuilt(IVariableBinding field) {
    ITypeBinding self = reading.frame.self().type();
    return code().buildsObject && self != null && field.getDeclaringClass().getErasure() == self.getErasure();
  }

  void writeField(IVariableBinding field, Variable object, Variable value, Place place, Name name) {
    String key = field == null ? "?." + name : reading.names.field(field);
    boolean isStatic = field != null && Modifier.isStatic(field.getModifiers());
    List<Variable> inputs = isStatic || object == null ? List.of(value) : List.of(object, value);
    boolean isVolatile = field != null && Modifier.isVolatile(field.getModifiers());
    Variable written = code().add(Op.WRITE, key, Kind.EFFECT, place, inputs,
        List.of(code().memory(isVolatile ? "world" : "field " + key)), null);
    written.dereferences = inputs.size() == 2;
  }

  private List<Variable> world(List<Variable> inputs) {
    List<Variable> all = new ArrayList<>(inputs);
    all.add(code().memory("world"));
    return all;
  }

  Variable element(ArrayAccess access, Place place) {
    Variable array = value(access.getArray());
    return readElement(array, index(access), place);
  }

  Variable index(ArrayAccess access) {
    return reading.conversions.promoted(access.getIndex(), "int");
  }

  Variable readElement(Variable array, Variable index, Place place) {
    return code().add(
        Op.ELEMENT, "", Kind.FAILS, place, List.of(array, index, code().memory("world"), code().memory("array")));
  }

  Variable create(ArrayCreation creation, Place place) {
    ITypeBinding type = creation.resolveTypeBinding();
    if (creation.getInitializer() != null) {
      return array(creation.getInitializer(), type, place);
    }
    List<Variable> sizes = new ArrayList<>();
    for (Object size : creation.dimensions()) {
      sizes.add(reading.conversions.promoted((Expression) size, "int"));
    }
    return present(code().add(Op.NEW, "array " + type(type), Kind.EFFECT, place, sizes));
  }

  Variable array(ArrayInitializer initializer, ITypeBinding type, Place place) {
    List<Variable> elements = new ArrayList<>();
    for (Object each : initializer.expressions()) {
      Expression element = (Expression) each;
      ITypeBinding of = type == null ? null : type.getComponentType();
      elements.add(element instanceof ArrayInitializer inner
          ? array(inner, of, place)
          : reading.conversions.valueAs(element, of));
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
        : reading.conversions.valueAs(initializer, type);
  }
}
