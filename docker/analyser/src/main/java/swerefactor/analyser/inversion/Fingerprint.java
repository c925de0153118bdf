package swerefactor.analyser.inversion;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.Annotation;
import org.eclipse.jdt.core.dom.Assignment;
import org.eclipse.jdt.core.dom.Block;
import org.eclipse.jdt.core.dom.BodyDeclaration;
import org.eclipse.jdt.core.dom.BooleanLiteral;
import org.eclipse.jdt.core.dom.CharacterLiteral;
import org.eclipse.jdt.core.dom.ClassInstanceCreation;
import org.eclipse.jdt.core.dom.ConstructorInvocation;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.FieldAccess;
import org.eclipse.jdt.core.dom.ForStatement;
import org.eclipse.jdt.core.dom.IBinding;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.InfixExpression;
import org.eclipse.jdt.core.dom.Javadoc;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.MethodReference;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.Name;
import org.eclipse.jdt.core.dom.NumberLiteral;
import org.eclipse.jdt.core.dom.ParenthesizedExpression;
import org.eclipse.jdt.core.dom.PostfixExpression;
import org.eclipse.jdt.core.dom.PrefixExpression;
import org.eclipse.jdt.core.dom.PrimitiveType;
import org.eclipse.jdt.core.dom.QualifiedName;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.Statement;
import org.eclipse.jdt.core.dom.StringLiteral;
import org.eclipse.jdt.core.dom.SuperConstructorInvocation;
import org.eclipse.jdt.core.dom.SwitchCase;
import org.eclipse.jdt.core.dom.TextBlock;
import org.eclipse.jdt.core.dom.ThisExpression;
import org.eclipse.jdt.core.dom.VariableDeclarationStatement;
import org.eclipse.jdt.core.dom.YieldStatement;

/**
 * A member's tree as text in which each name stands for what it means: where two are the same, so are
 * the members, and nothing else needs to be looked at.
 */
final class Fingerprint extends ASTVisitor {
  private final StringBuilder text = new StringBuilder();
  private final Map<IBinding, Integer> locals = new HashMap<>();
  private final Names names;
  private final ASTNode root;
  /** Whether {@code this.}, qualifiers, {@code final}, parentheses and needless braces are left out. */
  private final boolean loose;
  private int headEnd = -1;
  /** The methods that are called or referred to. */
  final Set<String> mentioned = new HashSet<>();
  /** Names of methods that are called and not known. */
  final Set<String> unknown = new HashSet<>();
  /** The top classes that declare what is called. */
  final Set<String> declaring = new HashSet<>();
  /** The fields that are used. */
  final Set<String> fields = new HashSet<>();

  private Fingerprint(ASTNode root, Names names, boolean loose) {
    this.root = root;
    this.names = names;
    this.loose = loose;
    root.accept(this);
  }

  static Fingerprint of(ASTNode node, Names names) {
    return new Fingerprint(node, names, false);
  }

  /** One that does not see how a name is qualified; of a method it is that of the body. */
  static Fingerprint loosely(ASTNode node, Names names) {
    return new Fingerprint(node, names, true);
  }

  String text() {
    return text.toString();
  }

  /** Of a statement the part before the statements within it. */
  String head() {
    return headEnd < 0 ? text() : text.substring(0, headEnd);
  }

  boolean mentions(Plan plan) {
    return mentions(plan.inlined()) || mentions(plan.opaque());
  }

  /** Whether it names one of these methods or fields. */
  boolean mentions(Set<String> keys) {
    return mentioned.stream().anyMatch(keys::contains) || fields.stream().anyMatch(keys::contains);
  }

  @Override
  public boolean preVisit2(ASTNode node) {
    if (node instanceof Javadoc || loose && isLeftOut(node)) {
      return false;
    }
    if (headEnd < 0 && node != root && node instanceof Statement) {
      headEnd = text.length();
    }
    if (!(loose && isBare(node))) {
      text.append('(').append(node.getNodeType()).append(' ');
      write(node);
    }
    return true;
  }

  @Override
  public void postVisit(ASTNode node) {
    if (!(node instanceof Javadoc || loose && (isLeftOut(node) || isBare(node)))) {
      text.append(')');
    }
  }

