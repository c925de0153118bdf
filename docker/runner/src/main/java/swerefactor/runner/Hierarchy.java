// The classes below changed ones, and which of them a change asks nothing of.
package swerefactor.runner;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Subtypes and supertypes of what changed. A subtype must be compiled again without a word of a changed
 * member's name where it has to implement that member, or where the member meets another one of the same
 * name that the subtype inherits from elsewhere: implements it, hides it, or stands against it.
 */
final class Hierarchy {
    private static final String OBJECT = "java/lang/Object";

    private final Changes changes;
    private final List<Stage> stages;
    private final Set<String> changed = new HashSet<>();
    private final Map<String, Boolean> indifferent = new HashMap<>();

    Hierarchy(Changes changes, List<Stage> stages) {
        this.changes = changes;
        this.stages = stages;
        changed.addAll(changes.classes);
        changed.addAll(changes.used);
    }

    /** These classes and all that extend or implement one of them. */
    Set<String> withSubtypes(Set<String> supertypes) throws IOException {
        Set<String> all = new HashSet<>(supertypes);
        for (Set<String> latest = all; !latest.isEmpty(); ) {
            Set<String> subtypes = new HashSet<>();
            List<String> sought = Texts.asRead(latest);
            for (Stage stage : stages) {
                for (String content : stage.classes().values()) {
                    if (Texts.mentionsAny(content, sought)) {
                        ClassFile found = Texts.parsed(content);
                        if (!all.contains(found.name) && found.supertypes.stream().anyMatch(latest::contains)) {
                            subtypes.add(found.name);
                        }
                    }
                }
            }
            all.addAll(subtypes);
            latest = subtypes;
        }
        return all;
    }

    /** Whether a class below a changed one inherits nothing that changed members could meet. */
    boolean isIndifferent(ClassFile found) throws IOException {
        for (String supertype : found.supertypes) {
            if (!isIndifferent(supertype)) {
                return false;
            }
        }
        return true;
    }

    private boolean isIndifferent(String name) throws IOException {
        Boolean known = indifferent.get(name);
        if (known == null) {
            ClassFile found = name.equals(OBJECT) ? null : find(name);
            // What can't be read may have anything. A class that is its own supertype ends here, too.
            indifferent.put(name, name.equals(OBJECT));
            known = name.equals(OBJECT) || found != null && isHarmless(found) && isIndifferent(found);
            indifferent.put(name, known);
        }
        return known;
    }

    private boolean isHarmless(ClassFile found) {
        return changed.contains(found.name)
                ? changes.plain.contains(found.name)
                : found.members.keySet().stream().map(Changes::simpleName).noneMatch(changes.names::contains);
    }

    private ClassFile find(String name) throws IOException {
        for (Stage stage : stages) {
            String content = stage.classNamed(name);
            if (content != null) {
                return Texts.parsed(content);
            }
        }
        // Of a library's class nothing is known: this class path has another version, or none.
        if (!name.startsWith("java/")) {
            return null;
        }
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            return in == null ? null : new ClassFile(content(in));
        }
    }

    private static byte[] content(InputStream in) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        byte[] chunk = new byte[8192];
        for (int count = in.read(chunk); count > 0; count = in.read(chunk)) {
            content.write(chunk, 0, count);
        }
        return content.toByteArray();
    }
}
