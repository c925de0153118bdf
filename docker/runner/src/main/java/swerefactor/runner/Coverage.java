// Takes JaCoCo's data from its agent after each test class.
package swerefactor.runner;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes {@code <class>.exec} for each test class, and {@code all.exec}, which holds them one after
 * the other (JaCoCo's format allows it). Needs the agent, started with {@code output=none}.
 */
final class Coverage {
    private final Path folder;
    private final Object agent;
    private final Method executionData;

    Coverage(Path folder) throws ReflectiveOperationException, IOException {
        this.folder = Files.createDirectories(folder);
        // The agent puts itself on the system class path; only its name is known to us.
        agent = Class.forName("org.jacoco.agent.rt.RT").getMethod("getAgent").invoke(null);
        executionData = Class.forName("org.jacoco.agent.rt.IAgent").getMethod("getExecutionData", boolean.class);
        taken();
    }

    void dump(String className) throws ReflectiveOperationException, IOException {
        byte[] data = taken();
        Files.write(folder.resolve(className + ".exec"), data);
        Files.write(folder.resolve("all.exec"), data, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private byte[] taken() throws ReflectiveOperationException {
        return (byte[]) executionData.invoke(agent, true);
    }
}
