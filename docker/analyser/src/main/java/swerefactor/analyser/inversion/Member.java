package swerefactor.analyser.inversion;

import java.util.List;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.AbstractTypeDeclaration;
import org.eclipse.jdt.core.dom.AnonymousClassDeclaration;
import org.eclipse.jdt.core.dom.BodyDeclaration;
import org.eclipse.jdt.core.dom.EnumConstantDeclaration;
import org.eclipse.jdt.core.dom.Initializer;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.Modifier;
import org.eclipse.jdt.core.dom.VariableDeclarationFragment;
import swerefactor.analyser.Source;

/**
 * A member of a class in one version of the code.
 *
 * @param type the name of its class
 * @param key its signature within the class, the same in both versions
 * @param node a method, a fragment of a field declaration, an enum constant or an initializer
 */
record Member(Source source, String type, String key, ASTNode node) {
  /** How people call it: {@code p.Outer#add(int)}. */
  String name() {
    return switch (node) {
      case MethodDeclaration method -> {
        var ref = source.ref(method);
        yield ref.className() + "#" + ref.signature();
      }
      default -> type + "#" + key;
    };
  }

  /** The declaration that carries its modifiers. */
  BodyDeclaration declaration() {
    return (BodyDeclaration) (node instanceof VariableDeclarationFragment ? node.getParent() : node);
  }

  boolean isMethod() {
    return node instanceof MethodDeclaration;
  }

  boolean isStatic() {
    return Modifier.isStatic(declaration().getModifiers()) || node instanceof EnumConstantDeclaration;
  }

  /** Whether the order among its like has a meaning: what it does is done when the class is set up. */
  boolean isOrdered() {
    return node instanceof Initializer
        || node instanceof EnumConstantDeclaration
        || node instanceof VariableDeclarationFragment field && field.getInitializer() != null;
  }

  int line() {
    return source.line(start(node instanceof VariableDeclarationFragment ? node.getParent() : node));
  }

  /** Where a declaration starts when its doc comment is left aside. */
  private static int start(ASTNode node) {
    if (node instanceof BodyDeclaration declaration && declaration.getJavadoc() != null) {
      List<?> modifiers = declaration.modifiers();
      if (!modifiers.isEmpty()) {
        return ((ASTNode) modifiers.getFirst()).getStartPosition();
      }
      return switch (declaration) {
        case MethodDeclaration method when method.getReturnType2() != null ->
            method.getReturnType2().getStartPosition();
        case MethodDeclaration method -> method.getName().getStartPosition();
        case AbstractTypeDeclaration type -> type.getName().getStartPosition();
        default -> Source.end(declaration.getJavadoc());
      };
    }
    return node.getStartPosition();
  }

  static boolean isClass(ASTNode node) {
    return node instanceof AbstractTypeDeclaration || node instanceof AnonymousClassDeclaration;
  }
}
