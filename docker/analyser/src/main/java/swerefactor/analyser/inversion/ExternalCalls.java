package swerefactor.analyser.inversion;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.ClassInstanceCreation;
import org.eclipse.jdt.core.dom.ConstructorInvocation;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;
import org.eclipse.jdt.core.dom.Javadoc;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.MethodReference;
import org.eclipse.jdt.core.dom.SuperConstructorInvocation;
import org.eclipse.jdt.core.dom.SuperMethodInvocation;
import swerefactor.analyser.Facts;
import swerefactor.analyser.Source;

/** Calls of methods outside the project that a change brings in. */
final class ExternalCalls {
  private static final Pattern HOLDER = Pattern.compile(
      "java\\.util\\.concurrent\\.atomic\\.\\w+|java\\.util\\.AbstractMap\\.Simple\\w+|java\\.util\\.Map\\.Entry"
          + "|java\\.util\\.Optional\\w*|javafx\\.util\\.Pair|org\\.apache\\.commons\\.lang3\\.tuple\\.\\w+");

  private static final Pattern OF_HOLDER = Pattern.compile("(java\\.util\\.Map#entry|(" + HOLDER + ")[#<]).*");

  private record Call(String name, String file, int line, boolean holder) {}

  private final List<Path> classFolders = new ArrayList<>();
  private final Map<String, Boolean> ofProject = new HashMap<>();

  private ExternalCalls(List<String> classPath) {
    for (String entry : classPath == null ? List.<String>of() : classPath) {
      if (Files.isDirectory(Path.of(entry))) {
        classFolders.add(Path.of(entry));
      }
    }
  }

  /**
   * Calls to methods that no file called before; and in members that are not proven the same, calls that
   * are more than they were.
   */
  static List<Facts.ExternalCall> between(
      Tree before, Tree after, List<String> classPath, Predicate<Member> proven) {
    ExternalCalls search = new ExternalCalls(classPath);
    Map<String, Integer> known = new HashMap<>();
    Map<String, Integer> knownOpen = new HashMap<>();
    search.calls(before, (call, member) -> {
      known.merge(call.name(), 1, Integer::sum);
      if (member == null || !proven.test(member)) {
        knownOpen.merge(call.name(), 1, Integer::sum);
      }
    });
    Map<Call, Integer> found = new LinkedHashMap<>();
    search.calls(after, (call, member) -> {
      boolean isNew = !known.containsKey(call.name());
      boolean isOpen = member == null || !proven.test(member);
      if (isNew || isOpen && knownOpen.merge(call.name(), -1, Integer::sum) < 0) {
        found.merge(call, 1, Integer::sum);
      }
    });
    return found.keySet().stream()
        .map(call -> new Facts.ExternalCall(call.name(), call.file(), call.line(), call.holder()))
        .toList();
  }

  /** Whether an operation is that of an object which the library has to hold other values. */
  static boolean isOfHolder(String operation) {
    return OF_HOLDER.matcher(operation).matches();
  }

  private interface Receiver {
    void take(Call call, Member member);
  }

  private void calls(Tree tree, Receiver receiver) {
    for (Tree.Type type : tree.types.values()) {
      for (Member member : type.members().values()) {
        member.declaration().accept(new Visitor(tree, type.source(), call -> receiver.take(call, member)));
      }
    }
  }

  private boolean isExternal(ITypeBinding type, String name) {
    if (type.isFromSource() || type.isArray() || type.isRecovered()) {
      return false;
    }
    return !ofProject.computeIfAbsent(name, _ -> {
      String binary = type.getErasure().getBinaryName();
      String path = (binary == null ? name : binary).replace('.', '/') + ".class";
      return classFolders.stream().anyMatch(folder -> Files.exists(folder.resolve(path)));
    });
  }

  private final class Visitor extends ASTVisitor {
    private final Tree tree;
    private final Source source;
    private final java.util.function.Consumer<Call> receiver;

    Visitor(Tree tree, Source source, java.util.function.Consumer<Call> receiver) {
      this.tree = tree;
      this.source = source;
      this.receiver = receiver;
    }

    @Override
    public boolean visit(Javadoc comment) {
      return false;
    }

    @Override
    public void preVisit(ASTNode node) {
      IMethodBinding method = switch (node) {
        case MethodInvocation call -> call.resolveMethodBinding();
        case SuperMethodInvocation call -> call.resolveMethodBinding();
        case ClassInstanceCreation call -> call.resolveConstructorBinding();
        case ConstructorInvocation call -> call.resolveConstructorBinding();
        case SuperConstructorInvocation call -> call.resolveConstructorBinding();
        case MethodReference reference -> reference.resolveMethodBinding();
        default -> null;
      };
      if (method != null && !Conversions.isBoxing(method) && !Conversions.isUnboxing(method)) {
        ITypeBinding type = method.getDeclaringClass();
        if (type.isAnonymous() && !method.isConstructor()) {
          return; // Its own method.
        }
        if (type.isAnonymous()) {
          type = type.getInterfaces().length > 0 ? type.getInterfaces()[0] : type.getSuperclass();
        }
        String name = tree.names.type(type);
        if (isExternal(type, name)) {
          // As it is declared first: a receiver's static type makes no other call of it.
          String called = tree.names.called(method).replaceFirst("\\(.*", "");
          receiver.accept(new Call(called, source.path, source.line(node.getStartPosition()),
              HOLDER.matcher(name).matches() || isOfHolder(called)));
        }
      }
    }
  }

}
