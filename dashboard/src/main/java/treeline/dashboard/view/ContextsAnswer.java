package treeline.dashboard.view;

import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRun;
import treeline.model.Context;
import treeline.model.ContextNames;
import treeline.numbers.Locations;
import treeline.table.JsonWriter;
import treeline.view.ContextArrays;

import java.util.List;
import java.util.stream.IntStream;

/// The contexts of a run, and which location each belongs to. Locations have numbers, and names
/// unless they follow from the numbers. Contexts have names if the profile has names for threads.
public final class ContextsAnswer {
    private ContextsAnswer() {}

    public static Response of(OpenRun run) {
        ContextArrays contexts = run.contexts();
        int all = run.outline().contexts().size();
        Locations places = Locations.defaultFor(run.outline());
        Locations threads = Locations.of(run.outline(), Locations.By.THREAD);
        var frame =
                new ColumnFrame()
                        .whole("rank", contexts.rank())
                        .whole("thread", contexts.thread())
                        .whole("stream", contexts.stream())
                        .whole("repetition", contexts.repetition());
        if (!contexts.hosts().isEmpty()) frame.whole("host", contexts.host());
        int[] number = IntStream.range(0, places.size()).map(at -> number(places, at)).toArray();
        return frame.whole("place", IntStream.range(0, all).map(places::of).toArray())
                .whole("threadPlace", IntStream.range(0, all).map(threads::of).toArray())
                .whole("number", number)
                .with(
                        json -> {
                            json.name("hosts").values(contexts.hosts());
                            json.name("unit").value(places.noun());
                            writeNames(json, places, number);
                            writeNames(json, ContextNames.of(run.outline()));
                        });
    }

    private static void writeNames(JsonWriter json, Locations places, int[] number) {
        List<String> names = IntStream.range(0, places.size()).mapToObj(places::name).toList();
        boolean follow =
                IntStream.range(0, names.size())
                        .allMatch(at -> names.get(at).equals(places.noun() + " " + number[at]));
        if (!follow) json.name("names").values(names);
    }

    private static void writeNames(JsonWriter json, ContextNames names) {
        if (!names.hasStoredNames()) return;
        json.name("contextNames").values(names.names()).name("threadNames").array();
        for (int at = 0; at < names.size(); at++) json.value(names.threadName(at));
        json.end();
    }

    private static int number(Locations places, int at) {
        Context place = places.place(at);
        return switch (places.by()) {
            case RANK -> place.rank();
            case THREAD -> place.thread() == Context.NONE ? place.stream() : place.thread();
            case HOST -> Context.NONE;
        };
    }
}
