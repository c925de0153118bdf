package swerefactor.analyser.inversion;

import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.ArrayAccess;
import org.eclipse.jdt.core.dom.ArrayCreation;
import org.eclipse.jdt.core.dom.Assignment;
import org.eclipse.jdt.core.dom.CastExpression;
import org.eclipse.jdt.core.dom.ClassInstanceCreation;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.InfixExpression;
import org.eclipse.jdt.core.dom.LambdaExpression;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.PostfixExpression;
import org.eclipse.jdt.core.dom.PrefixExpression;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.SuperMethodInvocation;
import org.eclipse.jdt.core.dom.SwitchExpression;

/** How much it matters where, and how often, an expression is evaluated. */
final class Grade {
  /** Not at all, as long as nothing fails. */
  static final int PURE = 1;
  /** It reads what may change in between. */
  static final int READS = 2;
  /** It may change something. */
  static final int CHANGES = 3;
  /** It must stand where it is. */
  static final int FIXED = 4;

  private Grade() {}

  static int of(Expression expression, Reading reading) {
    int[] grade = {PURE};
    expression.accept(new ASTVisitor() {
      @Override
      public void preVisit(ASTNode node) {
        grade[0] = Math.max(grade[0], own(node, reading));
      }

      @Override
      public boolean visit(LambdaExpression lambda) {
        return false; // Nothing in it is evaluated yet.
      }
    });
    return grade[0];
  }

  private static int own(ASTNode node, Reading reading) {
    return switch (node) {
      case Assignment _, SwitchExpression _ -> FIXED;
      case PostfixExpression _ -> FIXED;
      case PrefixExpression prefix -> switch (prefix.getOperator().toString()) {
        case "++", "--" -> FIXED;
        default -> PURE;
      };
      case ClassInstanceCreation _, ArrayCreation _, SuperMethodInvocation _ -> CHANGES;
      case ArrayAccess _ -> READS;
      case CastExpression _, InfixExpression _ -> PURE;
      case SimpleName name when name.resolveBinding() instanceof IVariableBinding field && field.isField() ->
          field.getDeclaringClass() == null || reading.tree.isStable(field.getVariableDeclaration()) ? PURE : READS;
      case MethodInvocation call -> of(call.resolveMethodBinding(), reading);
      default -> PURE;
    };
  }

  private static int of(IMethodBinding method, Reading reading) {
    if (method == null) {
      return CHANGES;
    }
    Accessors.Access access = reading.accessors.of(method);
    if (access != null) {
      return access.sets() ? CHANGES : reading.tree.isStable(access.field()) ? PURE : READS;
    }
    return switch (reading.tree.purities.of(method)) {
      case PURE -> PURE;
      case READS -> READS;
      default -> CHANGES;
    };
  }
}
