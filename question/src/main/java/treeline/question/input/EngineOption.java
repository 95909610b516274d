package treeline.question.input;

import treeline.aggregate.Engine;
import treeline.aggregate.EngineProvider;
import treeline.aggregate.LocalEngine;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;

import java.io.IOException;
import java.util.Optional;
import java.util.ServiceLoader;

/// Where a run is read: on this machine, or by those of a cluster. Engines of clusters come with
/// jars of their own, which the launcher adds where this option is used.
public final class EngineOption {
    private static final String LOCAL = "local";

    public static final Parameter<String> ENGINE =
            Parameter.of(
                    "engine",
                    ParameterType.text("ADDRESS"),
                    "let a cluster of Apache Spark read: spark://HOST:PORT, yarn, k8s://..., or"
                            + " local[N] for N threads of a Spark of its own (default: local, this"
                            + " program)");

    private EngineOption() {}

    /// The address of the cluster that is asked, empty for this machine.
    static Optional<String> cluster(Arguments arguments) {
        return arguments.value(ENGINE).filter(address -> !address.equals(LOCAL));
    }

    /// The engine of a cluster, empty where this machine is to read.
    public static Optional<Engine> ofCluster(Arguments arguments) throws IOException {
        Optional<String> address = cluster(arguments);
        return address.isEmpty() ? Optional.empty() : Optional.of(at(address.get()));
    }

    /// The engine of a cluster, or of this machine.
    public static Engine of(Arguments arguments) throws IOException {
        return ofCluster(arguments).orElseGet(LocalEngine::withDefaults);
    }

    static Engine at(String address) throws IOException {
        boolean any = false;
        for (EngineProvider provider : ServiceLoader.load(EngineProvider.class)) {
            any = true;
            Optional<Engine> engine = provider.engine(address);
            if (engine.isPresent()) return engine.get();
        }
        throw new IllegalArgumentException(
                any
                        ? ("--engine %s is no address of a cluster; expected local,"
                                        + " spark://HOST:PORT, yarn, k8s://... or local[N]")
                                .formatted(address)
                        : ("--engine %s: the jars of the cluster's engine are missing; start by the"
                                        + " treeline launcher or by spark-submit")
                                .formatted(address));
    }
}
