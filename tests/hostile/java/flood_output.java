// Prints 64 MB, more than any log may hold.
static {
    char[] line = new char[1 << 16];
    java.util.Arrays.fill(line, 'x');
    for (int i = 0; i < 1 << 10; i++) {
        System.out.println(line);
    }
    System.out.println("attack: flood");
}
