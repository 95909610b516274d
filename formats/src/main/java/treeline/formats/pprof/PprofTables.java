package treeline.formats.pprof;

import treeline.formats.pprof.PprofLayout.Function;
import treeline.formats.pprof.PprofLayout.Line;
import treeline.formats.pprof.PprofLayout.Location;
import treeline.formats.pprof.PprofLayout.Mapping;
import treeline.formats.pprof.PprofLayout.Profile;
import treeline.formats.pprof.PprofLayout.ValueType;
import treeline.source.ReadReport;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Everything of a file but its samples. They stand in any order, so samples are read after them.
final class PprofTables {
    /// The type and the unit of a value, as numbers of texts.
    record Type(long type, long unit) {}

    /// A binary or library, with numbers of texts.
    record Module(long file, long buildId) {}

    /// A function, with numbers of texts.
    record Described(long name, long systemName, long file, long startLine) {}

    private final Wire wire;
    private final ReadReport.Log log;
    final List<Type> types = new ArrayList<>();
    final IdIndex moduleIds = new IdIndex();
    final List<Module> modules = new ArrayList<>();
    final IdIndex functionIds = new IdIndex();
    final List<Described> functions = new ArrayList<>();

    /// Locations in columns. The lines of each, innermost first, end in the columns of lines where
    /// those of the next one begin.
    final IdIndex locationIds = new IdIndex();

    final LongList mappingOf = new LongList();
    final LongList addressOf = new LongList();
    final LongList linesEndOf = new LongList();
    final LongList functionOfLine = new LongList();
    final LongList numberOfLine = new LongList();

    final List<String> texts = new ArrayList<>();
    final LongList comments = new LongList();

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
        log.note("a field of %s is not known".formatted(where), "field " + wire.field());
        wire.skip();
    }

    private Type type() {
        long type = 0;
        long unit = 0;
        long outer = wire.enter();
        while (wire.next())
            switch (wire.field()) {
                case ValueType.TYPE -> type = wire.number();
                case ValueType.UNIT -> unit = wire.number();
                default -> unknown("a sample type");
            }
        wire.leave(outer);
        return new Type(type, unit);
    }

    private void addModule() {
        long id = 0;
        long file = 0;
        long buildId = 0;
        long outer = wire.enter();
        while (wire.next())
            switch (wire.field()) {
                case Mapping.ID -> id = wire.number();
                case Mapping.FILE -> file = wire.number();
                case Mapping.BUILD_ID -> buildId = wire.number();
                default -> {
                    if (wire.field() <= Mapping.LAST) wire.skip(); // addresses and flags
                    else unknown("a mapping");
                }
            }
        wire.leave(outer);
        requireNew(moduleIds, id, "mapping");
        modules.add(new Module(file, buildId));
    }

    private void addFunction() {
        long id = 0;
        long name = 0;
        long systemName = 0;
        long file = 0;
        long startLine = 0;
        long outer = wire.enter();
        while (wire.next())
            switch (wire.field()) {
                case Function.ID -> id = wire.number();
                case Function.NAME -> name = wire.number();
                case Function.SYSTEM_NAME -> systemName = wire.number();
                case Function.FILE -> file = wire.number();
                case Function.START_LINE -> startLine = wire.number();
                default -> unknown("a function");
            }
        wire.leave(outer);
        requireNew(functionIds, id, "function");
        functions.add(new Described(name, systemName, file, startLine));
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
                                "functions at one address are one (folded by the linker); the first"
                                        + " is named",
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
        long function = 0;
        long line = 0;
        long outer = wire.enter();
        while (wire.next())
            switch (wire.field()) {
                case Line.FUNCTION_ID -> function = wire.number();
                case Line.LINE -> line = wire.number();
                case Line.COLUMN -> {
                    if (wire.number() != 0)
                        log.note("columns of lines are not kept", "line " + line);
                }
                default -> unknown("a line");
            }
        wire.leave(outer);
        functionOfLine.add(function);
        numberOfLine.add(line);
    }

    private void requireNew(IdIndex ids, long id, String what) {
        if (id == 0) throw wire.malformed("a %s with an id".formatted(what), "none");
        if (!ids.add(id))
            throw wire.malformed(
                    "a %s of a new id".formatted(what),
                    "%s again".formatted(Long.toUnsignedString(id)));
    }
}
