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

/// `--engine`: where a run is read, on this machine or on a cluster. Cluster engines are in
/// separate jars, which the launcher adds if this option is used.
public final class EngineOption {
    private static final String LOCAL = "local";

    public static final Parameter<String> ENGINE =
            Parameter.of(
                    "engine",
                    ParameterType.text("ADDRESS"),
                    "run on an Apache Spark cluster: spark://HOST:PORT, yarn, k8s://..., or"
                        + " local[N] for an embedded Spark with N threads (default: local, without"
                        + " Spark)");

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
                        ? ("--engine %s is not a cluster address; expected local,"
                                        + " spark://HOST:PORT, yarn, k8s://... or local[N]")
                                .formatted(address)
                        : ("--engine %s: the jars of the Spark engine are missing; start with the"
                                        + " treeline launcher or with spark-submit")
                                .formatted(address));
    }
}
