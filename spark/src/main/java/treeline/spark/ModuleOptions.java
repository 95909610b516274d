package treeline.spark;

import org.apache.spark.launcher.JavaModuleOptions;

import java.util.Arrays;
import java.util.stream.Collectors;

/// Prints what Java has to be started with so that Spark runs in it, for the launcher. Spark knows
/// it best, and it differs from version to version. What this Java would only warn of is left out:
/// packages that it does not have, and the vector module, which Spark's linear algebra can do
/// without.
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
