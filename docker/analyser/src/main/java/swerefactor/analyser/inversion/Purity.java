package swerefactor.analyser.inversion;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;

/**
 * What methods of the JDK do besides giving a value, by their documentation. Of all others, and of those
 * that call back what they are given, the worst is assumed.
 */
enum Purity {
  /** Depends on its arguments alone. */
  PURE,
  /** Reads what may change. */
  READS,
  /** Changes objects of the library, and nothing that a field of the project holds. */
  CHANGES_LIBRARY,
  /** May change anything. */
  CHANGES_ANYTHING;

  private static final Set<String> VALUES = Set.of(
      "java.lang.String", "java.lang.Integer", "java.lang.Long", "java.lang.Short", "java.lang.Byte",
      "java.lang.Character", "java.lang.Boolean", "java.lang.Double", "java.lang.Float", "java.lang.Number",
      "java.lang.Math", "java.lang.StrictMath", "java.lang.Enum", "java.lang.Class", "java.lang.Package",
      "java.math.BigDecimal", "java.math.BigInteger", "java.math.MathContext", "java.util.UUID",
      "java.util.Locale", "java.util.OptionalInt", "java.util.OptionalLong", "java.util.OptionalDouble",
      "java.util.Optional", "java.util.Currency", "java.nio.file.Path", "java.nio.file.Paths",
      "java.nio.charset.Charset", "java.net.URI", "java.util.regex.Pattern");
  private static final Set<String> CHANGING = Set.of(
      "getChars", "getBytes", "now", "randomUUID", "random", "setDefault", "toRealPath", "register",
      "forName", "newInstance", "getResourceAsStream", "getResource");
  private static final Set<String> READING = Set.of(
      "java.lang.Object#equals(java.lang.Object)", "java.lang.Object#hashCode()", "java.lang.Object#toString()",
      "java.lang.Comparable#compareTo(java.lang.Object)",
      "java.util.Comparator#compare(java.lang.Object,java.lang.Object)",
      "java.util.Collection#size()", "java.util.Collection#isEmpty()",
      "java.util.Collection#contains(java.lang.Object)", "java.util.Collection#containsAll(java.util.Collection)",
      "java.util.List#get(int)", "java.util.List#indexOf(java.lang.Object)",
      "java.util.List#lastIndexOf(java.lang.Object)", "java.util.List#subList(int,int)",
      "java.util.Map#get(java.lang.Object)", "java.util.Map#containsKey(java.lang.Object)",
      "java.util.Map#containsValue(java.lang.Object)", "java.util.Map#size()", "java.util.Map#isEmpty()",
      "java.util.Map#getOrDefault(java.lang.Object,java.lang.Object)", "java.util.Map#keySet()",
      "java.util.Map#values()", "java.util.Map#entrySet()", "java.util.Map.Entry#getKey()",
      "java.util.Map.Entry#getValue()", "java.util.Iterator#hasNext()", "java.util.Deque#peekFirst()",
      "java.util.Deque#peekLast()", "java.util.Queue#peek()", "java.util.Queue#element()",
      "java.util.SequencedCollection#getFirst()", "java.util.SequencedCollection#getLast()",
      "java.util.SortedSet#first()", "java.util.SortedSet#last()", "java.lang.CharSequence#length()",
      "java.lang.CharSequence#charAt(int)", "java.lang.CharSequence#subSequence(int,int)",
      "java.lang.CharSequence#isEmpty()", "java.lang.AbstractStringBuilder#length()",
      "java.lang.AbstractStringBuilder#charAt(int)", "java.lang.StringBuilder#substring(int,int)",
      "java.lang.StringBuilder#substring(int)", "java.lang.StringBuilder#indexOf(java.lang.String)",
      "java.lang.Throwable#getMessage()", "java.lang.Throwable#getCause()", "java.lang.Throwable#getLocalizedMessage()",
      "java.io.File#getName()", "java.io.File#getPath()", "java.io.File#getParent()",
      "java.io.File#getParentFile()", "java.io.File#getAbsolutePath()", "java.io.File#toPath()",
      "java.util.Objects#equals(java.lang.Object,java.lang.Object)", "java.util.Objects#isNull(java.lang.Object)",
      "java.util.Objects#nonNull(java.lang.Object)", "java.util.Objects#hashCode(java.lang.Object)",
      "java.util.Objects#toString(java.lang.Object)");
  private static final Set<String> STRING_OF_OBJECT = Set.of("format", "formatted", "join", "valueOf");
  private static final Pattern CONTAINER = Pattern.compile(
      "java\\.util\\.\\w*(List|Map|Set|Queue|Deque|Collection|Vector|Stack|Arrays|Collections)"
          + "|java\\.lang\\.(StringBuilder|StringBuffer|AbstractStringBuilder)");

  static Purity of(IMethodBinding method, Names names) {
    String type = names.type(method.getDeclaringClass());
    String root = names.called(method);
    if (READING.contains(root) || READING.contains(names.method(method))) {
      return READS;
    }
    if (takesFunction(method)) {
      return CHANGES_ANYTHING;
    }
    String name = method.getName();
    if (type.equals("java.lang.String") && STRING_OF_OBJECT.contains(name)) {
      return READS;
    }
    if (root.equals("java.lang.Object#getClass()")) {
      return PURE;
    }
    if ((VALUES.contains(type) || type.startsWith("java.time.")) && !CHANGING.contains(name)) {
      return PURE;
    }
    if (CONTAINER.matcher(type).matches() || CONTAINER.matcher(root.split("#")[0]).matches()) {
      return CHANGES_LIBRARY;
    }
    return CHANGES_ANYTHING;
  }

  /** Whether something is given to the method that it may call. */
  private static boolean takesFunction(IMethodBinding method) {
    return List.of(method.getMethodDeclaration().getParameterTypes()).stream()
        .map(ITypeBinding::getErasure)
        .anyMatch(type -> type.getFunctionalInterfaceMethod() != null
            && !type.getQualifiedName().startsWith("java.lang."));
  }
}
