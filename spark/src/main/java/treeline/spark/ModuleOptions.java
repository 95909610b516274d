package treeline.spark;

import org.apache.spark.launcher.JavaModuleOptions;

import java.util.Arrays;
import java.util.stream.Collectors;

/// Prints the JVM options that Spark needs, for the launcher. They are taken from Spark, because
/// they differ between versions. Options that this JVM would only warn about are omitted: unknown
/// packages, and the vector module, which is optional for Spark.
public final class ModuleOptions {
    private static final String OPENS = "--add-opens=java.base/";

    private ModuleOptions() {}

    public static void main(String[] arguments) {
        System.out.println(
                Arrays.stream(JavaModuleOptions.defaultModuleOptions().split(" "))
                        .filter(ModuleOptions::isSilent)
                        .collect(Collectors.joining(" ")));
    }

    private static boolean isSilent(String option) {
        if (option.startsWith("--add-modules=jdk.incubator")) return false;
        if (!option.startsWith(OPENS)) return true;
        String name = option.substring(OPENS.length(), option.indexOf('=', OPENS.length()));
        return Object.class.getModule().getPackages().contains(name);
    }
}
