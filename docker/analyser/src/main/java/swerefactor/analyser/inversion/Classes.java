package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.AbstractTypeDeclaration;
import org.eclipse.jdt.core.dom.AnonymousClassDeclaration;
import org.eclipse.jdt.core.dom.ClassInstanceCreation;
import org.eclipse.jdt.core.dom.CreationReference;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.ExpressionMethodReference;
import org.eclipse.jdt.core.dom.FieldDeclaration;
import org.eclipse.jdt.core.dom.IBinding;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.Initializer;
import org.eclipse.jdt.core.dom.LambdaExpression;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.MethodReference;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.Name;
import org.eclipse.jdt.core.dom.SuperMethodReference;
import org.eclipse.jdt.core.dom.TypeDeclarationStatement;
import org.eclipse.jdt.core.dom.VariableDeclaration;
import org.eclipse.jdt.core.dom.VariableDeclarationFragment;
import swerefactor.analyser.inversion.Calls.Given;
import swerefactor.analyser.inversion.Flow.Block;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Members;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Flow.Return;
import swerefactor.analyser.inversion.Flow.Step;
import swerefactor.analyser.inversion.Flow.Variable;

/** Reads code within code: lambdas, method references as the lambdas that they mean, local classes. */
final class Classes {
  private final Reading reading;

  Classes(Reading reading) {
    this.reading = reading;
  }

  private Code code() {
    return reading.code;
  }

  // --- Functions ------------------------------------------------------------------------------

  Variable lambda(LambdaExpression lambda, Place place) {
    ITypeBinding type = lambda.resolveTypeBinding();
    Flow flow = reading.nested(() -> {
      List<Variable> parameters = new ArrayList<>();
      for (int number = 0; number < lambda.parameters().size(); number++) {
        parameters.add(parameter(number, place));
      }
      body(lambda, parameters, place, value -> code().exit(new Return(value, place)));
    });
    return function(type, flow, place);
  }

  /** A lambda's body with its parameters given; {@code end} takes its value, null where it has none. */
  void body(LambdaExpression lambda, List<Variable> given, Place place, Consumer<Variable> end) {
    ITypeBinding type = lambda.resolveTypeBinding();
    IMethodBinding function = type == null ? null : type.getFunctionalInterfaceMethod();
    int number = 0;
    for (Object each : lambda.parameters()) {
      VariableDeclaration parameter = (VariableDeclaration) each;
      Variable local = reading.local(parameter.resolveBinding(), parameter.getName().getIdentifier());
      code().copy(given.get(number++), local, place);
    }
    if (lambda.getBody() instanceof Expression body) {
      end.accept(result(reading.expressions.value(body), body.resolveTypeBinding(), function, place));
    } else {
      reading.statements.run((org.eclipse.jdt.core.dom.Block) lambda.getBody());
      end.accept(null);
    }
  }

  private Variable function(ITypeBinding type, Flow flow, Place place) {
    Variable made = code().add(Op.LAMBDA, reading.names.type(type), Kind.TOTAL, place,
        List.copyOf(free(flow)), List.of(), new Flow.Lambda(flow));
    made.present = true;
    return made;
  }

  private Variable parameter(int number, Place place) {
    return code().add(Op.PARAMETER, code().depth + "." + number, Kind.TOTAL, place, List.of());
  }

  private void giveBack(Variable value, ITypeBinding type, IMethodBinding function, Place place) {
    code().exit(new Return(result(value, type, function, place), place));
  }

  /** A value as the function gives it, null where it gives none. */
  private Variable result(Variable value, ITypeBinding type, IMethodBinding function, Place place) {
    boolean isVoid = function != null && function.getReturnType().getName().equals("void");
    return isVoid || value == null
        ? null
        : reading.conversions.convert(value, type, function == null ? null : function.getReturnType(), place);
  }

  Variable reference(MethodReference reference, Place place) {
    ITypeBinding type = reference.resolveTypeBinding();
    IMethodBinding function = type == null ? null : type.getFunctionalInterfaceMethod();
    if (function == null) {
      return code().add(Op.LITERAL, reference.toString(), Kind.EFFECT, place, List.of());
    }
    if (reference instanceof CreationReference creation) {
      return function(type, creation(creation, function, place), place);
    }
    IMethodBinding method = reference.resolveMethodBinding();
    if (method == null) {
      reading.names.unresolved.add(reference.toString());
      return code().add(Op.LITERAL, reference.toString(), Kind.EFFECT, place, List.of());
    }
    Variable bound = reference instanceof ExpressionMethodReference of && !isType(of.getExpression())
        ? bound(of.getExpression(), place)
        : reference instanceof SuperMethodReference ? reading.frame.self().object() : null;
    Flow flow = reading.nested(() -> {
      List<Given> arguments = parameters(function, place);
      Variable object = bound;
      if (object == null && !Modifier.isStatic(method.getModifiers()) && !arguments.isEmpty()) {
        object = arguments.removeFirst().value();
      }
      giveBack(reading.calls.call(method, object, arguments, place), method.getReturnType(), function, place);
    });
    return function(type, flow, place);
  }

  /** The object whose method a reference is: it must be there when the reference is made. */
  private Variable bound(Expression expression, Place place) {
    Variable object = reading.expressions.value(expression);
    if (!object.present) {
      reading.conversions.need(object, place);
    }
    return object;
  }

