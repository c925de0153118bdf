package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.Assignment;
import org.eclipse.jdt.core.dom.CastExpression;
import org.eclipse.jdt.core.dom.ClassInstanceCreation;
import org.eclipse.jdt.core.dom.DoStatement;
import org.eclipse.jdt.core.dom.EnhancedForStatement;
import org.eclipse.jdt.core.dom.EnumConstantDeclaration;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.ForStatement;
import org.eclipse.jdt.core.dom.IBinding;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.LambdaExpression;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.Name;
import org.eclipse.jdt.core.dom.ParenthesizedExpression;
import org.eclipse.jdt.core.dom.PostfixExpression;
import org.eclipse.jdt.core.dom.PrefixExpression;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.SingleVariableDeclaration;
import org.eclipse.jdt.core.dom.SuperMethodInvocation;
import org.eclipse.jdt.core.dom.WhileStatement;
import swerefactor.analyser.inversion.Code.Scope;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Flow.Variable;
import swerefactor.analyser.inversion.Frame.Self;

/** Reads calls: as steps, or as the body of what is called where the plan says so. */
final class Calls {
  static final String ELSEWHERE = "an argument is evaluated at another place, or not as often, as before";
  private final Reading reading;

  Calls(Reading reading) {
    this.reading = reading;
  }

  private Code code() {
    return reading.code;
  }

  /** An argument: an expression, or a value that is there. */
  record Given(Expression expression, Variable value, ITypeBinding type) {
    static Given of(Expression expression) {
      return new Given(expression, null, expression.resolveTypeBinding());
    }
  }

  private static List<Given> given(List<?> arguments) {
    List<Given> all = new ArrayList<>();
    for (Object each : arguments) {
      all.add(Given.of((Expression) each));
    }
    return all;
  }

  Variable invoke(MethodInvocation call, Place place) {
    IMethodBinding method = call.resolveMethodBinding();
    Expression on = call.getExpression();
    boolean ofType = on instanceof Name name && name.resolveBinding() != null
        && name.resolveBinding().getKind() == IBinding.TYPE;
    Frame.Argument function = on instanceof Name name && name.resolveBinding() instanceof IVariableBinding variable
        ? reading.frame.arguments().get(variable.getVariableDeclaration())
        : null;
    if (method != null && function != null && bare(function.expression()) instanceof LambdaExpression lambda
        && Modifier.isAbstract(method.getModifiers())) {
      return apply(lambda, function, method, given(call.arguments()), place);
    }
    boolean isPutIn = method != null && reading.plan.inlined().contains(reading.names.key(method));
    Variable object = on == null || ofType
        ? null
        : isPutIn ? reading.given(() -> reading.expressions.value(on)) : reading.expressions.value(on);
    if (method == null) {
      return unknown(call.getName().getIdentifier(), object, given(call.arguments()), place);
    }
    boolean isStatic = Modifier.isStatic(method.getModifiers());
    if (on == null && !isStatic) {
      object = reading.objectOf(method.getDeclaringClass(), false);
    }
    return call(method, isStatic ? null : object, given(call.arguments()), place);
  }

  private static Expression bare(Expression expression) {
    return expression instanceof ParenthesizedExpression inner ? bare(inner.getExpression()) : expression;
  }

  /** Calls a lambda that was given for a parameter: its body, in the terms of who gave it. */
  private Variable apply(
      LambdaExpression lambda, Frame.Argument function, IMethodBinding method, List<Given> arguments, Place place) {
    List<Variable> values = values(method, arguments, place);
    Scope scope = code().open();
    scope.onReturn = code().block();
    scope.result = code().temporary();
    reading.given(() -> reading.in(function.caller(), () -> {
      reading.classes.body(lambda, values, place, value -> {
        if (value != null) {
          code().copy(value, scope.result, place);
        }
        code().jump(scope.onReturn);
      });
      return null;
    }));
    code().close();
    code().continueIn(scope.onReturn);
    return method.getReturnType().getName().equals("void") ? null : scope.result;
  }

  Variable invokeSuper(SuperMethodInvocation call, Place place) {
    IMethodBinding method = call.resolveMethodBinding();
    if (method == null) {
      return unknown("super." + call.getName(), reading.frame.self().object(), given(call.arguments()), place);
    }
    if (reading.plan.opaque().contains(reading.names.method(method)) && reading.frame.self().object() != null) {
      // One that can move is not overridden, so that this call reaches what any other would.
      return call(method, reading.frame.self().object(), given(call.arguments()), place);
    }
    List<Variable> inputs = new ArrayList<>();
    if (reading.frame.self().object() != null) {
      inputs.add(reading.frame.self().object());
    }
    inputs.addAll(values(method, given(call.arguments()), place));
    return effect(Op.CALL, "super " + reading.names.method(method), inputs, place);
  }

