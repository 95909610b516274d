package treeline.formats.pprof;

import treeline.array.Longs;
import treeline.formats.pprof.PprofLayout.Function;
import treeline.formats.pprof.PprofLayout.Line;
import treeline.formats.pprof.PprofLayout.Location;
import treeline.formats.pprof.PprofLayout.Mapping;
import treeline.formats.pprof.PprofLayout.Profile;
import treeline.formats.pprof.PprofLayout.ValueType;
import treeline.source.ReadReport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Everything in a file but its samples. Tables may follow the samples, so samples are read in a
/// second pass.
final class PprofTables {
    /// The type and unit of a value, as string indexes.
    record Type(long type, long unit) {}

    /// A binary or library, with string indexes.
    record Module(long file, long buildId) {}

    /// A function, with string indexes.
    record Described(long name, long systemName, long file, long startLine) {}

    private final Wire wire;
    private final ReadReport.Log log;
    private final long[] numbers = new long[Mapping.LAST + 1];
    final List<Type> types = new ArrayList<>();
    final IdIndex moduleIds = new IdIndex();
    final List<Module> modules = new ArrayList<>();
    final IdIndex functionIds = new IdIndex();
    final List<Described> functions = new ArrayList<>();

    /// Locations in columns. The lines of each, innermost first, end in the columns of lines where
    /// those of the next one begin.
    final IdIndex locationIds = new IdIndex();

    final Longs mappingOf = new Longs();
    final Longs addressOf = new Longs();
    final Longs linesEndOf = new Longs();
    final Longs functionOfLine = new Longs();
    final Longs numberOfLine = new Longs();

    final List<String> texts = new ArrayList<>();
    final Longs comments = new Longs();

    /// The single numbers of the file by their field.
    final Map<Integer, Long> facts = new HashMap<>();

    Type periodType = new Type(0, 0);
    long samples;

    PprofTables(Wire wire, ReadReport.Log log) {
        this.wire = wire;
        this.log = log;
    }

    void read() {
        while (wire.next())
            switch (wire.field()) {
                case Profile.SAMPLE_TYPE -> types.add(type());
                case Profile.SAMPLE -> {
                    samples++;
                    wire.skip();
                }
                case Profile.MAPPING -> addModule();
                case Profile.LOCATION -> addLocation();
                case Profile.FUNCTION -> addFunction();
                case Profile.STRING -> texts.add(wire.text());
                case Profile.PERIOD_TYPE -> periodType = type();
                case Profile.COMMENT -> wire.numbersInto(comments);
                case Profile.DROP_FRAMES,
                        Profile.KEEP_FRAMES,
                        Profile.TIME_NANOS,
                        Profile.DURATION_NANOS,
                        Profile.PERIOD,
                        Profile.DEFAULT_SAMPLE_TYPE,
                        Profile.DOC_URL ->
                        facts.put(wire.field(), wire.number());
                default -> unknown("the profile");
            }
        if (types.isEmpty()) throw wire.malformed("at least one sample type", "none");
        if (texts.isEmpty() || !texts.getFirst().isEmpty())
            throw wire.malformed("a table of texts whose first is empty", "another one");
    }

    /// A text of the file by its number.
    String text(long number) {
        if (number < 0 || number >= texts.size())
            throw wire.malformed(
                    "the number of one of %d texts".formatted(texts.size()), Long.toString(number));
        return texts.get((int) number);
    }

    void unknown(String where) {
        log.note("unknown field of %s".formatted(where), "field " + wire.field());
        wire.skip();
    }

    private Type type() {
        long[] numbers = numbers(ValueType.UNIT, "a sample type");
        return new Type(numbers[ValueType.TYPE], numbers[ValueType.UNIT]);
    }

    /// The numbers of a message by their fields, 0 for those that are missing; valid until the next
    /// call.
    ///
    /// @param last field that is known
    private long[] numbers(int last, String what) {
        Arrays.fill(numbers, 0);
        long outer = wire.enter();
        while (wire.next())
            if (wire.field() <= last) numbers[wire.field()] = wire.number();
            else unknown(what);
        wire.leave(outer);
        return numbers;
    }

    private void addModule() {
        long[] numbers = numbers(Mapping.LAST, "a mapping"); // addresses and flags among them
        requireNew(moduleIds, numbers[Mapping.ID], "mapping");
        modules.add(new Module(numbers[Mapping.FILE], numbers[Mapping.BUILD_ID]));
    }

    private void addFunction() {
        long[] numbers = numbers(Function.START_LINE, "a function");
        requireNew(functionIds, numbers[Function.ID], "function");
        functions.add(
                new Described(
                        numbers[Function.NAME],
                        numbers[Function.SYSTEM_NAME],
                        numbers[Function.FILE],
                        numbers[Function.START_LINE]));
    }

    private void addLocation() {
        long id = 0;
        long mapping = 0;
        long address = 0;
        long outer = wire.enter();
        while (wire.next())
            switch (wire.field()) {
                case Location.ID -> id = wire.number();
                case Location.MAPPING_ID -> mapping = wire.number();
                case Location.ADDRESS -> address = wire.number();
                case Location.LINE -> addLine();
                case Location.IS_FOLDED -> {
                    if (wire.number() != 0)
                        log.note(
                                "functions at one address were merged by the linker; the first name"
                                        + " is used",
                                "location " + id);
                }
                default -> unknown("a location");
            }
        wire.leave(outer);
        requireNew(locationIds, id, "location");
        mappingOf.add(mapping);
        addressOf.add(address);
        linesEndOf.add(functionOfLine.size());
    }

    /// Where the lines of a location begin.
    int linesStart(int location) {
        return location == 0 ? 0 : linesEnd(location - 1);
    }

    int linesEnd(int location) {
        return (int) linesEndOf.at(location);
    }

    private void addLine() {
        long[] numbers = numbers(Line.COLUMN, "a line");
        if (numbers[Line.COLUMN] != 0)
            log.note("column numbers are ignored", "line " + numbers[Line.LINE]);
        functionOfLine.add(numbers[Line.FUNCTION_ID]);
        numberOfLine.add(numbers[Line.LINE]);
    }

    private void requireNew(IdIndex ids, long id, String what) {
        if (id == 0) throw wire.malformed("a %s with an id".formatted(what), "none");
        if (!ids.add(id))
            throw wire.malformed(
                    "a %s of a new id".formatted(what),
                    "%s again".formatted(Long.toUnsignedString(id)));
    }
}
