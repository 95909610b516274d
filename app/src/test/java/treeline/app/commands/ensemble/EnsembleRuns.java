package treeline.app.commands.ensemble;

import treeline.app.Session;
import treeline.app.commands.CommandTest;

import java.io.IOException;

/// What tests of questions about many runs share: drawn runs, and a screen of 80 columns, where
/// tables must fit.
abstract class EnsembleRuns extends CommandTest {
    static final int WIDTH = 80;

    final Session narrow = session.on(Session.PLAIN.withWidth(WIDTH));

    String runs() {
        return folder + "/*.run";
    }

    /// A run with two nodes.
    ///
    /// @param facts such as `ranks 4`
    void run(String name, double main, double io, String... facts) throws IOException {
        var drawing =
                new StringBuilder(
                        """
                        metric time s inclusive
                        path     whole
                        main     %s
                        main/io  %s
                        """
                                .formatted(main, io));
        for (String fact : facts) drawing.append("fact ").append(fact).append('\n');
        drawn(name + ".run", drawing.toString());
    }
}