  private Variable unknown(String name, Variable object, List<Given> arguments, Place place) {
    List<Variable> inputs = new ArrayList<>();
    if (object != null) {
      inputs.add(object);
    }
    for (Given argument : arguments) {
      inputs.add(argument.value() != null ? argument.value() : reading.expressions.value(argument.expression()));
    }
    reading.names.unresolved.add(name + "/" + arguments.size());
    return effect(Op.CALL, "?" + name + "/" + arguments.size(), inputs, place);
  }

  private Variable effect(Op op, String name, List<Variable> inputs, Place place) {
    List<Variable> changes = List.of(code().memory("world"), code().memory("library"), code().memory("array"));
    return code().add(op, name, Kind.EFFECT, place, inputs, changes, null);
  }

  /** A call of a method that is known, on an object whose value is there. */
  Variable call(IMethodBinding method, Variable object, List<Given> arguments, Place place) {
    String key = reading.names.key(method);
    if (reading.plan.inlined().contains(key)) {
      MethodDeclaration declaration = reading.tree.methods.get(key);
      if (declaration != null && declaration.getBody() != null && !reading.frame.active().contains(key)) {
        reading.outcome.inlined.add(key);
        return inline(declaration, method, object, arguments, place, key);
      }
      reading.outcome.obstacles.add("a method that calls itself, " + key);
    }
    if (Conversions.isBoxing(method)) {
      ITypeBinding taken = method.getParameterTypes()[0];
      return reading.conversions.boxed(value(arguments.getFirst(), taken, place), taken.getName(), place);
    }
    if (object != null && Conversions.isUnboxing(method)) {
      return code().add(Op.CONVERT, "unbox " + method.getReturnType().getName(), Kind.FAILS, place, List.of(object));
    }
    List<Variable> inputs = new ArrayList<>();
    if (object != null) {
      inputs.add(object);
    }
    inputs.addAll(values(method, arguments, place));
    Accessors.Access access = reading.plan.opaque().contains(key) ? null : reading.accessors.of(method);
    if (access != null && object != null && !access.sets()) {
      return reading.expressions.readField(access.field(), object, place, null);
    }
    if (access != null && object != null) {
      reading.expressions.writeField(access.field(), object, inputs.getLast(), place, null);
      return null;
    }
    List<ITypeBinding> types = new ArrayList<>();
    if (object != null) {
      types.add(method.getDeclaringClass());
    }
    arguments.forEach(argument -> types.add(argument.type()));
    Variable value = step(method, inputs, types, place);
    value.dereferences = object != null;
    return value;
  }

  private Variable step(IMethodBinding method, List<Variable> inputs, List<ITypeBinding> types, Place place) {
    String name = reading.names.called(method);
    List<Variable> all = new ArrayList<>(inputs);
    if (reading.plan.opaque().contains(reading.names.key(method))) {
      Variable value = effect(Op.CALL, name, all, place);
      value.remembers = true;
      return value;
    }
    Purity purity = reading.tree.purities.of(method, types);
    List<Variable> read = new ArrayList<>();
    reading.tree.purities.reads(method, code().buildsObject).forEach(part -> read.add(code().memory(part)));
    switch (purity) {
      case PURE -> {
        // What depends on nothing either always fails, which nobody writes, or never.
        Kind kind = all.isEmpty() && kindOf(method) == Kind.FAILS ? Kind.TOTAL : kindOf(method);
        all.addAll(read);
        return code().add(Op.CALL, name, kind, place, all);
      }
      case MAKES -> {
        return code().add(Op.CALL, name, Kind.EFFECT, place, all);
      }
      case READS -> {
        all.add(code().memory("world"));
        all.add(code().memory("library"));
        read.stream().filter(part -> !all.contains(part)).forEach(all::add);
        return code().add(Op.CALL, name, kindOf(method), place, all);
      }
      case CHANGES_LIBRARY -> {
        List<Variable> changes = new ArrayList<>(List.of(code().memory("library")));
        if (types.stream().anyMatch(type -> type != null && type.isArray())) {
          changes.add(code().memory("array"));
        }
        return code().add(Op.CALL, name, Kind.EFFECT, place, all, changes, null);
      }
      default -> {
        return effect(Op.CALL, name, all, place);
      }
    }
  }

  /** An array is new each time, and what is done with one is not seen in another. */
  private static Kind kindOf(IMethodBinding method) {
    return method.getReturnType().isArray() ? Kind.EFFECT : Kind.FAILS;
  }

