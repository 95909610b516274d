package treeline.aggregate;

import org.junit.jupiter.api.Nested;

/// The engine of one machine, with any number of threads.
class LocalEngineTest {
    @Nested
    class InTurn extends EngineContract {
        @Override
        protected Engine engine() {
            return LocalEngine.of(1, 0);
        }
    }

    @Nested
    class OnSeveralThreads extends EngineContract {
        @Override
        protected Engine engine() {
            return LocalEngine.of(4, Long.MAX_VALUE);
        }
    }
}
