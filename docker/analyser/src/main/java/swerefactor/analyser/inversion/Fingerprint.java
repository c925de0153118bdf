package swerefactor.analyser.inversion;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.Assignment;
import org.eclipse.jdt.core.dom.BooleanLiteral;
import org.eclipse.jdt.core.dom.CharacterLiteral;
import org.eclipse.jdt.core.dom.ClassInstanceCreation;
import org.eclipse.jdt.core.dom.ConstructorInvocation;
import org.eclipse.jdt.core.dom.IBinding;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.InfixExpression;
import org.eclipse.jdt.core.dom.Javadoc;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.MethodReference;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.NumberLiteral;
import org.eclipse.jdt.core.dom.PostfixExpression;
import org.eclipse.jdt.core.dom.PrefixExpression;
import org.eclipse.jdt.core.dom.PrimitiveType;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.StringLiteral;
import org.eclipse.jdt.core.dom.SuperConstructorInvocation;
import org.eclipse.jdt.core.dom.TextBlock;

/**
 * A member's tree as text in which each name stands for what it means: where two are the same, so are
 * the members, and nothing else needs to be looked at.
 */
final class Fingerprint extends ASTVisitor {
  private final StringBuilder text = new StringBuilder();
  private final Map<IBinding, Integer> locals = new HashMap<>();
  private final Names names;
  /** The methods that are called or referred to. */
  final Set<String> mentioned = new HashSet<>();
  /** Names of methods that are called and not known. */
  final Set<String> loose = new HashSet<>();
  /** The top classes that declare them. */
  final Set<String> declaring = new HashSet<>();
  /** The fields that are used. */
  final Set<String> fields = new HashSet<>();

  private Fingerprint(Names names) {
    this.names = names;
  }

  static Fingerprint of(ASTNode node, Names names) {
    Fingerprint fingerprint = new Fingerprint(names);
    node.accept(fingerprint);
    return fingerprint;
  }

  String text() {
    return text.toString();
  }

  @Override
  public boolean visit(Javadoc comment) {
    return false;
  }

  @Override
  public void preVisit(ASTNode node) {
    if (node instanceof Javadoc) {
      return;
    }
    text.append('(').append(node.getNodeType()).append(' ');
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
      case PrimitiveType type -> text.append(type.getPrimitiveTypeCode());
      case ClassInstanceCreation creation -> method(creation.resolveConstructorBinding());
      case ConstructorInvocation call -> method(call.resolveConstructorBinding());
      case SuperConstructorInvocation call -> method(call.resolveConstructorBinding());
      case MethodInvocation call when call.resolveMethodBinding() == null ->
          loose.add(call.getName().getIdentifier());
      case MethodReference reference when reference.resolveMethodBinding() == null ->
          loose.add(reference.toString().replaceFirst(".*::", ""));
      case MethodReference reference -> method(reference.resolveMethodBinding());
      default -> {}
    }
  }

  @Override
  public void postVisit(ASTNode node) {
    if (!(node instanceof Javadoc)) {
      text.append(')');
    }
  }

  private void method(IMethodBinding method) {
    if (method != null) {
      String key = names.method(method);
      mentioned.add(key);
      ITypeBinding top = method.getDeclaringClass();
      while (top.getDeclaringClass() != null) {
        top = top.getDeclaringClass();
      }
      declaring.add(names.type(top));
      text.append(key);
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
