package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.Annotation;
import org.eclipse.jdt.core.dom.AnnotationTypeMemberDeclaration;
import org.eclipse.jdt.core.dom.BodyDeclaration;
import org.eclipse.jdt.core.dom.EnumDeclaration;
import org.eclipse.jdt.core.dom.FieldDeclaration;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.RecordDeclaration;
import org.eclipse.jdt.core.dom.SingleVariableDeclaration;
import org.eclipse.jdt.core.dom.Type;
import org.eclipse.jdt.core.dom.TypeDeclaration;

/**
 * What stands before the body of a declaration, by its meaning.
 *
 * @param visibility as {@link Visibility} has it
 * @param shape types, in the order in which the language has them
 */
record Header(int visibility, TreeSet<String> modifiers, TreeSet<String> annotations, List<String> shape) {
  /** Annotations that only speak to people and compilers. */
  private static final Set<String> PLAIN = Set.of(
      "Override", "SafeVarargs", "Deprecated", "Nullable", "NonNull", "Nonnull", "NotNull", "CheckForNull",
      "CheckReturnValue", "VisibleForTesting");

  static Header of(BodyDeclaration node, Names names) {
    TreeSet<String> modifiers = new TreeSet<>();
    TreeSet<String> annotations = new TreeSet<>();
    for (Object each : node.modifiers()) {
      if (each instanceof Annotation annotation) {
        String text = annotation(annotation, names);
        if (!text.startsWith("java.lang.SuppressWarnings")) {
          annotations.add(text);
        }
      } else if (each instanceof Modifier modifier && !isVisibility(modifier)) {
        modifiers.add(modifier.toString());
      }
    }
    List<String> shape = new ArrayList<>();
    switch (node) {
      case MethodDeclaration method -> method(method, names, shape);
      case FieldDeclaration field -> shape.add(type(field.getType(), names));
      case TypeDeclaration type -> {
        shape.add(type.isInterface() ? "interface" : "class");
        shape.add(type.getSuperclassType() == null ? "" : type(type.getSuperclassType(), names));
        shape.add(types(type.superInterfaceTypes(), names));
        shape.add("<" + written(type.typeParameters()) + ">");
        shape.add(types(type.permittedTypes(), names));
      }
      case EnumDeclaration type -> shape.add("enum " + types(type.superInterfaceTypes(), names));
      case RecordDeclaration type -> {
        shape.add("record " + types(type.superInterfaceTypes(), names));
        shape.add("<" + written(type.typeParameters()) + ">");
        for (Object each : type.recordComponents()) {
          SingleVariableDeclaration component = (SingleVariableDeclaration) each;
          shape.add(type(component.getType(), names) + " " + component.getName());
        }
      }
      case AnnotationTypeMemberDeclaration member -> shape.add(member.toString());
      default -> {}
    }
    return new Header(visibility(node), modifiers, annotations, shape);
  }

  private static void method(MethodDeclaration method, Names names, List<String> shape) {
    Type result = method.getReturnType2();
    shape.add((result == null ? "" : type(result, names)) + "[]".repeat(method.getExtraDimensions()));
    TreeSet<String> thrown = new TreeSet<>();
    for (Object each : method.thrownExceptionTypes()) {
      thrown.add(type((Type) each, names));
    }
    shape.add("throws " + thrown);
    shape.add("<" + written(method.typeParameters()) + ">");
    shape.add(method.isVarargs() ? "..." : "");
    for (Object each : method.parameters()) {
      SingleVariableDeclaration parameter = (SingleVariableDeclaration) each;
      TreeSet<String> noted = new TreeSet<>();
      for (Object modifier : parameter.modifiers()) {
        if (modifier instanceof Annotation annotation) {
          noted.add(annotation(annotation, names));
        }
      }
      shape.add(noted + " " + type(parameter.getType(), names) + "[]".repeat(parameter.getExtraDimensions()));
    }
    shape.add(method.getBody() == null ? "without body" : "with body");
  }

  private static boolean isVisibility(Modifier modifier) {
    return modifier.isPublic() || modifier.isProtected() || modifier.isPrivate();
  }

  private static int visibility(BodyDeclaration node) {
    int visibility = Visibility.of(node.getModifiers());
    boolean ofInterface = node.getParent() instanceof TypeDeclaration type && type.isInterface();
    return ofInterface && visibility == Visibility.PACKAGE ? Visibility.PUBLIC : visibility;
  }

  private static String annotation(Annotation annotation, Names names) {
    ITypeBinding type = annotation.resolveTypeBinding();
    String written = annotation.toString();
    int values = written.indexOf('(');
    return (type == null ? annotation.getTypeName().toString() : names.type(type))
        + (values < 0 || written.endsWith("()") ? "" : written.substring(values));
  }

  /** A type with its arguments: erased names would hide a change of them. */
  private static String type(Type type, Names names) {
    ITypeBinding binding = type.resolveBinding();
    return binding == null ? type.toString() : full(binding, names);
  }

  private static String full(ITypeBinding type, Names names) {
    if (type.isArray()) {
      return full(type.getElementType(), names) + "[]".repeat(type.getDimensions());
    }
    StringBuilder text = new StringBuilder((type.isTypeVariable() ? "any " : "") + names.type(type));
    for (ITypeBinding argument : type.getTypeArguments()) {
      text.append('<').append(argument.isWildcardType() || argument.isCapture()
          ? argument.getName() : full(argument, names)).append('>');
    }
    return text.toString();
  }

  private static String types(List<?> types, Names names) {
    List<String> all = new ArrayList<>();
    for (Object each : types) {
      all.add(type((Type) each, names));
    }
    return all.toString();
  }

  private static String written(List<?> nodes) {
    List<String> all = new ArrayList<>();
    for (Object each : nodes) {
      all.add(((ASTNode) each).toString());
    }
    return String.join(", ", all);
  }

  /** Whether a declaration may have this header in the place of another, as long as it need be seen so far. */
  boolean mayBecome(Header after) {
    return after.visibility >= visibility
        && modifiers.equals(after.modifiers)
        && annotations.equals(after.annotations)
        && shape.equals(after.shape);
  }

  /** Whether a method keeps what matters of its header when it moves to another class. */
  boolean mayMoveAs(Header after) {
    TreeSet<String> kept = new TreeSet<>(annotations);
    TreeSet<String> now = new TreeSet<>(after.annotations);
    kept.remove("java.lang.Override");
    now.remove("java.lang.Override");
    return kept.equals(now)
        && modifiers.contains("synchronized") == after.modifiers.contains("synchronized")
        && shape.get(0).equals(after.shape.get(0))
        && shape.get(1).equals(after.shape.get(1));
  }

  /** Whether nothing about a new method has a meaning to frameworks or to arithmetic. */
  boolean isPlain() {
    return !modifiers.contains("strictfp") && annotations.stream()
        .map(annotation -> annotation.replaceFirst("\\(.*", "").replaceFirst(".*\\.", ""))
        .allMatch(PLAIN::contains);
  }

  /** As one line, for classes within methods. */
  String line() {
    return visibility + " " + modifiers + annotations + shape;
  }
}
