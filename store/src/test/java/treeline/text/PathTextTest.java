package treeline.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.Collectors;

class PathTextTest {
    @Test
    void everyPathHasATextOfItsOwn() {
        for (List<String> path :
                List.of(
                        List.of("main", "solve"),
                        List.of("main/solve"),
                        List.of("main", "operator/", "a\\b"),
                        List.of("main", "operator", "", "a\\", "b"),
                        List.of("\\", "/"),
                        List.of(""))) {
            String text = path.stream().map(PathText::escaped).collect(Collectors.joining("/"));
            assertThat(PathText.names(text)).as(text).isEqualTo(path);
        }
        assertThat(PathText.escaped("operator/")).isEqualTo("operator\\/");
    }

    @Test
    void aBackslashAtTheEndIsOne() {
        assertThat(PathText.names("a\\")).containsExactly("a\\");
    }
}
