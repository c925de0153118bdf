// Keeps apart what each test class, or each test method, covers.
package swerefactor.runner;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Appends JaCoCo's data to a file that is there: the owner's name as {@link DataOutputStream#writeUTF}, a length of
 * four bytes, and the data; an owner may come several times. Owners are units (see {@link Recorder})
 * or, by method, {@code unit#method}, with an empty method for what runs between tests: it prepares
 * them all. Needs the agent, started with {@code output=none}.
 */
final class Coverage {
    private final Path file;
    private final boolean byMethod;
    private final Object agent;
    private final Method executionData;
    private String selected;
    private String unit;
    private String test = "";

    Coverage(Path file, boolean byMethod) throws ReflectiveOperationException {
        this.file = file;
        this.byMethod = byMethod;
        // The agent puts itself on the class path; only its name is known to us.
        agent = Class.forName("org.jacoco.agent.rt.RT").getMethod("getAgent").invoke(null);
        executionData = Class.forName("org.jacoco.agent.rt.IAgent").getMethod("getExecutionData", boolean.class);
        taken();
    }

    /** A class is run. */
    synchronized void begin(String className) {
        selected = className;
        unit = className;
    }

    /** The class has been run. */
    synchronized void end() {
        append(between(unit), taken());
    }

    /** A test begins: what ran since the last one ended may belong to either class. */
    synchronized void started(String nextUnit, String name) {
        if (!byMethod && nextUnit.equals(unit)) {
            return;
        }
        byte[] data = taken();
        append(between(unit), data);
        if (!nextUnit.equals(unit)) {
            append(between(nextUnit), data);
        }
        unit = nextUnit;
        test = name;
    }

    /** A test has ended. */
    synchronized void finished() {
        if (byMethod) {
            append(unit + '#' + test, taken());
        } else if (!unit.equals(selected)) {
            append(unit, taken());
        }
    }

    private String between(String className) {
        return byMethod ? className + '#' : className;
    }

    private byte[] taken() {
        try {
            return (byte[]) executionData.invoke(agent, true);
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException(fault);
        }
    }

    private void append(String owner, byte[] data) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(packed)) {
            out.writeUTF(owner);
            out.writeInt(data.length);
            out.write(data);
            Files.write(file, packed.toByteArray(), StandardOpenOption.APPEND);
        } catch (IOException fault) {
            // What can't be kept must not look as if nothing had been covered.
            fault.printStackTrace();
            Runtime.getRuntime().halt(70);
        }
    }
}
