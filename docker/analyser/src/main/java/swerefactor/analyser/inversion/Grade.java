package swerefactor.analyser.inversion;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.ArrayAccess;
import org.eclipse.jdt.core.dom.ArrayCreation;
import org.eclipse.jdt.core.dom.Assignment;
import org.eclipse.jdt.core.dom.CastExpression;
import org.eclipse.jdt.core.dom.ClassInstanceCreation;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.FieldAccess;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.InfixExpression;
import org.eclipse.jdt.core.dom.LambdaExpression;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.PostfixExpression;
import org.eclipse.jdt.core.dom.PrefixExpression;
import org.eclipse.jdt.core.dom.QualifiedName;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.SuperMethodInvocation;
import org.eclipse.jdt.core.dom.SwitchExpression;
import org.eclipse.jdt.core.dom.ThisExpression;

/** How much it matters where, and how often, an expression is evaluated. */
final class Grade {
  /** Not at all. */
  static final int TOTAL = 0;
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
    int[] grade = {TOTAL};
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
      case Assignment _, SwitchExpression _, PostfixExpression _ -> FIXED;
      case PrefixExpression prefix -> switch (prefix.getOperator().toString()) {
        case "++", "--" -> FIXED;
        default -> TOTAL;
      };
      case ClassInstanceCreation creation -> made(creation, reading);
      case ArrayCreation _, SuperMethodInvocation _ -> CHANGES;
      case ArrayAccess _ -> READS;
      case CastExpression _ -> PURE;
      case InfixExpression infix -> switch (infix.getOperator().toString()) {
        case "/", "%" -> PURE;
        default -> TOTAL;
      };
      case SimpleName name when name.resolveBinding() instanceof IVariableBinding field && field.isField() ->
          field(field, name, reading);
      case MethodInvocation call -> of(call, reading);
      default -> TOTAL;
    };
  }

  private static int field(IVariableBinding field, SimpleName name, Reading reading) {
    if (Modifier.isVolatile(field.getModifiers())) {
      return CHANGES;
    }
    boolean stable = field.getDeclaringClass() == null
        || reading.tree.isStable(field.getVariableDeclaration()) && !reading.expressions.isBeingBuilt(field);
    boolean ofThis = Modifier.isStatic(field.getModifiers())
        || !(name.getParent() instanceof QualifiedName)
            && (!(name.getParent() instanceof FieldAccess access) || access.getExpression() instanceof ThisExpression);
    return !stable ? READS : ofThis ? TOTAL : PURE;
  }

  private static int made(ClassInstanceCreation creation, Reading reading) {
    ITypeBinding type = creation.getType().resolveBinding();
    return type != null && creation.getAnonymousClassDeclaration() == null
        && Purity.onlyMakes(reading.names.type(type)) ? PURE : CHANGES;
  }

  private static int of(MethodInvocation call, Reading reading) {
    IMethodBinding method = call.resolveMethodBinding();
    if (method == null) {
      return CHANGES;
    }
    Accessors.Access access = reading.accessors.of(method);
    if (access != null) {
      boolean stable = reading.tree.isStable(access.field()) && !reading.expressions.isBeingBuilt(access.field());
      return access.sets() ? CHANGES : stable ? PURE : READS;
    }
    return switch (purity(call, method, reading)) {
      case PURE, MAKES -> PURE;
      case READS -> READS;
      default -> CHANGES;
    };
  }

  /** Whether a call gives an object of its own each time. */
  static boolean makes(MethodInvocation call, Reading reading) {
    IMethodBinding method = call.resolveMethodBinding();
    return method != null && purity(call, method, reading) == Purity.MAKES;
  }

  private static Purity purity(MethodInvocation call, IMethodBinding method, Reading reading) {
    List<ITypeBinding> types = new ArrayList<>();
    if (!Modifier.isStatic(method.getModifiers())) {
      types.add(method.getDeclaringClass());
    }
    for (Object each : call.arguments()) {
      types.add(((Expression) each).resolveTypeBinding());
    }
    return reading.tree.purities.of(method, types);
  }
}
