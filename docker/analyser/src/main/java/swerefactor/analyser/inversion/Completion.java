package swerefactor.analyser.inversion;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.ClassInstanceCreation;
import org.eclipse.jdt.core.dom.Expression;
import org.eclipse.jdt.core.dom.IBinding;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.Name;

/**
 * Asks bindings for all that is wanted of them later. Those of classes that JDT reads from sources on its
 * own cannot answer any more once it is done with the file.
 */
final class Completion extends ASTVisitor {
  private final Set<ITypeBinding> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  @Override
  public void preVisit(ASTNode node) {
    switch (node) {
      case Name name -> binding(name.resolveBinding());
      case ClassInstanceCreation creation -> {
        method(creation.resolveConstructorBinding());
        type(creation.resolveTypeBinding());
      }
      case Expression expression -> type(expression.resolveTypeBinding());
      default -> {}
    }
  }

  private void binding(IBinding binding) {
    switch (binding) {
      case ITypeBinding type -> type(type);
      case IMethodBinding method -> method(method);
      case IVariableBinding variable -> {
        type(variable.getType());
        type(variable.getDeclaringClass());
      }
      case null, default -> {}
    }
  }

  private void method(IMethodBinding method) {
    if (method != null) {
      type(method.getDeclaringClass());
      type(method.getReturnType());
      for (ITypeBinding parameter : method.getParameterTypes()) {
        type(parameter);
      }
    }
  }

  private void type(ITypeBinding type) {
    if (type == null || !seen.add(type)) {
      return;
    }
    type(type.getErasure());
    type(type.getTypeDeclaration());
    type(type.getDeclaringClass());
    for (ITypeBinding supertype : Names.supertypes(type)) {
      type(supertype);
    }
    if (type.isFromSource()) {
      for (IMethodBinding method : type.getDeclaredMethods()) {
        method(method.getMethodDeclaration());
      }
      for (IVariableBinding field : type.getDeclaredFields()) {
        field.getType();
      }
    }
  }
}
