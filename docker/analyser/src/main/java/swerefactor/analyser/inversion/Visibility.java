package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.AbstractTypeDeclaration;
import org.eclipse.jdt.core.dom.AnonymousClassDeclaration;
import org.eclipse.jdt.core.dom.BodyDeclaration;
import org.eclipse.jdt.core.dom.ClassInstanceCreation;
import org.eclipse.jdt.core.dom.ConstructorInvocation;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.FieldAccess;
import org.eclipse.jdt.core.dom.FieldDeclaration;
import org.eclipse.jdt.core.dom.IBinding;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.MethodReference;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.QualifiedName;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.SuperConstructorInvocation;
import org.eclipse.jdt.core.dom.ThisExpression;
import org.eclipse.jdt.core.dom.VariableDeclarationFragment;

/** Tells whether a declaration must be seen from as far away as it is: whether some use lies beyond less. */
final class Visibility {
  static final int PRIVATE = 0;
  static final int PACKAGE = 1;
  static final int PROTECTED = 2;
  static final int PUBLIC = 3;

  /** Where something is named; what is no member, as a class, is not inherited either. */
  private record Use(ASTNode node, boolean ofMember) {}

  private final Tree tree;
  /** By what is used; what has no binding by its bare name. */
  private Map<String, List<Use>> uses;

  Visibility(Tree tree) {
    this.tree = tree;
  }

  /** That of a declaration's modifiers; members of interfaces are for the caller to know. */
  static int of(int modifiers) {
    return Modifier.isPrivate(modifiers) ? PRIVATE
        : Modifier.isPublic(modifiers) ? PUBLIC
        : Modifier.isProtected(modifiers) ? PROTECTED : PACKAGE;
  }

  /** Whether the code would not compile if this declaration were seen from no further than this. */
  boolean needsMoreThan(int visibility, BodyDeclaration node) {
    return switch (node) {
      case FieldDeclaration fields -> fields.fragments().stream().anyMatch(each -> {
        IVariableBinding field = ((VariableDeclarationFragment) each).resolveBinding();
        return field == null
            || isUsedBeyond(visibility, tree.names.field(field), field.getName(), field.getDeclaringClass());
      });
      case MethodDeclaration method -> {
        IMethodBinding binding = method.resolveBinding();
        yield binding == null
            || isUsedBeyond(visibility, tree.names.method(binding), binding.getName(), binding.getDeclaringClass())
            || overridesWider(visibility, binding, binding.getDeclaringClass());
      }
      case AbstractTypeDeclaration type -> {
        ITypeBinding binding = type.resolveBinding();
        ITypeBinding outer = binding == null ? null : binding.getDeclaringClass();
        yield binding == null
            || isUsedBeyond(visibility, tree.names.type(binding), binding.getName(), outer == null ? binding : outer);
      }
      default -> true;
    };
  }

  private boolean isUsedBeyond(int visibility, String key, String name, ITypeBinding home) {
    if (uses == null) {
      uses = new HashMap<>();
      tree.sources.values().forEach(source -> source.unit.accept(new Uses()));
    }
    List<Use> all = new ArrayList<>(uses.getOrDefault(key, List.of()));
    all.addAll(uses.getOrDefault("?" + name, List.of()));
    return all.stream().anyMatch(use -> !reaches(visibility, use, home));
  }

  /** An override must be seen from as far away as what it overrides. */
  private static boolean overridesWider(int visibility, IMethodBinding method, ITypeBinding below) {
    for (ITypeBinding above : Names.supertypes(below)) {
      for (IMethodBinding each : above.getDeclaredMethods()) {
        int wanted = above.isInterface() ? PUBLIC : of(each.getModifiers());
        if (each.getName().equals(method.getName()) && wanted > visibility && method.overrides(each)) {
          return true;
        }
      }
      if (overridesWider(visibility, method, above)) {
        return true;
      }
    }
    return false;
  }

  // --- From where something is seen -----------------------------------------------------------

