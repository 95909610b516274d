package treeline.plot;

import treeline.model.Unit;
import treeline.table.JsonWriter;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// JSON form of a figure, component by component, so that a page draws what the picture shows.
/// Missing values are null.
public final class FigureJson {
    private FigureJson() {}

    /// Writes a figure.
    ///
    /// @param kind by which a reader knows the record, such as `heatmap`
    public static void write(String kind, Figure figure, JsonWriter json) {
        json.object().name("schema").value("treeline/plot-%s/1".formatted(kind));
        components(figure, json);
        json.end();
    }

    private static void components(Record record, JsonWriter json) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            json.name(component.getName());
            value(read(record, component), json);
        }
    }

    private static void components(Figure figure, JsonWriter json) {
        components((Record) figure, json);
    }

    private static Object read(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private static void value(Object value, JsonWriter json) {
        switch (value) {
            case String text -> json.value(text);
            case Boolean flag -> json.value(flag.booleanValue());
            case Integer number -> json.value(number.longValue());
            case Double number -> json.value(number.doubleValue());
            case Enum<?> constant -> json.value(constant.name().toLowerCase(Locale.ROOT));
            case Unit unit -> json.value(unit.symbol());
            case Optional<?> maybe ->
                    maybe.ifPresentOrElse(each -> value(each, json), json::nullValue);
            case List<?> list -> {
                json.array();
                list.forEach(each -> value(each, json));
                json.end();
            }
            case Record record -> {
                json.object();
                components(record, json);
                json.end();
            }
            default -> throw new IllegalStateException("no JSON of " + value.getClass());
        }
    }
}
