package swerefactor.analyser.inversion;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.ITypeBinding;
import swerefactor.analyser.Source;
import swerefactor.analyser.inversion.Flow.Variable;

/**
 * What names mean while a method's code is read: its variables, what stands for its parameters, its objects.
 *
 * @param inlined the method whose code it is, empty where it was not put in
 * @param active the methods that are being put in around this code, itself too; not those that it is given to
 */
record Frame(
    Map<Object, Variable> locals,
    Map<Object, Argument> arguments,
    Self self,
    Source source,
    String inlined,
    Set<String> active) {
  /**
   * An argument that stands for a parameter wherever that is read, in the terms of its caller.
   *
   * @param given its value when it was given, null where that is the same at any time
   */
  record Argument(Expression expression, ITypeBinding type, Frame caller, Variable given) {}

  /**
   * The object whose code is read, and those around it.
   *
   * @param object null in static code, and where it is reached from the inner one
   */
  record Self(ITypeBinding type, Variable object, boolean isStatic, Self outer) {}

  static Frame of(Self self, Source source, String inlined) {
    return new Frame(new HashMap<>(), new HashMap<>(), self, source, inlined, Set.of());
  }

  /** The frame of a method that is put in here. */
  Frame putIn(Self other, Source itsSource, String method) {
    return new Frame(new HashMap<>(), new HashMap<>(), other, itsSource, method, with(method));
  }

  /** The frame of a method, put in here, of a class that stands in this code and sees its variables. */
  Frame putInWithin(Self other, Source itsSource, String method) {
    return new Frame(new HashMap<>(locals), new HashMap<>(arguments), other, itsSource, method, with(method));
  }

  private Set<String> with(String method) {
    Set<String> all = new HashSet<>(active);
    all.add(method);
    return all;
  }

  /** The same variables seen from within a class that stands in the method. */
  Frame within(Self inner) {
    return new Frame(locals, arguments, inner, source, inlined, active);
  }
}
