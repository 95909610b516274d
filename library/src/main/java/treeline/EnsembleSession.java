package treeline;

import treeline.ensemble.Ensemble;
import treeline.question.input.Session;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The session of the questions about an ensemble: its runs are read once for each set of
/// parameters of the reader.
final class EnsembleSession implements Session {
    private static final System.Logger LOG = System.getLogger("treeline");

    private final Optional<Ensemble> inMemory;
    private final Map<How, Ensemble> read = new HashMap<>();

    /// How runs were read.
    private record How(List<String> parameters, boolean eachRepetition) {}

    private EnsembleSession(Optional<Ensemble> inMemory) {
        this.inMemory = inMemory;
    }

    static EnsembleSession ofFiles() {
        return new EnsembleSession(Optional.empty());
    }

    static EnsembleSession of(Ensemble ensemble) {
        return new EnsembleSession(Optional.of(ensemble));
    }

    Optional<Ensemble> inMemory() {
        return inMemory;
    }

    @Override
    public synchronized Ensemble ensemble(
            List<String> parameters, boolean eachRepetition, Reading reading) throws IOException {
        if (inMemory.isPresent()) return inMemory(parameters);
        var how = new How(parameters, eachRepetition);
        Ensemble known = read.get(how);
        if (known != null) return known;
        Ensemble ensemble = reading.read();
        read.put(how, ensemble);
        return ensemble;
    }

    private Ensemble inMemory(List<String> parameters) {
        if (!parameters.isEmpty())
            throw new IllegalArgumentException(
                    "'%s' changes how runs are read, but the ensemble is already in memory"
                            .formatted(parameters.getFirst()));
        return inMemory.orElseThrow();
    }

    @Override
    public Task task(String name, long total) {
        return Task.UNSEEN;
    }

    @Override
    public void say(String line) {
        LOG.log(System.Logger.Level.INFO, line);
    }

    @Override
    public void warn(String line) {
        LOG.log(System.Logger.Level.WARNING, line);
    }
}