  /** What says nothing about what a name means. */
  private boolean isLeftOut(ASTNode node) {
    ASTNode parent = node.getParent();
    return switch (node) {
      // The member's own are looked at apart; within it those of methods of a class without a name count.
      case Modifier modifier -> parent == root || modifier.isFinal() || !(parent instanceof BodyDeclaration);
      case Annotation annotation -> parent == root
          || annotation.getTypeName().toString().matches("(java\\.lang\\.)?(SuppressWarnings|Override)");
      case ThisExpression self -> self.getQualifier() == null && standsBefore(self);
      case Name name when name.resolveBinding() != null && name.resolveBinding().getKind() != IBinding.VARIABLE ->
          parent instanceof QualifiedName full && full.getQualifier() == node
              || parent instanceof MethodInvocation call && call.getExpression() == node;
      default -> false;
    };
  }

  /** Whether a member of the object is named, in parentheses or not. */
  private static boolean standsBefore(ThisExpression self) {
    ASTNode at = self;
    while (at.getParent() instanceof ParenthesizedExpression) {
      at = at.getParent();
    }
    return at.getParent() instanceof FieldAccess
        || at.getParent() instanceof MethodInvocation call && call.getExpression() == at;
  }

  private static boolean isThis(Expression expression) {
    return switch (expression) {
      case ParenthesizedExpression inner -> isThis(inner.getExpression());
      case ThisExpression self -> self.getQualifier() == null;
      default -> false;
    };
  }

  /** What only stands around something else. */
  private boolean isBare(ASTNode node) {
    return switch (node) {
      case ParenthesizedExpression _ -> true;
      case FieldAccess access -> isThis(access.getExpression());
      case QualifiedName name -> isLeftOut(name.getQualifier());
      case Block block -> block.getParent() instanceof Statement && block.statements().size() == 1
          && !(block.statements().getFirst() instanceof VariableDeclarationStatement);
      default -> false;
    };
  }

  private void write(ASTNode node) {
    switch (node) {
      case SimpleName name -> name(name);
      case NumberLiteral literal -> text.append(literal.getToken());
      case StringLiteral literal -> text.append(literal.getEscapedValue());
      case TextBlock literal -> text.append(literal.getEscapedValue());
      case CharacterLiteral literal -> text.append(literal.getEscapedValue());
      case BooleanLiteral literal -> text.append(literal.booleanValue());
      case InfixExpression infix -> text.append(infix.getOperator());
      case PrefixExpression prefix -> text.append(prefix.getOperator());
      case PostfixExpression postfix -> text.append(postfix.getOperator());
      case Assignment assignment -> text.append(assignment.getOperator());
      case Modifier modifier -> text.append(modifier.getKeyword());
      case SwitchCase label -> text.append(label.isSwitchLabeledRule() ? "->" : ":");
      case YieldStatement value -> text.append(value.isImplicit() ? "" : "yield");
      case ForStatement loop -> text.append(loop.initializers().size()).append(';').append(loop.updaters().size());
      case PrimitiveType type -> text.append(type.getPrimitiveTypeCode());
      case ClassInstanceCreation creation -> method(creation.resolveConstructorBinding());
      case ConstructorInvocation call -> method(call.resolveConstructorBinding());
      case SuperConstructorInvocation call -> method(call.resolveConstructorBinding());
      case MethodInvocation call when call.resolveMethodBinding() == null ->
          unknown.add(call.getName().getIdentifier());
      case MethodReference reference when reference.resolveMethodBinding() == null ->
          unknown.add(reference.toString().replaceFirst(".*::", ""));
      case MethodReference reference -> method(reference.resolveMethodBinding());
      default -> {}
    }
  }

  private void method(IMethodBinding method) {
    if (method != null) {
      mentioned.add(names.key(method));
      ITypeBinding top = method.getDeclaringClass();
      while (top.getDeclaringClass() != null) {
        top = top.getDeclaringClass();
      }
      declaring.add(names.type(top));
      text.append(names.method(method));
    }
  }

  private void name(SimpleName name) {
    switch (name.resolveBinding()) {
      case IMethodBinding method -> {
        if (name.isDeclaration()) {
          text.append(names.signature(method));
        } else {
          method(method);
        }
      }
      case ITypeBinding type -> text.append(names.type(type)).append(type.getName());
      case IVariableBinding variable when variable.isField() && variable.getDeclaringClass() != null -> {
        String key = names.field(variable);
        fields.add(key);
        text.append(name.isDeclaration() ? variable.getName() : key);
      }
      case IVariableBinding variable -> {
        IBinding declaration = variable.getVariableDeclaration();
        text.append('v').append(locals.computeIfAbsent(declaration, _ -> locals.size()));
        if (name.isDeclaration() && variable.getType() != null) {
          text.append(' ').append(names.type(variable.getType()));
        }
      }
      case null, default -> text.append(name.getIdentifier());
    }
  }
}
