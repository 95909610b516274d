package treeline.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class IntsTest {
    private static Ints listOf(int... values) {
        var list = new Ints(100);
        for (int value : values) list.add(value);
        return list;
    }

    @Test
    void itGrowsAsValuesCome() {
        var list = new Ints(0);
        for (int i = 0; i < 1000; i++) list.add(i * i);
        assertThat(list.size()).isEqualTo(1000);
        assertThat(list.at(999)).isEqualTo(999 * 999);
        assertThat(list.toArray()).hasSize(1000).startsWith(0, 1, 4, 9);
    }

    @Test
    void itIsAStack() {
        var stack = new Ints();
        stack.add(7);
        stack.add(8);
        assertThat(stack.last()).isEqualTo(8);
        assertThat(stack.removeLast()).isEqualTo(8);
        assertThat(stack.removeLast()).isEqualTo(7);
        assertThat(stack.isEmpty()).isTrue();
        assertThatThrownBy(stack::removeLast).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void placesBehindTheEndAreFilled() {
        var byId = new Ints();
        byId.put(40, 3, -1);
        assertThat(byId.size()).isEqualTo(41);
        assertThat(byId.at(39)).isEqualTo(-1);
        byId.put(2, 5, -1);
        assertThat(byId.size()).isEqualTo(41);
        assertThat(byId.at(2)).isEqualTo(5);
        byId.padTo(10, 9);
        assertThat(byId.size()).isEqualTo(41);
    }

    /// What was there before is not there again.
    @Test
    void valuesBehindTheEndCannotBeRead() {
        Ints list = listOf(1, 2, 3);
        list.truncate(1);
        assertThatThrownBy(() -> list.at(1))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("1 of 1 values");
        assertThatThrownBy(() -> list.truncate(2)).isInstanceOf(IndexOutOfBoundsException.class);
        list.clear();
        list.padTo(2, 0);
        assertThat(list.toArray()).containsExactly(0, 0);
    }

    @Test
    void whatNoArrayHoldsIsRefused() {
        assertThat(Capacity.grown(0, 1)).isEqualTo(16);
        assertThat(Capacity.grown(100, 1)).isEqualTo(151);
        int largest = Integer.MAX_VALUE - 8;
        assertThat(Capacity.grown(200, 100)).isEqualTo(450);
        assertThat(Capacity.grown(2_000_000_000, 1)).isEqualTo(largest);
        assertThat(Capacity.grown(largest - 1, 1)).isEqualTo(largest);
        assertThat(Capacity.of(largest)).isEqualTo(largest);
        assertThatThrownBy(() -> Capacity.of(largest + 1L))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Capacity.grown(Integer.MAX_VALUE - 8, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("at most 2^31 values of a kind fit into memory; load a slice");
    }

    @Test
    void aBufferWithRoomStays() {
        byte[] buffer = {1, 2, 3, 4};
        assertThat(Capacity.withRoom(buffer, 3, 1)).isSameAs(buffer);
        assertThat(Capacity.withRoom(buffer, 4, 100)).hasSize(156).startsWith(buffer);
        assertThat(Capacity.withRoom(new double[] {1, 2}, 2, 1)).hasSize(16).startsWith(1, 2);
    }

    @Test
    void ascendingValuesAreFound() {
        Ints list = listOf(2, 3, 5);
        list.trim();
        assertThat(list.find(3)).isEqualTo(1);
        assertThat(list.find(4)).isEqualTo(-3);
        assertThat(list.find(0)).isEqualTo(-1);
        list.add(7);
        assertThat(list.toArray()).containsExactly(2, 3, 5, 7);
    }

    @Test
    void valuesAreSortedAndChosen() {
        Ints list = listOf(3, 1, 2);
        list.sort();
        assertThat(list.toArray()).containsExactly(1, 2, 3);
        assertThat(list.at(new int[] {2, 0, 2})).containsExactly(3, 1, 3);
    }
}
