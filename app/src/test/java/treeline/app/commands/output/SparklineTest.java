package treeline.app.commands.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.question.screen.Sparkline;

import java.util.stream.IntStream;

class SparklineTest {
    private static String of(int columns, double... values) {
        return Sparkline.of(values, columns, Session.PLAIN);
    }

    @Test
    void marksGoFromTheLowestToTheHighest() {
        assertThat(of(8, 1, 2, 3, 4, 5, 6, 7, 8)).isEqualTo("▁▂▃▄▅▆▇█");
        assertThat(of(9, 10, 30, 10)).isEqualTo("▁█▁");
        assertThat(Sparkline.of(new double[] {1, 8}, 9, Session.PLAIN.inAscii())).isEqualTo(".@");
    }

    @Test
    void smallDifferencesAreLevel() {
        assertThat(of(9, 100, 102, 100)).isEqualTo("▄▄▄");
        assertThat(of(9, 100, 103, 100)).isEqualTo("▁█▁");
        assertThat(of(9, 0, 0)).isEqualTo("▄▄");
    }

    @Test
    void noPeakIsLostWhereThereAreFewColumns() {
        double[] values = IntStream.range(0, 1000).mapToDouble(i -> i == 777 ? 9 : 1).toArray();
        assertThat(of(10, values)).isEqualTo("▁▁▁▁▁▁▁█▁▁");
    }
}
