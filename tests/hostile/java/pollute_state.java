// Spoils what all tests of a JVM share: streams, locale, time zone, properties, handlers, the thread's name.
static {
    System.out.println("attack: pollution");
    java.util.Locale.setDefault(new java.util.Locale("tr", "TR"));
    java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone("Pacific/Kiritimati"));
    Thread.setDefaultUncaughtExceptionHandler((thread, fault) -> { });
    Thread.currentThread().setName("polluted");
    Thread.currentThread().setContextClassLoader(null);
    System.setOut(new java.io.PrintStream(new java.io.ByteArrayOutputStream()));
    System.setErr(System.out);
    System.setProperties(new java.util.Properties());
}
