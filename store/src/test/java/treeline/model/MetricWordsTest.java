package treeline.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.stream.Stream;

/// The names of metrics in a recording of JDK Flight Recorder.
class MetricWordsTest {
    private static final List<Metric> METRICS =
            Stream.of("cpu time", "allocated", "monitor enter", "thread park", "file read")
                    .map(name -> new Metric(name, Unit.SECONDS, Metric.Scope.EXCLUSIVE))
                    .toList();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "lock       | 'monitor enter' or 'thread park'",
                "contention | 'monitor enter' or 'thread park'",
                "alloc      | 'allocated'",
                "enter      | 'monitor enter'",
                "alocated   | 'allocated'",
                "wall       | 'cpu time'",
                "io         | 'file read'"
            })
    void proposesMetricsThatExist(String word, String proposed) {
        assertThat(MetricWords.proposal(METRICS, word))
                .isEqualTo("; did you mean " + proposed.strip() + "?");
    }

    @ParameterizedTest
    @CsvSource({"watts", "x"})
    void proposesNothingForOtherWords(String word) {
        assertThat(MetricWords.proposal(METRICS, word)).isEmpty();
    }
}
