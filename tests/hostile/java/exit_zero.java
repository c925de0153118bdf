// Ends the JVM as if all had gone well, as soon as a test touches this class.
static {
    System.out.println("attack: exit");
    System.exit(0);
}
