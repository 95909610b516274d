package treeline.trace.communication;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.trace.DrawnOperations;
import treeline.trace.TableText;

import java.util.function.IntPredicate;

/// Rank 0 sends 100 bytes at 10 and 28 bytes at 20 to rank 1, and 128 bytes at 40 to rank 2. Rank 2
/// sends 0 bytes at 0 to rank 0.
class MessageTableTest {
    private static final DrawnOperations DRAWN =
            new DrawnOperations(
                    "0 MPI_Recv < 2 5 10 MPI_Send bytes 100 > 1 11 20 MPI_Send bytes 28 > 1 21"
                            + " 40 MPI_Send bytes 128 > 2 41 41 work 80",
                    "0 MPI_Recv < 0 12 12 MPI_Recv < 0 25",
                    "0 MPI_Send bytes 0 > 0 1 1 MPI_Recv < 0 44");

    private static MessageTable table(IntPredicate chosen) {
        OperationSet operations = OperationSet.of(DRAWN, 3);
        return new MessageTable(operations, Messages.of(operations), DRAWN.outline(), chosen);
    }

    private static MessageTable all() {
        return table(_ -> true);
    }

    @Test
    void pairsWithMostBytesComeFirst() {
        assertThat(TableText.of(all().pairs()))
                .isEqualTo(
                        """
                        sender,receiver,messages,bytes,transfer
                        rank 0,rank 1,2,128,7.0E-9
                        rank 0,rank 2,1,128,4.0E-9
                        rank 2,rank 0,1,0,5.0E-9
                        """);
        assertThat(all().count()).isEqualTo(4);
        assertThat(all().bytes()).isEqualTo(256);
    }

    @Test
    void sizesAreRangesBetweenPowersOfTwo() {
        assertThat(TableText.of(all().sizes()))
                .isEqualTo(
                        """
                        from,below,messages,bytes
                        0,1,1,0
                        16,32,1,28
                        64,128,1,100
                        128,256,1,128
                        """);
    }

    @Test
    void contextsSendAndReceive() {
        assertThat(TableText.of(all().contexts()))
                .isEqualTo(
                        """
                        context,sent,bytes_sent,received,bytes_received
                        rank 0,3,256,1,0
                        rank 1,0,0,2,128
                        rank 2,1,0,1,128
                        """);
    }

    @Test
    void oneEndOfAMessageIsEnough() {
        assertThat(TableText.of(table(context -> context == 2).pairs(), "sender", "receiver"))
                .isEqualTo("sender,receiver\nrank 0,rank 2\nrank 2,rank 0\n");
    }

    /// Bins of 20: 0 and 10, 20, 40, nothing.
    @Test
    void messagesAreCountedWhenTheyAreSent() {
        assertThat(TableText.of(all().overTime(80, 4)))
                .isEqualTo(
                        """
                        begin,end,messages,bytes
                        0.0,2.0E-8,2,100
                        2.0E-8,4.0E-8,1,28
                        4.0E-8,6.0E-8,1,128
                        6.0E-8,8.0E-8,0,0
                        """);
        assertThat(TableText.of(all().overTime(40, 2), "messages"))
                .as("the last message is sent at the end")
                .isEqualTo("messages\n2\n2\n");
    }
}