  /** Whether what a class declares, or a class of a file, is seen at a place. */
  private static boolean reaches(int visibility, Use use, ITypeBinding home) {
    List<ITypeBinding> around = classesAround(use.node());
    if (around.isEmpty()) {
      return true; // An import: what is imported is used as well.
    }
    boolean samePackage = packageOf(around.getLast()).equals(packageOf(home));
    ITypeBinding on = objectOf(use.node());
    return switch (visibility) {
      case PRIVATE -> outermost(home) == around.getLast() && (!use.ofMember() || isOwn(on, home, around));
      case PACKAGE -> samePackage;
      case PROTECTED -> samePackage
          || on == null && around.stream().anyMatch(each -> each.isSubTypeCompatible(home.getErasure()));
      default -> true;
    };
  }

  /** What is private is no member of a subclass, even of one that stands beside or within its class. */
  private static boolean isOwn(ITypeBinding on, ITypeBinding home, List<ITypeBinding> around) {
    ITypeBinding declared = home.getTypeDeclaration();
    return on != null ? on.getErasure().getTypeDeclaration() == declared : around.contains(declared);
  }

  /** The classes around a place, from the inside out. */
  private static List<ITypeBinding> classesAround(ASTNode node) {
    List<ITypeBinding> around = new ArrayList<>();
    for (ASTNode at = node; at != null; at = at.getParent()) {
      ITypeBinding type = switch (at) {
        case AbstractTypeDeclaration declaration -> declaration.resolveBinding();
        case AnonymousClassDeclaration declaration -> declaration.resolveBinding();
        default -> null;
      };
      if (type != null) {
        around.add(type);
      }
    }
    return around;
  }

  private static ITypeBinding outermost(ITypeBinding type) {
    return type.getDeclaringClass() == null ? type.getTypeDeclaration() : outermost(type.getDeclaringClass());
  }

  private static String packageOf(ITypeBinding type) {
    return type.getPackage() == null ? "" : type.getPackage().getName();
  }

  /** The type of the object, or class, of which a member is named; null where it stands alone. */
  private static ITypeBinding objectOf(ASTNode use) {
    Expression on = switch (use.getParent()) {
      case QualifiedName full when full.getName() == use -> full.getQualifier();
      case FieldAccess access when access.getName() == use && !(access.getExpression() instanceof ThisExpression) ->
          access.getExpression();
      case MethodInvocation call when call.getName() == use && !(call.getExpression() instanceof ThisExpression) ->
          call.getExpression();
      case null, default -> null;
    };
    return on == null ? null : on.resolveTypeBinding();
  }

  // --- Where something is used ----------------------------------------------------------------

  private final class Uses extends ASTVisitor {
    @Override
    public void preVisit(ASTNode node) {
      switch (node) {
        case SimpleName name when !name.isDeclaration() -> name(name);
        case ClassInstanceCreation creation -> method(creation.resolveConstructorBinding(), node, false);
        case ConstructorInvocation call -> method(call.resolveConstructorBinding(), node, false);
        case SuperConstructorInvocation call -> method(call.resolveConstructorBinding(), node, false);
        case MethodReference reference -> method(reference.resolveMethodBinding(), node, false);
        default -> {}
      }
      // A member can only be asked of an object whose class is seen.
      if (node instanceof Expression expression) {
        type(expression.resolveTypeBinding(), node);
      }
    }

    private void name(SimpleName name) {
      IBinding binding = name.resolveBinding();
      switch (binding) {
        case IMethodBinding method -> method(method, name, true);
        case IVariableBinding field when field.isField() && field.getDeclaringClass() != null ->
            note(tree.names.field(field), name, true);
        case null -> note("?" + name.getIdentifier(), name, true);
        default -> {}
      }
    }

    private void method(IMethodBinding method, ASTNode node, boolean named) {
      if (method != null) {
        note(tree.names.method(method), node, named);
      }
    }

    private void type(ITypeBinding type, ASTNode node) {
      ITypeBinding seen = type != null && type.isArray() ? type.getElementType() : type;
      if (seen != null && !seen.isPrimitive() && !seen.isNullType()) {
        note(tree.names.type(seen), node, false);
      }
    }

    private void note(String key, ASTNode node, boolean ofMember) {
      uses.computeIfAbsent(key, _ -> new ArrayList<>()).add(new Use(node, ofMember));
    }
  }
}
