package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.Modifier;

/**
 * Names of types, methods and fields by what they mean, the same in both versions of the code.
 *
 * <p>Types are erased. An anonymous class is called after what it extends and a local one by its bare
 * name, so that neither depends on the method around it.
 */
final class Names {
  private final Map<ITypeBinding, String> types = new IdentityHashMap<>();
  private final Map<IMethodBinding, String> methods = new IdentityHashMap<>();
  private final Map<IMethodBinding, String> keys = new IdentityHashMap<>();
  private final Map<IMethodBinding, Set<String>> roots = new IdentityHashMap<>();
  private final Map<ITypeBinding, Map<String, List<IMethodBinding>>> declared = new IdentityHashMap<>();
  /** What no binding is known for. */
  final Set<String> unresolved = new TreeSet<>();

  String type(ITypeBinding type) {
    if (type == null) {
      return "?";
    }
    String known = types.get(type);
    if (known == null) {
      known = read(type);
      types.put(type, known);
    }
    return known;
  }

  private String read(ITypeBinding type) {
    if (type.isArray()) {
      return type(type.getElementType()) + "[]".repeat(type.getDimensions());
    }
    ITypeBinding erased = type.getErasure();
    if (erased.isRecovered()) {
      unresolved.add(erased.getName());
    }
    if (erased.isAnonymous()) {
      ITypeBinding[] interfaces = erased.getInterfaces();
      return "~" + type(interfaces.length > 0 ? interfaces[0] : erased.getSuperclass());
    }
    if (erased.isLocal()) {
      return "~" + erased.getName();
    }
    if (erased.getDeclaringClass() != null && !erased.isTypeVariable()) {
      return type(erased.getDeclaringClass()) + "." + erased.getName();
    }
    return erased.getQualifiedName();
  }

  /** A method by its class, name and erased parameter types. */
  String method(IMethodBinding called) {
    IMethodBinding method = called.getMethodDeclaration();
    String known = methods.get(method);
    if (known == null) {
      known = type(method.getDeclaringClass()) + "#" + signature(method);
      methods.put(method, known);
    }
    return known;
  }

  /**
   * A method as one declaration of this version: methods of several classes without a name, or of local
   * ones of one name, are called the same and are not.
   */
  String key(IMethodBinding called) {
    String own = keys.get(called.getMethodDeclaration());
    return own == null ? method(called) : own;
  }

  /** Gives a method a key of its own. */
  void distinguish(IMethodBinding method, String key) {
    keys.put(method, key);
  }

  String signature(IMethodBinding method) {
    String name = method.isConstructor() ? "<init>" : method.getName();
    return Stream.of(method.getMethodDeclaration().getParameterTypes())
        .map(this::type)
        .collect(Collectors.joining(",", name + "(", ")"));
  }

  /**
   * A method as it is called: where it overrides others, the first of those that declare it anew, so
   * that a receiver's static type, which a parameter may widen, makes no difference.
   */
  String called(IMethodBinding called) {
    IMethodBinding method = called.getMethodDeclaration();
    if (isExact(method)) {
      return method(method);
    }
    return roots(method).iterator().next();
  }

  /** Whether calls of this method can reach no other. */
  static boolean isExact(IMethodBinding method) {
    return method.isConstructor() || (method.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) != 0;
  }

  /** Whether the method overrides one of a class or interface above its own. */
  boolean overrides(IMethodBinding method) {
    return !isExact(method) && !above(method.getMethodDeclaration()).isEmpty();
  }

  private Set<String> roots(IMethodBinding method) {
    Set<String> known = roots.get(method);
    if (known == null) {
      known = new TreeSet<>();
      roots.put(method, known); // A cycle of supertypes, which is an error, must come to an end.
      for (IMethodBinding overridden : above(method)) {
        known.addAll(roots(overridden));
      }
      if (known.isEmpty()) {
        known.add(method(method));
      }
    }
    return known;
  }

  /** The nearest methods that a method overrides, along each supertype. */
  private List<IMethodBinding> above(IMethodBinding method) {
    List<IMethodBinding> found = new ArrayList<>();
    collect(method.getDeclaringClass(), method, found, 0);
    return found;
  }

  private void collect(ITypeBinding below, IMethodBinding method, List<IMethodBinding> found, int depth) {
    if (depth > 50) {
      return;
    }
    for (ITypeBinding supertype : supertypes(below)) {
      IMethodBinding overridden = overriddenIn(supertype, method);
      if (overridden != null) {
        found.add(overridden);
      } else {
        collect(supertype, method, found, depth + 1);
      }
    }
  }

  private IMethodBinding overriddenIn(ITypeBinding supertype, IMethodBinding method) {
    ITypeBinding declaration = supertype.getTypeDeclaration();
    Map<String, List<IMethodBinding>> byName = declared.get(declaration);
    if (byName == null) {
      byName = new HashMap<>();
      for (IMethodBinding each : declaration.getDeclaredMethods()) {
        byName.computeIfAbsent(each.getName(), _ -> new ArrayList<>()).add(each);
      }
      declared.put(declaration, byName);
    }
    for (IMethodBinding each : byName.getOrDefault(method.getName(), List.of())) {
      if (!isExact(each)
          && each.getParameterTypes().length == method.getParameterTypes().length
          && method.overrides(each)) {
        return each;
      }
    }
    return null;
  }

  static List<ITypeBinding> supertypes(ITypeBinding type) {
    List<ITypeBinding> direct = new ArrayList<>(List.of(type.getInterfaces()));
    if (type.getSuperclass() != null) {
      direct.addFirst(type.getSuperclass());
    }
    return direct;
  }

  String field(IVariableBinding field) {
    IVariableBinding declaration = field.getVariableDeclaration();
    return type(declaration.getDeclaringClass()) + "." + declaration.getName();
  }
}
