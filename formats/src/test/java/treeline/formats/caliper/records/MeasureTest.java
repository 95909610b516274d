package treeline.formats.caliper.records;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasureTest {
    @ParameterizedTest
    @CsvSource({
        "sum#sum#time.duration, time, sec, time, EXCLUSIVE, SUM, s",
        "iscale#sum#time.duration.ns, time (inc), sec, time, INCLUSIVE, SUM, s",
        "inclusive#sum#time.duration.ns, time, '', time, INCLUSIVE, SUM, ns",
        "sum#sum#time.duration.ns, time (exc), '', time, EXCLUSIVE, SUM, ns",
        "sum#time.duration.ns, '', '', time, EXCLUSIVE, SUM, ns",
        "time.duration.ns, '', '', time, EXCLUSIVE, SUM, ns",
        "sum#time.duration, '', '', time, EXCLUSIVE, SUM, unknown",
        "inclusive#sum#time.duration, '', '', time, INCLUSIVE, SUM, unknown",
        "sum#time.inclusive.duration, '', usec, time, INCLUSIVE, SUM, us",
        "sum#avg#sum#time.duration, '', '', time, EXCLUSIVE, SUM, unknown",
        "min#time.duration.ns, '', '', min#time.duration.ns, POINT, MIN, ns",
        "max#time.duration.ns, '', '', max#time.duration.ns, POINT, MAX, ns",
        "avg#time.duration.ns, '', '', avg#time.duration.ns, POINT, MEAN, ns",
        "avg#inclusive#sum#time.duration, Avg time/rank, sec, Avg time/rank, INCLUSIVE, SUM, s",
        "min#inclusive#sum#time.duration, Min time/rank, sec, Min time/rank, INCLUSIVE, MIN, s",
        "avg#scale#sum#time.duration.ns, Avg time/rank (exc), sec, Avg time/rank, EXCLUSIVE, SUM,"
                + " s",
        "max#scale#sum#time.duration.ns, Max time/rank (exc), sec, Max time/rank, EXCLUSIVE, MAX,"
                + " s",
        "sum#sum#rc.count, Calls (total), count, Calls (total), EXCLUSIVE, SUM, ''",
        "min#min#aggregate.slot, Node order, '', Node order, POINT, MIN, ''",
        "aggregate.slot, '', '', aggregate.slot, POINT, MIN, ''",
        "any#any#max#BlockSize, BlockSize, '', BlockSize, POINT, FIRST, ''",
        "any#topdown.retiring, Retiring, '', Retiring, POINT, FIRST, ''",
        "inclusive#scale#sum#cupti.host.duration, '', '', scale#sum#cupti.host.duration, INCLUSIVE,"
                + " SUM, s",
        "sum#scale#cupti.activity.duration, '', '', sum#scale#cupti.activity.duration, EXCLUSIVE,"
                + " SUM, s",
        "cupti.activity.duration, '', '', cupti.activity.duration, EXCLUSIVE, SUM, ns",
        "sum#cupti.memcpy.bytes, '', '', sum#cupti.memcpy.bytes, EXCLUSIVE, SUM, B",
        "alloc.region.highwatermark, '', '', alloc.region.highwatermark, POINT, MAX, B",
        "timeseries.duration, '', '', timeseries.duration, POINT, FIRST, s",
        "timeseries.starttime, '', '', timeseries.starttime, POINT, FIRST, s",
        "loop.iterations, '', '', loop.iterations, POINT, FIRST, ''",
        "time.offset.ns, '', '', time.offset.ns, POINT, FIRST, ns",
        "count, '', '', count, EXCLUSIVE, SUM, ''",
        "papi.PAPI_TOT_CYC, '', '', papi.PAPI_TOT_CYC, EXCLUSIVE, SUM, ''",
        "time, time, sec, time, EXCLUSIVE, SUM, s",
        "time (inc), '', '', time, INCLUSIVE, SUM, unknown",
        "ns, ns, '', ns, EXCLUSIVE, SUM, ns",
        "step, '', '', step, POINT, FIRST, ''",
        "#, '', '', #, POINT, FIRST, ''",
    })
    void theNameTellsWhatWasMeasured(
            String attribute,
            String alias,
            String unit,
            String name,
            String scope,
            String combining,
            String symbol) {
        Measure measure = Measure.of(CaliperAttribute.ofColumn(attribute, true, alias, unit));
        String symbolOfUnit = measure.unit() == null ? "unknown" : measure.unit().symbol();
        assertThat(
                        "%s %s %s %s"
                                .formatted(
                                        measure.name(),
                                        measure.scope(),
                                        measure.combining(),
                                        symbolOfUnit))
                .isEqualTo("%s %s %s %s".formatted(name, scope, combining, symbol));
    }
}
