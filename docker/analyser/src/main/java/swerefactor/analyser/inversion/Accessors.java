package swerefactor.analyser.inversion;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.AbstractTypeDeclaration;
import org.eclipse.jdt.core.dom.Assignment;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.ExpressionStatement;
import org.eclipse.jdt.core.dom.FieldAccess;
import org.eclipse.jdt.core.dom.FieldDeclaration;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.RecordDeclaration;
import org.eclipse.jdt.core.dom.ReturnStatement;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.SingleVariableDeclaration;
import org.eclipse.jdt.core.dom.ThisExpression;
import org.eclipse.jdt.core.dom.VariableDeclarationFragment;

/**
 * Methods that only give or set a field of their object: a call of one is an access to the field.
 *
 * <p>Looked for in the given files and among the components of records.
 */
final class Accessors {
  /** What a method gives or sets. */
  record Access(IVariableBinding field, boolean sets) {}

  private final Tree tree;
  private final Map<String, Optional<Access>> known = new HashMap<>();

  Accessors(Tree tree) {
    this.tree = tree;
  }

  /** The access that a call of this method is, or null. */
  Access of(IMethodBinding called) {
    IMethodBinding method = called.getMethodDeclaration();
    if (method.isConstructor()
        || Modifier.isStatic(method.getModifiers())
        || method.getParameterTypes().length > 1
        || Modifier.isAbstract(method.getModifiers())) {
      return null;
    }
    return known
        .computeIfAbsent(tree.names.key(method), key -> Optional.ofNullable(read(method, key)))
        .orElse(null);
  }

  private Access read(IMethodBinding method, String key) {
    ITypeBinding type = method.getDeclaringClass();
    MethodDeclaration declaration = tree.methods.get(key);
    if (declaration != null && Undoing.isOverridden(tree, method)) {
      return null; // Another may do more.
    }
    if (declaration == null) {
      boolean implied = type.isRecord() && method.getParameterTypes().length == 0 && method.getReturnType() != null;
      return implied && !isDeclared(type, method) ? access(type, method.getName(), false) : null;
    }
    String given = given(declaration);
    String field = given != null ? given : set(declaration);
    if (field == null) {
      return null;
    }
    tree.trust(method);
    return access(type, field, given == null);
  }

  private boolean isDeclared(ITypeBinding type, IMethodBinding method) {
    Tree.Type known = tree.types.get(tree.names.type(type));
    return known != null && known.members().containsKey(tree.names.signature(method));
  }

  private static Access access(ITypeBinding type, String name, boolean sets) {
    for (IVariableBinding field : type.getDeclaredFields()) {
      if (field.getName().equals(name) && !Modifier.isStatic(field.getModifiers())) {
        return new Access(field, sets);
      }
    }
    return null;
  }

  /** The field that {@code return field;} gives, or null. */
  private static String given(MethodDeclaration method) {
    return method.parameters().isEmpty() && only(method) instanceof ReturnStatement statement
        ? field(statement.getExpression(), method)
        : null;
  }

  /** The field that {@code this.field = parameter;} sets, or null. */
  private static String set(MethodDeclaration method) {
    if (method.parameters().size() != 1
        || !(only(method) instanceof ExpressionStatement statement)
        || !(statement.getExpression() instanceof Assignment assignment)
        || assignment.getOperator() != Assignment.Operator.ASSIGN
        || !(assignment.getRightHandSide() instanceof SimpleName value)) {
      return null;
    }
    SingleVariableDeclaration parameter = (SingleVariableDeclaration) method.parameters().getFirst();
    String name = parameter.getName().getIdentifier();
    boolean isParameter = value.getIdentifier().equals(name);
    boolean hidden = assignment.getLeftHandSide() instanceof SimpleName target && target.getIdentifier().equals(name);
    return isParameter && !hidden ? field(assignment.getLeftHandSide(), method) : null;
  }

  private static Object only(MethodDeclaration method) {
    boolean guarded = Modifier.isSynchronized(method.getModifiers());
    return method.getBody() == null || guarded || method.getBody().statements().size() != 1
        ? null
        : method.getBody().statements().getFirst();
  }

  private static String field(Expression expression, MethodDeclaration method) {
    String name = switch (expression) {
      case SimpleName simple -> simple.getIdentifier();
      case FieldAccess access when access.getExpression() instanceof ThisExpression self
          && self.getQualifier() == null -> access.getName().getIdentifier();
      case null, default -> null;
    };
    return name != null && declares(method.getParent(), name) ? name : null;
  }

  private static boolean declares(ASTNode type, String name) {
    if (type instanceof RecordDeclaration record) {
      for (Object each : record.recordComponents()) {
        if (((SingleVariableDeclaration) each).getName().getIdentifier().equals(name)) {
          return true;
        }
      }
    }
    if (type instanceof AbstractTypeDeclaration declaration) {
      for (Object each : declaration.bodyDeclarations()) {
        if (each instanceof FieldDeclaration fields && fields.fragments().stream().anyMatch(fragment ->
            ((VariableDeclarationFragment) fragment).getName().getIdentifier().equals(name))) {
          return true;
        }
      }
    }
    return false;
  }
}
