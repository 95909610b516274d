package treeline.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class SuggestionTest {
    private final List<String> known = List.of("info", "tree", "convert", "completion");

    @Test
    void theNearestWordIsProposed() {
        assertThat(Suggestion.among(known, "tre")).isEqualTo("; did you mean 'tree'?");
        assertThat(Suggestion.among(known, "conver")).isEqualTo("; did you mean 'convert'?");
        assertThat(Suggestion.among(known, "compl")).isEqualTo("; did you mean 'completion'?");
    }

    @Test
    void wordsThatAreFarAreNot() {
        assertThat(Suggestion.among(known, "xyz")).isEmpty();
        assertThat(Suggestion.among(List.of(), "tree")).isEmpty();
        assertThat(Suggestion.among(List.of("tree"), "tree")).isEmpty();
    }

    @Test
    void aSwapOfNeighboursIsOneEdit() {
        assertThat(Suggestion.distance("depth", "detph")).isEqualTo(1);
        assertThat(Suggestion.distance("", "abc")).isEqualTo(3);
        assertThat(Suggestion.distance("same", "same")).isZero();
    }
}
