package swerefactor.analyser.inversion;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jdt.core.dom.IMethodBinding;
import org.eclipse.jdt.core.dom.ITypeBinding;

/**
 * What methods of the JDK do besides giving a value, by their documentation. Of all others, and of those
 * that call back what they are given, the worst is assumed: also {@code equals} or {@code toString} of an
 * object whose class is not known to be a plain value may change anything.
 */
enum Purity {
  /** Depends on its arguments alone. */
  PURE,
  /** Gives an object of its own each time, made of its arguments alone: two calls are not one value. */
  MAKES,
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
      "java.nio.file.attribute.FileTime", "java.nio.charset.Charset", "java.net.URI",
      "java.util.regex.Pattern");
  /** Values of which nobody can make a class of his own, so that each of their methods is the library's. */
  private static final Pattern FINAL_VALUE =
      Pattern.compile("java\\.lang\\.(String|Integer|Long|Short|Byte|Character|Boolean|Double|Float)");
  private static final Set<String> CHANGING = Set.of(
      "getChars", "now", "randomUUID", "random", "setDefault", "toRealPath", "register", "forName",
      "newInstance", "getInteger", "getLong", "getBoolean", "getResourceAsStream", "getResource", "getDefault", "defaultCharset");
  /** What a value may be called by that is not the value's own class. */
  private static final Set<String> ROOTS = Set.of(
      "java.lang.Object", "java.lang.Comparable", "java.lang.CharSequence", "java.io.File");
  private static final Pattern TEXT_THAT_MAY_CHANGE =
      Pattern.compile("java\\.lang\\.(CharSequence|StringBuilder|StringBuffer)");
  /** Methods that ask an object what it is equal to, where it comes, or what it is as a text. */
  private static final Set<String> ASKING = Set.of(
      "java.lang.Object#equals(java.lang.Object)", "java.lang.Object#hashCode()", "java.lang.Object#toString()",
      "java.lang.Comparable#compareTo(java.lang.Object)",
      "java.util.Comparator#compare(java.lang.Object,java.lang.Object)",
      "java.util.Collection#contains(java.lang.Object)", "java.util.Collection#containsAll(java.util.Collection)",
      "java.util.List#indexOf(java.lang.Object)", "java.util.List#lastIndexOf(java.lang.Object)",
      "java.util.Map#get(java.lang.Object)", "java.util.Map#containsKey(java.lang.Object)",
      "java.util.Map#containsValue(java.lang.Object)",
      "java.util.Map#getOrDefault(java.lang.Object,java.lang.Object)",
      "java.util.Objects#equals(java.lang.Object,java.lang.Object)", "java.util.Objects#hashCode(java.lang.Object)",
      "java.util.Objects#toString(java.lang.Object)");
  private static final Set<String> READING = Set.of(
      "java.util.Collection#size()", "java.util.Collection#isEmpty()", "java.util.List#get(int)",
      "java.util.List#subList(int,int)", "java.util.Map#size()", "java.util.Map#isEmpty()",
      "java.util.Map#keySet()", "java.util.Map#values()", "java.util.Map#entrySet()",
      "java.util.Map.Entry#getKey()", "java.util.Map.Entry#getValue()", "java.util.Iterator#hasNext()",
      "java.util.Deque#peekFirst()", "java.util.Deque#peekLast()", "java.util.Queue#peek()",
      "java.util.Queue#element()", "java.util.SequencedCollection#getFirst()",
      "java.util.SequencedCollection#getLast()", "java.util.SortedSet#first()", "java.util.SortedSet#last()",
      "java.lang.CharSequence#length()", "java.lang.CharSequence#charAt(int)",
      "java.lang.CharSequence#subSequence(int,int)", "java.lang.CharSequence#isEmpty()",
      "java.lang.AbstractStringBuilder#length()", "java.lang.AbstractStringBuilder#charAt(int)",
      "java.lang.AbstractStringBuilder#substring(int,int)", "java.lang.AbstractStringBuilder#substring(int)",
      "java.lang.AbstractStringBuilder#indexOf(java.lang.String)",
      "java.lang.StringBuilder#toString()", "java.lang.StringBuilder#length()",
      "java.lang.StringBuilder#indexOf(java.lang.String)", "java.lang.StringBuilder#substring(int)",
      "java.lang.StringBuilder#substring(int,int)",
      "java.io.File#getName()", "java.io.File#getPath()", "java.io.File#getParent()",
      "java.io.File#getParentFile()", "java.io.File#getAbsolutePath()", "java.io.File#toPath()",
      "java.util.Objects#isNull(java.lang.Object)", "java.util.Objects#nonNull(java.lang.Object)");
  private static final Set<String> TEXT_OF_OBJECTS = Set.of("format", "formatted", "join", "valueOf");
  private static final Pattern CONTAINER = Pattern.compile(
      "java\\.util\\.\\w*(List|Map|Set|Queue|Deque|Collection|Vector|Stack|Arrays|Collections)"
          + "|java\\.lang\\.(StringBuilder|StringBuffer|AbstractStringBuilder)");
  private static final Pattern UNCHANGING = Pattern.compile(
      "java\\.(lang|util|io|time)\\.\\w*(Exception|Error)|java\\.lang\\.(String|Integer|Long|Double|Boolean)"
          + "|java\\.math\\.Big\\w+|java\\.util\\.(Locale|UUID)|java\\.io\\.File");

  /** By the method and the static types of the object, if any, and the arguments. */
  static Purity of(IMethodBinding method, List<ITypeBinding> given, Names names) {
    String type = names.type(method.getDeclaringClass());
    String root = names.called(method);
    boolean plain = given.stream().allMatch(each -> isValue(each, names));
    boolean never = given.stream().allMatch(each -> each != null
        && (each.isPrimitive() || each.isNullType() || FINAL_VALUE.matcher(names.type(each)).matches()));
    if (never && FINAL_VALUE.matcher(type).matches() && !CHANGING.contains(method.getName())) {
      return givesItsOwn(method, names) ? MAKES : PURE;
    }
    if (ASKING.contains(root) || ASKING.contains(names.method(method))) {
      return plain ? READS : CHANGES_ANYTHING;
    }
    if (READING.contains(root) || READING.contains(names.method(method))) {
      return READS;
    }
    String name = method.getName();
    if (takesFunction(method)) {
      return CHANGES_ANYTHING;
    }
    if (type.equals("java.lang.String") && TEXT_OF_OBJECTS.contains(name)) {
      return plain ? READS : CHANGES_ANYTHING;
    }
    if (root.equals("java.lang.Object#getClass()")) {
      return PURE;
    }
    if (isTime(type) && (method.getDeclaringClass().getFunctionalInterfaceMethod() != null || isClock(type))) {
      return CHANGES_ANYTHING; // Anyone may have made it, and a clock tells another time each time.
    }
    if (isTime(type) && type.endsWith("Builder")) {
      return CHANGES_LIBRARY;
    }
    if (type.equals("java.lang.Number") || isTime(type) && name.equals("systemDefault")) {
      return READS; // One that counts is a number too.
    }
    if ((VALUES.contains(type) || isTime(type)) && !CHANGING.contains(name)) {
      // A text may be made of one that changes, as of a StringBuilder.
      if (type.equals("java.lang.String") && !never) {
        return plain ? READS : CHANGES_ANYTHING;
      }
      return givesItsOwn(method, names) ? MAKES
          : given.stream().anyMatch(each -> TEXT_THAT_MAY_CHANGE.matcher(names.type(each)).matches()) ? READS : PURE;
    }
    if (CONTAINER.matcher(type).matches() || CONTAINER.matcher(root.split("#")[0]).matches()) {
      boolean onlyKeeps = root.startsWith("java.util.List#") || type.matches(".*(List|Deque|Queue)");
      return plain || onlyKeeps ? CHANGES_LIBRARY : CHANGES_ANYTHING;
    }
    return CHANGES_ANYTHING;
  }

  private static boolean isTime(String type) {
    return type.startsWith("java.time.");
  }

  private static boolean isClock(String type) {
    return type.equals("java.time.Clock");
  }

  /**
   * Whether a method of the JDK's values gives something that has a state: a stream, an iterator, a matcher.
   * What an object was made to hold, of a type that its class leaves open, is not its own.
   */
  private static boolean givesItsOwn(IMethodBinding method, Names names) {
    ITypeBinding type = method.getMethodDeclaration().getReturnType();
    return !type.isArray() && !type.isTypeVariable() && !isSteady(type.getErasure(), names)
        && !ROOTS.contains(names.type(type));
  }

  /** Whether objects of a static type never change, so that none can be told from its copies. */
  static boolean isSteady(ITypeBinding type, Names names) {
    if (type.isPrimitive() || type.isEnum()) {
      return true;
    }
    String name = names.type(type);
    if (name.equals("java.util.Optional")) {
      return Stream.of(type.getTypeArguments()).allMatch(argument -> isSteady(bound(argument), names));
    }
    return VALUES.contains(name)
        || isTime(name) && !name.endsWith("Builder")
        || UNCHANGING.matcher(name).matches();
  }

  /**
   * Whether objects of a static type are plain values, or containers of such: to ask one for its text or
   * whether it is equal to another changes nothing.
   */
  static boolean isValue(ITypeBinding type, Names names) {
    if (type == null) {
      return false;
    }
    if (type.isPrimitive() || type.isNullType() || type.isEnum() || type.isArray()) {
      return true;
    }
    String name = names.type(type);
    if (CONTAINER.matcher(name).matches() || name.equals("java.util.Optional") || name.equals("java.util.Map.Entry")) {
      return Stream.of(type.getTypeArguments()).allMatch(argument -> isValue(bound(argument), names))
          && (type.getTypeArguments().length > 0 || name.startsWith("java.lang."));
    }
    return VALUES.contains(name)
        || isTime(name) && !isClock(name)
        || name.equals("java.lang.CharSequence")
        || name.equals("java.io.File")
        || UNCHANGING.matcher(name).matches();
  }

  /** Whether objects of a static type are taken for collections of the JDK. */
  static boolean isContainer(ITypeBinding type, Names names) {
    return type != null && CONTAINER.matcher(names.type(type)).matches();
  }

  private static ITypeBinding bound(ITypeBinding argument) {
    return argument.isWildcardType() && argument.getBound() != null && argument.isUpperbound()
        ? argument.getBound()
        : argument;
  }

  /** Whether making an object of this class of the JDK, of plain values, does nothing else. */
  static boolean onlyMakes(String type) {
    return UNCHANGING.matcher(type).matches();
  }

  /** Whether something is given to the method that it may call. */
  private static boolean takesFunction(IMethodBinding method) {
    return Stream.of(method.getMethodDeclaration().getParameterTypes())
        .map(ITypeBinding::getErasure)
        .anyMatch(type -> type.getFunctionalInterfaceMethod() != null
            && !type.getQualifiedName().startsWith("java.lang."));
  }
}
