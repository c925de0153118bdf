// What test classes may change in their JVM, put back for those that come after.
package swerefactor.runner;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/** System properties, streams, locale and time zone, as they are when this is made. */
final class Surroundings {
    private final Properties properties = (Properties) System.getProperties().clone();
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final InputStream in = System.in;
    private final Locale locale = Locale.getDefault();
    private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
    private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
    private final TimeZone zone = TimeZone.getDefault();
    private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
    private final Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();

    void putBack() {
        System.setProperties((Properties) properties.clone());
        System.setOut(out);
        System.setErr(err);
        System.setIn(in);
        Locale.setDefault(locale);
        Locale.setDefault(Locale.Category.DISPLAY, display);
        Locale.setDefault(Locale.Category.FORMAT, format);
        TimeZone.setDefault(zone);
        Thread.currentThread().setContextClassLoader(loader);
        Thread.setDefaultUncaughtExceptionHandler(handler);
    }
}