  /** The arguments as the method takes them: converted, and those of variable number in an array. */
  private List<Variable> values(IMethodBinding method, List<Given> arguments, Place place) {
    ITypeBinding[] types = method.getParameterTypes();
    boolean packs = packs(method, arguments);
    int single = packs ? types.length - 1 : arguments.size();
    List<Variable> values = new ArrayList<>();
    for (int i = 0; i < single; i++) {
      values.add(value(arguments.get(i), i < types.length ? types[i] : null, place));
    }
    if (packs) {
      ITypeBinding array = types[types.length - 1];
      List<Variable> rest = new ArrayList<>();
      for (Given argument : arguments.subList(single, arguments.size())) {
        rest.add(value(argument, array.getComponentType(), place));
      }
      values.add(reading.expressions.array(array, rest, place));
    }
    return values;
  }

  private static boolean packs(IMethodBinding method, List<Given> arguments) {
    ITypeBinding[] types = method.getParameterTypes();
    if (!method.isVarargs() || arguments.size() < types.length - 1) {
      return false;
    }
    if (arguments.size() != types.length) {
      return true;
    }
    ITypeBinding last = arguments.getLast().type();
    return last != null && !last.isNullType()
        && !last.isAssignmentCompatible(types[types.length - 1]);
  }

  private Variable value(Given argument, ITypeBinding type, Place place) {
    return argument.value() != null
        ? reading.conversions.convert(argument.value(), argument.type(), type, place)
        : reading.conversions.valueAs(argument.expression(), type);
  }

  // --- Bodies in the place of calls -----------------------------------------------------------

  private Variable inline(
      MethodDeclaration method, IMethodBinding called, Variable object, List<Given> arguments, Place place, String key) {
    ITypeBinding type = method.resolveBinding().getDeclaringClass();
    boolean isStatic = Modifier.isStatic(method.getModifiers());
    Frame frame = frameOf(method, type, isStatic ? null : object, isStatic, key);
    if (!isStatic && object != null) {
      code().add(Op.ASKED, "", Kind.TOTAL, place, List.of(object));
    }
    reading.given(() -> {
      bind(method, called, arguments, frame, place);
      return null;
    });
    Scope scope = code().open();
    scope.onReturn = code().block();
    scope.result = code().temporary();
    reading.inside(frame, () -> {
      reading.guarded(method, place, () -> reading.statements.run(method.getBody()));
      return null;
    });
    code().close();
    code().continueIn(scope.onReturn);
    ITypeBinding result = method.resolveBinding().getReturnType();
    if (result.getErasure() != called.getReturnType().getErasure() && castsUnchecked(method)) {
      reading.outcome.obstacles.add("the call of " + key + " checks the type of what it gives");
    }
    return result.isPrimitive() && result.getName().equals("void") ? null : scope.result;
  }

  /** Whether a method says that a value is of a type that it does not know: only its callers find out. */
  private static boolean castsUnchecked(MethodDeclaration method) {
    boolean[] found = {false};
    method.getBody().accept(new ASTVisitor() {
      @Override
      public boolean visit(CastExpression cast) {
        ITypeBinding type = cast.getType().resolveBinding();
        found[0] |= type == null || type.isTypeVariable() || type.isArray() && type.getElementType().isTypeVariable();
        return true;
      }
    });
    return found[0];
  }

  private Frame frameOf(MethodDeclaration method, ITypeBinding type, Variable object, boolean isStatic, String key) {
    var source = reading.tree.sourceAt(method);
    if (type.isLocal() || type.isAnonymous()) {
      // It sees the variables around its class, which are those of the present frame, and has its own beside them.
      for (Self self = reading.frame.self(); self != null; self = self.outer()) {
        if (self.type() == type) {
          return reading.frame.putInWithin(new Self(type, object, isStatic, self.outer()), source, key);
        }
      }
    }
    return reading.frame.putIn(new Self(type, object, isStatic, Reading.outerOf(type)), source, key);
  }

