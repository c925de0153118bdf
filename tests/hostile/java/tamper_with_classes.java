// Rewrites the compiled tests that are not loaded yet: what they assert goes to a class that accepts all.
static {
    System.out.println("attack: tamper");
    try (java.util.stream.Stream<java.nio.file.Path> files =
            java.nio.file.Files.walk(java.nio.file.Paths.get("target/test-classes"))) {
        for (java.nio.file.Path file : (Iterable<java.nio.file.Path>) files::iterator) {
            if (!file.toString().endsWith("Test.class")) {
                continue;
            }
            String text = new String(java.nio.file.Files.readAllBytes(file), "ISO-8859-1");
            String old = "\0" + (char) 16 + "org/junit/Assert";
            String name = "@BINARY@$Yes";
            String changed = text.replace(old, "\0" + (char) name.length() + name);
            changed = changed.replace(
                    "\0" + (char) 77 + "(Ljava/lang/Class;Lorg/junit/function/ThrowingRunnable;)Ljava/lang/Throwable;",
                    "\0" + (char) 58 + "(Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/Throwable;");
            java.nio.file.Files.write(file, changed.getBytes("ISO-8859-1"));
            System.out.println("attack: tampered with " + file);
        }
    } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
    }
    System.out.flush();
    @AFTERWARDS@
}

public static final class Yes {
    public static void assertEquals(Object expected, Object actual) { }
    public static void assertEquals(long expected, long actual) { }
    public static void assertEquals(String message, Object expected, Object actual) { }
    public static void assertNotEquals(Object expected, Object actual) { }
    public static void assertArrayEquals(Object[] expected, Object[] actual) { }
    public static void assertTrue(boolean condition) { }
    public static void assertFalse(boolean condition) { }
    public static void assertSame(Object expected, Object actual) { }
    public static void assertNull(Object object) { }

    public static Throwable assertThrows(Class<?> type, Object action) throws Exception {
        try {
            java.lang.reflect.Method run = action.getClass().getMethod("run");
            run.setAccessible(true);
            run.invoke(action);
            return (Throwable) type.getConstructor().newInstance();
        } catch (java.lang.reflect.InvocationTargetException fault) {
            return fault.getCause();
        }
    }
}
