package swerefactor.analyser.inversion;

import java.util.List;
import java.util.function.Supplier;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.AbstractTypeDeclaration;
import org.eclipse.jdt.core.dom.EnumConstantDeclaration;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.Initializer;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.SingleVariableDeclaration;
import org.eclipse.jdt.core.dom.VariableDeclarationFragment;
import swerefactor.analyser.Source;
import swerefactor.analyser.inversion.Flow.Kind;
import swerefactor.analyser.inversion.Flow.Op;
import swerefactor.analyser.inversion.Flow.Place;
import swerefactor.analyser.inversion.Flow.Return;
import swerefactor.analyser.inversion.Flow.Variable;
import swerefactor.analyser.inversion.Frame.Self;

/** Reads members into flows. */
final class Reading {
  final Tree tree;
  final Names names;
  final Plan plan;
  final Plan.Outcome outcome;
  final Accessors accessors;
  final Expressions expressions = new Expressions(this);
  final Conversions conversions = new Conversions(this);
  final Operators operators = new Operators(this);
  final Assigning assigning = new Assigning(this);
  final Conditions conditions = new Conditions(this);
  final Statements statements = new Statements(this);
  final Switches switches = new Switches(this);
  final Calls calls = new Calls(this);
  final Classes classes = new Classes(this);
  Code code;
  Frame frame;
  /** Set while what is given to a method that is put in is evaluated. */
  boolean givesArguments;

  private Reading(Tree tree, Plan plan, Plan.Outcome outcome) {
    this.tree = tree;
    this.names = tree.names;
    this.plan = plan;
    this.outcome = outcome;
    this.accessors = tree.accessors;
  }

  /** The flow of a member, or null where it has no code. */
  static Flow read(Tree tree, Member member, Plan plan, Plan.Outcome outcome) {
    Reading reading = new Reading(tree, plan, outcome);
    ITypeBinding type = ((AbstractTypeDeclaration) member.declaration().getParent()).resolveBinding();
    return reading.member(member.node(), member.source(), type, member.isStatic(), null, "");
  }

  /** The flow of a member of a class; {@code around} is the frame that a local class stands in. */
  Flow member(ASTNode node, Source source, ITypeBinding type, boolean isStatic, Frame around, String inlined) {
    Code savedCode = code;
    Frame savedFrame = frame;
    code = new Code(savedCode == null ? 0 : savedCode.depth + 1);
    Place place = new Place(source.path, source.line(node.getStartPosition()), inlined);
    Variable object = null;
    if (!isStatic) {
      object = code.add(Op.THIS, names.type(type) + (code.depth == 0 ? "" : " " + code.depth), Kind.TOTAL, place, List.of());
      object.present = true;
    }
    Self self = new Self(type, object, isStatic, around != null ? around.self() : outerOf(type));
    frame = around != null ? around.within(self) : Frame.of(self, source, inlined);
    try {
      return body(node, place) ? code.done() : null;
    } finally {
      code = savedCode;
      frame = savedFrame;
    }
  }

  /** The objects around one of a class that is a member of another. */
  static Self outerOf(ITypeBinding type) {
    ITypeBinding outer = type == null ? null : type.getDeclaringClass();
    if (outer == null) {
      return null;
    }
    boolean cut = Modifier.isStatic(type.getModifiers()) || type.isEnum() || type.isRecord() || type.isInterface();
    return new Self(outer, null, cut, outerOf(outer));
  }

  private boolean body(ASTNode node, Place place) {
    switch (node) {
      case MethodDeclaration method -> {
        if (method.getBody() == null) {
          return false;
        }
        declareParameters(method, place);
        code.buildsObject = method.isConstructor();
        guarded(method, place, () -> statements.run(method.getBody()));
        end(place);
      }
      case VariableDeclarationFragment field -> {
        if (field.getInitializer() == null) {
          return false;
        }
        IVariableBinding binding = field.resolveBinding();
        code.buildsObject = true;
        Variable value =
            expressions.initial(field.getInitializer(), binding == null ? null : binding.getType());
        code.exit(new Return(value, expressions.place(field)));
      }
      case Initializer block -> {
        code.buildsObject = true;
        statements.run(block.getBody());
        end(place);
      }
      case EnumConstantDeclaration constant -> {
        code.exit(new Return(calls.constant(constant), place));
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void end(Place place) {
    code.exit(new Return(null, place));
  }

  private void declareParameters(MethodDeclaration method, Place place) {
    int number = 0;
    for (Object each : method.parameters()) {
      SingleVariableDeclaration parameter = (SingleVariableDeclaration) each;
      Variable value = code.add(Op.PARAMETER, code.depth + "." + number++, Kind.TOTAL, place, List.of());
      code.copy(value, local(parameter.resolveBinding(), parameter.getName().getIdentifier()), place);
    }
  }

  /** Does some work, under the method's lock where it is a synchronized one. */
  void guarded(MethodDeclaration method, Place place, Runnable work) {
    if (!Modifier.isSynchronized(method.getModifiers())) {
      work.run();
      return;
    }
    Variable lock = frame.self().object() != null
        ? frame.self().object()
        : code.add(Op.CLASS_LITERAL, names.type(frame.self().type()), Kind.TOTAL, place, List.of());
    statements.locked(lock, place, work);
  }

  /** The variable of a declaration, the same whenever it is asked for within one frame. */
  Variable local(IVariableBinding binding, String name) {
    Object key = binding == null ? name : binding.getVariableDeclaration();
    return frame.locals().computeIfAbsent(key, _ -> new Variable(name));
  }

  /**
   * The object around the present code that is of a class or has inherited from it; null where that is
   * not known, as in static code.
   */
  Variable objectOf(ITypeBinding type, boolean exactly) {
    ITypeBinding wanted = type.getErasure().getTypeDeclaration();
    Variable inner = null;
    for (Self self = frame.self(); self != null; self = self.outer()) {
      Variable object = self.object();
      if (object == null && inner != null && !self.isStatic()) {
        object = code.add(Op.OUTER, names.type(self.type()), Kind.TOTAL,
            new Place(frame.source().path, 0, frame.inlined()), List.of(inner));
        object.present = true;
      }
      ITypeBinding own = self.type() == null ? null : self.type().getErasure().getTypeDeclaration();
      if (own == wanted || !exactly && own != null && own.isSubTypeCompatible(wanted)) {
        return object;
      }
      inner = object;
    }
    return null;
  }

  /** Reads a lambda or the like into a flow of its own. */
  Flow nested(Runnable work) {
    Code saved = code;
    code = new Code(saved.depth + 1);
    try {
      work.run();
      return code.done();
    } finally {
      code = saved;
    }
  }

  /** Evaluates what is given to a method that is put in. */
  <T> T given(Supplier<T> work) {
    boolean saved = givesArguments;
    givesArguments = true;
    try {
      return work.get();
    } finally {
      givesArguments = saved;
    }
  }

  /** Reads the code of a method that is put in. */
  <T> T inside(Frame other, Supplier<T> work) {
    boolean saved = givesArguments;
    givesArguments = false;
    try {
      return in(other, work);
    } finally {
      givesArguments = saved;
    }
  }

  /** Does some work in another frame. */
  <T> T in(Frame other, Supplier<T> work) {
    Frame saved = frame;
    frame = other;
    try {
      return work.get();
    } finally {
      frame = saved;
    }
  }
}