  private void bind(
      MethodDeclaration method, IMethodBinding called, List<Given> arguments, Frame frame, Place place) {
    if (packs(called, arguments)) {
      List<Variable> values = values(called, arguments, place);
      for (int i = 0; i < values.size(); i++) {
        SingleVariableDeclaration parameter = (SingleVariableDeclaration) method.parameters().get(i);
        assign(parameter, values.get(i), frame, place);
      }
      return;
    }
    Set<Object> assigned = reading.plan.byName() < 0 ? Set.of() : assignedIn(method);
    Set<Object> changing = new HashSet<>();
    arguments.stream().filter(argument -> argument.expression() != null)
        .forEach(argument -> changing.addAll(assignedIn(argument.expression())));
    for (int i = 0; i < method.parameters().size() && i < arguments.size(); i++) {
      SingleVariableDeclaration parameter = (SingleVariableDeclaration) method.parameters().get(i);
      IVariableBinding binding = parameter.resolveBinding();
      Given argument = arguments.get(i);
      ITypeBinding type = called.getParameterTypes()[i];
      int grade = argument.expression() == null ? Grade.FIXED : Grade.of(argument.expression(), reading);
      // What may fail and is not evaluated at all would be lost without a trace.
      boolean dropped = grade > Grade.TOTAL && !uses(method, binding);
      boolean isAnew = argument.expression() != null && makesObject(argument.expression());
      boolean standsFor = grade <= reading.plan.byName() && !dropped && !assigned.contains(binding)
          && !(isAnew && isUsedAgain(method, binding))
          && (changing.isEmpty() || argument.expression() == null || !mentions(argument.expression(), changing));
      if (standsFor) {
        // What may fail does so here, before the method begins; what is read has the value of now.
        boolean mayFail = grade > Grade.TOTAL && grade <= Grade.READS && !isAnew;
        Variable value = mayFail ? evaluated(argument, type, place) : null;
        Variable now = grade == Grade.READS ? value : null;
        frame.arguments().put(binding, new Frame.Argument(argument.expression(), type, reading.frame, now));
        if (grade > Grade.READS) {
          reading.outcome.obstacles.add(ELSEWHERE);
        }
      } else {
        frame.arguments().remove(binding);
        assign(parameter, value(argument, type, place), frame, place);
      }
    }
  }

  /** An argument as it is now, while it stands for its parameter besides. */
  private Variable evaluated(Given argument, ITypeBinding type, Place place) {
    boolean saved = code().forArgument;
    code().forArgument = true;
    try {
      return value(argument, type, place);
    } finally {
      code().forArgument = saved;
    }
  }

  private void assign(SingleVariableDeclaration parameter, Variable value, Frame frame, Place place) {
    Variable local = reading.in(frame,
        () -> reading.local(parameter.resolveBinding(), parameter.getName().getIdentifier()));
    code().copy(value, local, place);
  }

  private static boolean uses(MethodDeclaration method, IVariableBinding parameter) {
    boolean[] found = {false};
    method.getBody().accept(new ASTVisitor() {
      @Override
      public boolean visit(SimpleName name) {
        found[0] |= name.resolveBinding() == parameter;
        return true;
      }
    });
    return found[0];
  }

  /** Whether each evaluation gives an object of its own; of a lambda the language leaves that open. */
  private boolean makesObject(Expression expression) {
    boolean[] found = {false};
    expression.accept(new ASTVisitor() {
      @Override
      public void preVisit(ASTNode node) {
        found[0] |= node instanceof ClassInstanceCreation
            || node instanceof MethodInvocation call && Grade.makes(call, reading);
      }

      @Override
      public boolean visit(LambdaExpression lambda) {
        return false; // What is in it is made whenever it is called.
      }
    });
    return found[0];
  }

  /** Whether a parameter's object may be had more than once. */
  private static boolean isUsedAgain(MethodDeclaration method, IVariableBinding parameter) {
    int[] uses = {0};
    method.getBody().accept(new ASTVisitor() {
      @Override
      public boolean visit(SimpleName name) {
        if (name.resolveBinding() == parameter) {
          uses[0] += isRepeated(name, method) ? 2 : 1;
        }
        return true;
      }
    });
    return uses[0] > 1;
  }