  private static boolean isType(Expression expression) {
    return expression instanceof Name name
        ? name.resolveBinding() != null && name.resolveBinding().getKind() == IBinding.TYPE
        : false;
  }

  private List<Given> parameters(IMethodBinding function, Place place) {
    List<Given> parameters = new ArrayList<>();
    for (ITypeBinding type : function.getParameterTypes()) {
      parameters.add(new Given(null, parameter(parameters.size(), place), type));
    }
    return parameters;
  }

  private Flow creation(CreationReference creation, IMethodBinding function, Place place) {
    ITypeBinding made = creation.getType().resolveBinding();
    return reading.nested(() -> {
      List<Variable> arguments = new ArrayList<>();
      IMethodBinding constructor = creation.resolveMethodBinding();
      for (Given each : parameters(function, place)) {
        ITypeBinding to = constructor != null && arguments.size() < constructor.getParameterTypes().length
            ? constructor.getParameterTypes()[arguments.size()]
            : null;
        arguments.add(reading.conversions.convert(each.value(), each.type(), to, place));
      }
      Variable object = made != null && made.isArray()
          ? code().add(Op.NEW, "array " + reading.names.type(made), Kind.EFFECT, place, arguments)
          : reading.calls.make(made, constructor, arguments, place);
      giveBack(object, made, function, place);
    });
  }

  /** The variables that a flow reads and does not set: those of the code around it. */
  private static Set<Variable> free(Flow flow) {
    Set<Variable> read = new LinkedHashSet<>();
    Set<Variable> set = new LinkedHashSet<>();
    for (Block block : flow.blocks) {
      for (Step step : block.steps) {
        read.addAll(step.inputs());
        set.add(step.target());
        set.addAll(step.changes());
      }
      switch (block.exit) {
        case Flow.Branch branch -> read.add(branch.condition());
        case Flow.Select select -> read.add(select.on());
        case Return end when end.value() != null -> read.add(end.value());
        case Flow.Throw end -> read.add(end.value());
        case null, default -> {}
      }
    }
    read.removeAll(set);
    read.removeIf(variable -> variable.isMemory);
    return read;
  }

  // --- Classes --------------------------------------------------------------------------------

  Variable anonymous(ClassInstanceCreation creation, ITypeBinding type, List<Variable> inputs, Place place) {
    return body(creation.getAnonymousClassDeclaration(), reading.names.type(type), inputs, place);
  }

  /** A new object of a class without a name. */
  Variable body(AnonymousClassDeclaration node, String name, List<Variable> inputs, Place place) {
    Members members = members(node.bodyDeclarations(), node.resolveBinding(), inputs.size());
    List<Variable> all = new ArrayList<>(inputs);
    members.flows().values().forEach(flow -> {
      if (flow != null) {
        all.addAll(free(flow));
      }
    });
    return code().add(Op.CLASS, name, Kind.EFFECT, place, all, List.of(code().memory("world")), members);
  }

  /** A local class: what it is stands where it is declared. */
  void declare(TypeDeclarationStatement local) {
    AbstractTypeDeclaration node = local.getDeclaration();
    ITypeBinding type = node.resolveBinding();
    Members members = members(node.bodyDeclarations(), type, 0);
    List<Variable> all = new ArrayList<>();
    members.flows().values().forEach(flow -> {
      if (flow != null) {
        all.addAll(free(flow));
      }
    });
    code().add(Op.CLASS, reading.names.type(type) + " " + Header.of(node, reading.names).line(), Kind.EFFECT,
        reading.expressions.place(local), all, List.of(), members);
  }

  private Members members(List<?> declarations, ITypeBinding type, int arguments) {
    Map<String, Flow> flows = new TreeMap<>();
    Map<String, String> headers = new TreeMap<>();
    List<String> done = new ArrayList<>();
    int[] initializers = new int[1];
    for (Object each : declarations) {
      switch (each) {
        case MethodDeclaration method -> {
          IMethodBinding binding = method.resolveBinding();
          String key = binding == null ? method.getName().getIdentifier() : reading.names.signature(binding);
          if (binding == null || !reading.plan.inlined().contains(reading.names.key(binding))) {
            headers.put(key, Header.of(method, reading.names).line());
            flows.put(key, flow(method, type, Modifier.isStatic(method.getModifiers())));
          }
        }
        case FieldDeclaration fields -> {
          for (Object fragment : fields.fragments()) {
            VariableDeclarationFragment field = (VariableDeclarationFragment) fragment;
            String key = field.getName().getIdentifier();
            headers.put(key, Header.of(fields, reading.names).line());
            flows.put(key, flow(field, type, Modifier.isStatic(fields.getModifiers())));
            if (field.getInitializer() != null) {
              done.add(key);
            }
          }
        }
        case Initializer block -> {
          String key = "<init>" + initializers[0]++;
          flows.put(key, flow(block, type, Modifier.isStatic(block.getModifiers())));
          done.add(key);
        }
        default -> headers.put(each.toString(), "");
      }
    }
    // The flows are kept by name, but what is done when an object is made is done in this order.
    headers.put("<order>", done.toString());
    return new Members(flows, headers, arguments);
  }

  private Flow flow(ASTNode node, ITypeBinding type, boolean isStatic) {
    return reading.member(node, reading.frame.source(), type, isStatic, reading.frame, reading.frame.inlined());
  }
}
