package treeline.app.commands.single;

import treeline.breakdown.DeviceUse;
import treeline.breakdown.ReportMetrics;
import treeline.model.Unit;
import treeline.numbers.Numbers;
import treeline.question.input.RunOptions;
import treeline.table.Table;
import treeline.view.Quantity;

import java.util.List;
import java.util.stream.IntStream;

/// The section of a report about devices: what bounds the run, and how busy each device is.
final class GpuSection {
    private static final int ROWS = 5;

    private GpuSection() {}

    /// @param run with all metrics
    /// @param devices at least one
    static ReportSection of(RunOptions.Run run, List<DeviceUse> devices, Quantity quantity) {
        RunVerdict found =
                RunVerdict.of(
                        run,
                        ReportMetrics.of(run.profile().outline()),
                        metric -> Numbers.of(run.profile(), metric),
                        devices);
        Table data = DeviceUse.table(devices);
        List<Integer> shown = IntStream.range(0, Math.min(ROWS, data.rows())).boxed().toList();
        return new ReportSection(
                "GPU",
                found.verdict().sentence().text(quantity),
                data,
                List.of("busy", "time", "device"),
                shown.stream().map(row -> cells(data, row, quantity)).toList(),
                shown.stream().map(row -> data.real("busyShare").at(row)).toList(),
                "hpcreport");
    }

    private static List<String> cells(Table data, int row, Quantity quantity) {
        return List.of(
                Quantity.percent(data.real("busyShare").at(row)),
                quantity.text(data.real("busy").at(row), Unit.SECONDS),
                data.column("device").text(row));
    }
}