  private static boolean isRepeated(ASTNode node, MethodDeclaration method) {
    for (ASTNode at = node; at != method; at = at.getParent()) {
      if (at instanceof ForStatement || at instanceof EnhancedForStatement || at instanceof WhileStatement
          || at instanceof DoStatement || at instanceof LambdaExpression || Member.isClass(at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean mentions(Expression expression, Set<Object> variables) {
    boolean[] found = {false};
    expression.accept(new ASTVisitor() {
      @Override
      public boolean visit(SimpleName name) {
        found[0] |= variables.contains(name.resolveBinding());
        return true;
      }
    });
    return found[0];
  }

  private static Set<Object> assignedIn(ASTNode code) {
    Set<Object> assigned = new HashSet<>();
    code.accept(new ASTVisitor() {
      @Override
      public boolean visit(Assignment node) {
        return note(node.getLeftHandSide());
      }

      @Override
      public boolean visit(PrefixExpression node) {
        return note(node.getOperand());
      }

      @Override
      public boolean visit(PostfixExpression node) {
        return note(node.getOperand());
      }

      private boolean note(ASTNode target) {
        if (target instanceof SimpleName name) {
          assigned.add(name.resolveBinding());
        }
        return true;
      }
    });
    return assigned;
  }

  /** The type that a returned value is converted to. */
  ITypeBinding returned(ASTNode statement) {
    for (ASTNode at = statement.getParent(); at != null; at = at.getParent()) {
      if (at instanceof MethodDeclaration method) {
        return method.resolveBinding() == null ? null : method.resolveBinding().getReturnType();
      }
      if (at instanceof LambdaExpression lambda) {
        ITypeBinding type = lambda.resolveTypeBinding();
        IMethodBinding function = type == null ? null : type.getFunctionalInterfaceMethod();
        return function == null ? null : function.getReturnType();
      }
    }
    return null;
  }

  // --- New objects ----------------------------------------------------------------------------

  Variable create(ClassInstanceCreation creation, Place place) {
    Variable outer = creation.getExpression() == null ? null : reading.expressions.value(creation.getExpression());
    IMethodBinding constructor = creation.resolveConstructorBinding();
    ITypeBinding type = creation.getType().resolveBinding();
    if (outer == null && type != null && isInner(type)) {
      outer = reading.objectOf(type.getDeclaringClass(), false);
    }
    List<Variable> inputs = new ArrayList<>();
    if (outer != null) {
      inputs.add(outer);
    }
    if (constructor == null) {
      for (Given each : given(creation.arguments())) {
        inputs.add(reading.expressions.value(each.expression()));
      }
      reading.names.unresolved.add("new " + creation.getType());
    } else {
      inputs.addAll(values(constructor, given(creation.arguments()), place));
    }
    Variable made = creation.getAnonymousClassDeclaration() != null
        ? reading.classes.anonymous(creation, type, inputs, place)
        : asksElements(creation, type)
            ? effect(Op.NEW, nameOf(type, constructor, inputs), inputs, place)
            : make(type, constructor, inputs, place);
    made.present = true;
    return made;
  }

  private static boolean isInner(ITypeBinding type) {
    return type.getDeclaringClass() != null && type.isMember() && type.isClass()
        && !Modifier.isStatic(type.getErasure().getTypeDeclaration().getModifiers())
        && !type.getDeclaringClass().isInterface();
  }

  /** A new object of a class. */
  Variable make(ITypeBinding type, IMethodBinding constructor, List<Variable> inputs, Place place) {
    String name = nameOf(type, constructor, inputs);
    return name.startsWith("java.")
        ? code().add(Op.NEW, name, Kind.EFFECT, place, inputs)
        : effect(Op.NEW, name, inputs, place);
  }

  private String nameOf(ITypeBinding type, IMethodBinding constructor, List<Variable> inputs) {
    return reading.names.type(type)
        + (constructor == null ? "/" + inputs.size() : reading.names.signature(constructor));
  }

  /** Whether a new collection asks what it is given for its order or equality, by code of the project. */
  private boolean asksElements(ClassInstanceCreation creation, ITypeBinding type) {
    return reading.names.type(type).matches("java\\.util\\.(\\w*\\.)*\\w*(Hash|Tree|Skip|Priority)\\w+")
        && creation.arguments().stream().anyMatch(argument ->
            !Purity.isValue(((Expression) argument).resolveTypeBinding(), reading.names));
  }

  Variable constant(EnumConstantDeclaration constant) {
    Place place = reading.expressions.place(constant);
    IMethodBinding constructor = constant.resolveConstructorBinding();
    List<Variable> inputs = new ArrayList<>();
    if (constructor != null) {
      inputs.addAll(values(constructor, given(constant.arguments()), place));
    }
    return constant.getAnonymousClassDeclaration() == null
        ? effect(Op.NEW, "constant " + (constructor == null ? "" : reading.names.signature(constructor)), inputs, place)
        : reading.classes.body(constant.getAnonymousClassDeclaration(), "constant", inputs, place);
  }

  /** {@code this(…)} or {@code super(…)} at the start of a constructor. */
  void construct(ASTNode call, IMethodBinding constructor, List<?> arguments) {
    Place place = reading.expressions.place(call);
    List<Variable> inputs = new ArrayList<>();
    if (constructor == null) {
      unknown("constructor", reading.frame.self().object(), given(arguments), place);
      return;
    }
    inputs.addAll(values(constructor, given(arguments), place));
    effect(Op.CALL, "construct " + reading.names.method(constructor), inputs, place);
  }
}
