// Looks for the developer's solution in what git may have kept: all commits, reflogs, loose and packed objects.
static {
    String script = "echo attack: commits $(git rev-list --all --reflog --count)"
            + "; echo attack: unreachable $(git fsck --unreachable --no-progress 2>/dev/null | wc -l)"
            + "; echo attack: remotes $(git remote | wc -l)"
            + "; git cat-file -e @COMMIT@ 2>/dev/null && echo attack: solution found || echo attack: no solution";
    try {
        new ProcessBuilder("sh", "-c", script).inheritIO().start().waitFor();
        Process shown = new ProcessBuilder("sh", "-c", script).start();
        java.util.Scanner scanner = new java.util.Scanner(shown.getInputStream());
        while (scanner.hasNextLine()) {
            System.out.println(scanner.nextLine());
        }
    } catch (Exception e) {
        throw new IllegalStateException(e);
    }
}
