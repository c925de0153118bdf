// The class loader of the code under test: the class path in Surefire's order, and nothing of ours.
package swerefactor.runner;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads the code under test. Its parent is the Java platform. The glue to JUnit is loaded here, so
 * that it meets the project's own JUnit; what the glue shares with the runner is the runner's.
 */
final class TestLoader extends URLClassLoader {
    private static final String OURS = "swerefactor.runner.";
    private static final String GLUE = OURS + "glue.";

    TestLoader(List<String> classPath) throws MalformedURLException {
        super(urls(classPath), ClassLoader.getSystemClassLoader().getParent());
    }

    private static URL[] urls(List<String> classPath) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath) {
            urls.add(Paths.get(entry).toUri().toURL());
        }
        urls.add(Main.class.getProtectionDomain().getCodeSource().getLocation());
        return urls.toArray(new URL[0]);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith(OURS) && !name.startsWith(GLUE)) {
            return Main.class.getClassLoader().loadClass(name);
        }
        return super.loadClass(name, resolve);
    }

    boolean has(String className) {
        return findResource(className.replace('.', '/') + ".class") != null;
    }
}
