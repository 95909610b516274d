package treeline.app.commands;

import java.util.Map;
import java.util.stream.Collectors;

/// Everyday words for commands, which `treeline help WORDS` finds in addition to the words of their
/// help.
public final class CommandKeywords {
    private static final String WORDS =
            """
            info | contents inside file metadata header what recorded size
            tree | call tree hot time function inclusive where goes slow between window
            query | search pattern path find match cypher callpath
            report | summary overview start first why cause wrong problem slow rank lock contention blocked waiting allocation allocates memory garbage gc jvm java jfr service endpoint thread idle busy html pytorch trace
            hpcreport | mpi openmp gpu idle utilisation bound bottleneck kind operation time io compute communication computation problem lock waiting pytorch trace roofline verdict
            prune | smaller shrink reduce simplify filter tree
            hot-path | hotspot critical heaviest slow where time goes
            imbalance | why slow rank straggler unbalanced load balance uneven waiting wait process
            ranks | slow rank outlier cluster similar groups process stand out
            communication | mpi message bimodal collective send wait problem network
            iterations | slow iteration loop step drift timestep over time slower
            longest-iterations | slow iteration loop step spike longest worst
            node | rank thread host one function distribution per process
            flat | slow slowest function hotspot expensive top profile module library line self exclusive allocation lock
            callers | who calls caller backtrace parent bottom up called
            callgraph | who calls callee graph dot edges call
            correlate | correlation outlier metric relation counter
            diff | difference two profiles runs compare before after change kernels gpu changed slower faster
            trace | timeline time line over thread threads idle gpu stream pytorch events window between many concurrency samples
            utilisation | utilisation busy idle percent share activity compute rank thread stream load trace
            waits | wait waiting late sender receiver barrier collective allreduce who for whom blocked mpi delay cause idle trace
            critical-path | critical path longest chain bound gain faster speed up what if dependency trace
            messages | message matrix point sends receives send receive bytes size histogram traffic pairs communication trace
            instances | instance call calls duration durations longest slowest distribution histogram outlier percentile trace
            pattern | repeat repeating pattern iteration iterations loop phase phases unannotated without annotation outlier slow trace
            gpu | gpu cuda hip kernel kernels stream idle launch delay overlap nccl copy copies bandwidth queue bound trace
            trace-diff | trace traces compare two difference phase before after function changed
            timeline | time line over gantt picture view thread rank gpu stream when activity phases trace
            table metrics | metrics list counters names
            table contexts | ranks threads list host stream
            table tree | nodes list paths raw
            table slice | values raw data numbers dump
            ensemble info | experiments campaign differ metadata settings
            ensemble metadata | experiments settings environment
            ensemble values | raw numbers experiments data
            ensemble stats | mean median standard deviation statistics which compiler faster significance
            ensemble tree | mean statistics call tree
            ensemble topdown | retiring frontend backend speculation cpu pipeline top down
            ensemble pivot | spreadsheet crosstab
            ensemble speedup | scaling scale scalability strong weak efficiency parallel ranks more processes nodes
            ensemble model | predict prediction forecast extrapolate scaling larger many ranks long extra-p run time 1000 10000
            ensemble cluster | similar runs groups kmeans
            ensemble variability | noise jitter vary unstable repeat reproducible slow run
            ensemble save | merge combine one file
            compare | regression before after five ci gate significant slower build commit pull request change fail baseline candidate
            archive add | store nightly history build
            archive list | nightly history build stored
            archive query | sql nightly history
            archive trend | regression since become became which commit when slower history nightly changed change point
            serve | browser dashboard gui web interactive flame graph look
            shell | java jshell script interactive repl
            convert | export csv parquet arrow pprof flamegraph flame graph speedscope perfetto chrome format import salvage repair rescue recover damaged corrupt
            verify | damaged damage file corrupt corrupted broken checksum intact integrity truncated bit rot check valid power failure disk full lost
            formats | supported tools read write extension import export
            native | c c++ fortran python instrument annotate record
            jupyter | notebook java kernel
            demo | tutorial sample example data learn start try
            mcp | assistant ai llm chat agent
            completion | tab bash zsh fish
            help | manual documentation
            """;

    private CommandKeywords() {}

    /// Words separated by blanks, by command name.
    public static Map<String, String> all() {
        return WORDS.lines()
                .map(line -> line.split(" \\| "))
                .collect(Collectors.toUnmodifiableMap(each -> each[0], each -> each[1]));
    }
}
