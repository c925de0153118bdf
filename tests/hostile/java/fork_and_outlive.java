// Leaves a process behind in a session of its own, which holds no pipe of ours open.
static {
    System.out.println("attack: fork");
    try {
        new ProcessBuilder("sh", "-c", "trap '' TERM HUP; setsid sleep @MARK@ >/dev/null 2>&1 </dev/null &")
                .start().waitFor();
    } catch (Exception e) {
        System.out.println("attack: no fork, " + e);
    }
}
