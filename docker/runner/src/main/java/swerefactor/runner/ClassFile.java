// One compiled class, as far as the compilation of other files depends on it.
package swerefactor.runner;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The shape that other files are compiled against: supertypes and members with their types,
 * exceptions and constants. Left out is what no other file can see: code, private members, what
 * the compiler made up, and annotations, which matter to processors alone.
 */
final class ClassFile {
    private static final int PUBLIC = 0x0001;
    private static final int PRIVATE = 0x0002;
    private static final int STATIC = 0x0008;
    private static final int INTERFACE = 0x0200;
    private static final int ABSTRACT = 0x0400;
    private static final int SYNTHETIC = 0x1000;
    private static final int ANNOTATION = 0x2000;
    private static final int ENUM = 0x4000;
    private static final String CONSTANT = "ConstantValue";

    /** The internal name, {@code p/Outer$Inner}. */
    final String name;

    /** The source file's simple name; null where the class does not say. */
    final String source;

    final List<String> supertypes = new ArrayList<>();
    private final int access;

    /** Modifiers, type parameters, supertypes and member classes. */
    final String header;

    /** Each member's modifiers and the like, by its simple name, a space and its descriptor. */
    final Map<String, String> members = new TreeMap<>();

    /** Simple names of members that others may have taken in as a constant. */
    final List<String> constants = new ArrayList<>();

    private final Object[] pool;
    private final DataInputStream in;
    private boolean isLocal;
    private int nesting;

    ClassFile(byte[] content) throws IOException {
        in = new DataInputStream(new ByteArrayInputStream(content));
        skip(8);
        pool = new Object[in.readUnsignedShort()];
        readPool();
        access = in.readUnsignedShort();
        name = className(in.readUnsignedShort());
        int superclass = in.readUnsignedShort();
        if (superclass != 0) {
            supertypes.add(className(superclass));
        }
        supertypes.addAll(classNames());
        readMembers();
        readMembers();
        Map<String, String> attributes = attributes();
        source = attributes.remove("SourceFile");
        header = access + " " + nesting + ' ' + supertypes + ' ' + attributes;
    }

    /** Whether no other file can name it: it is local, anonymous or private. */
    boolean isHidden() {
        return isLocal || (nesting & PRIVATE) != 0;
    }

    boolean isAnnotation() {
        return (access & ANNOTATION) != 0;
    }

    /**
     * Whether other files may depend on a member of this class without a word of its name: they call it
     * by a statement of the language, list all constants of an enum or components of a record, or are a
     * lambda for an interface.
     */
    boolean isImplied(String simpleName, String words) {
        return simpleName.equals("<init>")
                || simpleName.equals("iterator")
                || simpleName.equals("close")
                || (access & ENUM) != 0
                || supertypes.contains("java/lang/Record")
                || (access & INTERFACE) != 0 && isAbstract(words);
    }

    /** Whether other packages may see it; a protected member class counts as one that they may. */
    boolean isPublic() {
        return (access & PUBLIC) != 0;
    }

    static boolean isAbstract(String words) {
        return (modifiers(words) & ABSTRACT) != 0;
    }

    /** Whether a member's words say that it is static. */
    static boolean isStatic(String words) {
        return (modifiers(words) & STATIC) != 0;
    }

    private static int modifiers(String words) {
        return Integer.parseInt(words.substring(0, words.indexOf(' ')));
    }

    private void readMembers() throws IOException {
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            int modifiers = in.readUnsignedShort();
            String simpleName = text(in.readUnsignedShort());
            String descriptor = text(in.readUnsignedShort());
            Map<String, String> attributes = attributes();
            if ((modifiers & (PRIVATE | SYNTHETIC)) == 0) {
                // A switch may depend on the order of an enum's constants.
                String place = (modifiers & ENUM) != 0 ? String.valueOf(left) : "";
                members.put(simpleName + ' ' + descriptor, modifiers + " " + place + attributes);
                if (attributes.containsKey(CONSTANT)) {
                    constants.add(simpleName);
                }
            }
        }
    }

    /** What matters of the attributes that come next. */
    private Map<String, String> attributes() throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            String kind = text(in.readUnsignedShort());
            int length = in.readInt();
            switch (kind) {
                case "SourceFile":
                case "Signature":
                    found.put(kind, text(in.readUnsignedShort()));
                    break;
                case CONSTANT:
                    found.put(kind, constant(in.readUnsignedShort()));
                    break;
                case "Exceptions":
                case "PermittedSubclasses":
                    found.put(kind, classNames().toString());
                    break;
                case "InnerClasses":
                    readNesting();
                    break;
                case "Record":
                    found.put(kind, components());
                    break;
                case "EnclosingMethod":
                    isLocal = true;
                    skip(length);
                    break;
                default:
                    skip(length);
            }
        }
        return found;
    }

    private List<String> classNames() throws IOException {
        List<String> names = new ArrayList<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            names.add(className(in.readUnsignedShort()));
        }
        return names;
    }

    private String components() throws IOException {
        List<String> found = new ArrayList<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            found.add(text(in.readUnsignedShort()) + ' ' + text(in.readUnsignedShort()) + ' ' + attributes());
        }
        return found.toString();
    }

    /** A member class has its modifiers here: in its access flags, private and protected are lost. */
    private void readNesting() throws IOException {
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            String inner = className(in.readUnsignedShort());
            skip(4);
            int access = in.readUnsignedShort();
            if (inner.equals(name)) {
                nesting = access;
            }
        }
    }

    private void readPool() throws IOException {
        for (int i = 1; i < pool.length; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1: // text
                    pool[i] = in.readUTF();
                    break;
                case 3: // int
                    pool[i] = "i" + in.readInt();
                    break;
                case 4: // float, by its bits
                    pool[i] = "f" + in.readInt();
                    break;
                case 5: // long and double take two places
                case 6:
                    pool[i++] = (tag == 5 ? "l" : "d") + in.readLong();
                    break;
                case 7: // class
                case 8: // string
                    pool[i] = in.readUnsignedShort();
                    break;
                case 15: // method handle
                    skip(3);
                    break;
                case 16: // method type
                case 19: // module
                case 20: // package
                    skip(2);
                    break;
                case 9:
                case 10:
                case 11:
                case 12:
                case 17:
                case 18: // two indexes
                    skip(4);
                    break;
                default:
                    throw new IOException("a class file has a constant of the unknown kind " + tag);
            }
        }
    }

    private String text(int index) {
        return (String) pool[index];
    }

    private String className(int index) {
        return text((Integer) pool[index]);
    }

    private String constant(int index) {
        Object value = pool[index];
        return value instanceof Integer ? "s" + text((Integer) value) : (String) value;
    }

    private void skip(int bytes) throws IOException {
        for (int left = bytes; left > 0; ) {
            left -= in.skipBytes(left);
        }
    }
}
