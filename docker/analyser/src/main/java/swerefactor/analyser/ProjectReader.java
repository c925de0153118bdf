package swerefactor.analyser;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.AbstractTypeDeclaration;
import org.eclipse.jdt.core.dom.AnonymousClassDeclaration;
import org.eclipse.jdt.core.dom.ClassInstanceCreation;
import org.eclipse.jdt.core.dom.ConstructorInvocation;
import org.eclipse.jdt.core.dom.CreationReference;
import org.eclipse.jdt.core.dom.IBinding;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.IVariableBinding;
import org.eclipse.jdt.core.dom.Javadoc;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.SimpleName;
import org.eclipse.jdt.core.dom.SuperConstructorInvocation;

/** Reads one file's tree with bindings into the index of its project. */
final class ProjectReader extends ASTVisitor {
  private final Project project;
  private final Source source;
  /** The keys of the methods around the present node, innermost first. */
  private final Deque<String> around = new ArrayDeque<>();

  ProjectReader(Project project, Source source) {
    this.project = project;
    this.source = source;
  }

  @Override
  public void preVisit(ASTNode node) {
    switch (node) {
      case AbstractTypeDeclaration type -> addType(node, type.resolveBinding());
      case AnonymousClassDeclaration type -> addType(node, type.resolveBinding());
      case MethodDeclaration method -> addMethod(method);
      case ClassInstanceCreation call -> calls(call.resolveConstructorBinding());
      case ConstructorInvocation call -> calls(call.resolveConstructorBinding());
      case SuperConstructorInvocation call -> calls(call.resolveConstructorBinding());
      case CreationReference call -> calls(call.resolveMethodBinding());
      case SimpleName name when !name.isDeclaration() -> mentions(name.resolveBinding());
      default -> {}
    }
  }

  @Override
  public void postVisit(ASTNode node) {
    if (node instanceof MethodDeclaration) {
      around.pop();
    }
  }

  /** What a doc comment names isn't used. */
  @Override
  public boolean visit(Javadoc comment) {
    return false;
  }

  private void addType(ASTNode node, ITypeBinding binding) {
    if (binding != null) {
      boolean canTakeMethods = !binding.isAnonymous() && !binding.isLocal() && !binding.isAnnotation();
      project.types.put(
          key(binding), new Project.Type(source.className(node), canTakeMethods, supertypes(binding)));
    }
  }

  /** A method without a binding (its twin has the same signature) goes under its place. */
  private void addMethod(MethodDeclaration node) {
    IMethodBinding binding = node.resolveBinding();
    String key = binding == null ? source.path + ":" + node.getStartPosition() : key(binding);
    project.methods.put(
        key, new Project.Method(source.ref(node), owner(node), new LinkedHashSet<>(), new LinkedHashSet<>()));
    around.push(key);
  }

  private void mentions(IBinding binding) {
    switch (binding) {
      case IMethodBinding method -> calls(method);
      case ITypeBinding type -> uses(type);
      case IVariableBinding variable -> {
        uses(variable.getDeclaringClass());
        uses(variable.getType());
      }
      case null, default -> {}
    }
  }

  private void calls(IMethodBinding called) {
    if (called != null && !around.isEmpty()) {
      around.forEach(key -> project.methods.get(key).calls().add(key(called)));
      project.callers.computeIfAbsent(key(called), _ -> new LinkedHashSet<>()).add(around.peek());
      uses(called.getDeclaringClass());
    }
  }

  private void uses(ITypeBinding type) {
    if (type != null) {
      around.forEach(key -> project.methods.get(key).uses().add(key(type)));
    }
  }

  /** The named class around a method: an anonymous one counts as part of it. */
  private static String owner(MethodDeclaration method) {
    ITypeBinding type = Source.namedClassAround(method).resolveBinding();
    return type == null ? "" : key(type);
  }

  private static String key(IMethodBinding method) {
    return method.getMethodDeclaration().getKey();
  }

  private static String key(ITypeBinding type) {
    ITypeBinding element = type.isArray() ? type.getElementType() : type;
    return element.getErasure().getTypeDeclaration().getKey();
  }

  private static Map<String, String> supertypes(ITypeBinding type) {
    Map<String, String> found = new LinkedHashMap<>();
    Deque<ITypeBinding> next = new ArrayDeque<>(direct(type));
    while (!next.isEmpty()) {
      ITypeBinding supertype = next.remove();
      if (found.putIfAbsent(key(supertype), supertype.getErasure().getQualifiedName()) == null) {
        next.addAll(direct(supertype));
      }
    }
    found.values().remove("java.lang.Object");
    return found;
  }

  private static List<ITypeBinding> direct(ITypeBinding type) {
    List<ITypeBinding> direct = new ArrayList<>();
    if (type.getSuperclass() != null) {
      direct.add(type.getSuperclass());
    }
    Collections.addAll(direct, type.getInterfaces());
    return direct;
  }
}
