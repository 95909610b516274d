/// The `treeline` command line.
@org.jspecify.annotations.NullMarked
module treeline.app {
    requires treeline.store;
    requires treeline.record;
    requires treeline.analysis;
    requires treeline.archive;
    requires treeline.dashboard;
    requires treeline.library;
    requires treeline.question;
    requires treeline.formats;
    requires com.github.weisj.jsvg;
    requires java.desktop;
    requires jdk.jfr;
    requires jdk.jshell;
    requires tools.jackson.core;
    requires static org.jspecify;

    provides jdk.jshell.spi.ExecutionControlProvider with
            treeline.app.commands.files.ShellExecution;
}
