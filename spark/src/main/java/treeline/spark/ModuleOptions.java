package treeline.spark;

import org.apache.spark.launcher.JavaModuleOptions;

/// Prints what Java has to be started with so that Spark runs in it, for the launcher. Spark knows
/// it best, and it differs from version to version.
public final class ModuleOptions {
    private ModuleOptions() {}

    public static void main(String[] arguments) {
        System.out.println(JavaModuleOptions.defaultModuleOptions());
    }
}
