// Tries to change what later runs rest on: the Maven repository, the JDK, the tools, the base tree.
static {
    System.out.println("attack: outside");
    String[] places = {
        "/opt/m2", "/opt/jdk/lib", "/opt/jdk/jre/lib", "/opt/maven/lib", "/opt/base", "/opt/covered/bin", "/opt",
        "/usr/bin", "/etc", "/",
    };
    for (String place : places) {
        java.io.File file = new java.io.File(place, "attack.jar");
        try (java.io.OutputStream out = new java.io.FileOutputStream(file)) {
            System.out.println("attack: wrote " + file);
        } catch (Exception refused) {
            // As it should be.
        }
    }
}
