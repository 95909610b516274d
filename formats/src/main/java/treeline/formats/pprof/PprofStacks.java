package treeline.formats.pprof;

import org.jspecify.annotations.Nullable;

import treeline.array.Ints;
import treeline.array.Longs;
import treeline.formats.reading.ByteMemo;
import treeline.formats.reading.PairIndex;
import treeline.model.Frame;
import treeline.model.ProfileBuilder;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Builds call tree nodes from pprof stacks: one node per function under its caller, whatever the
/// line. The line of a leaf becomes a child node; the line of a call becomes a label of the callee.
final class PprofStacks {
    static final String CALL_LINE = "call line";
    static final String INLINED = "inlined";
    private static final String SEVERAL = "several";
    private static final long NODES_OF_ANY = 1_000_000;
    private static final long NODES_PER_BYTE = 16;
    private static final int BOTTOM = -1;
    private static final int NOT_ASKED = -2;
    private static final int DIFFERENT = -1;
    private static final Frame NO_STACK = new Frame(Frame.Kind.OTHER, "(no stack)", "", 0, "");

    private final PprofTables tables;
    private final Wire wire;
    private final ProfileBuilder builder;
    private final @Nullable Resolved[] resolved;

    private final ByteMemo memo = new ByteMemo();
    private final Longs locationIds = new Longs();

    /// Stacks of locations, each of its caller's stack and a location.
    private final PairIndex stacks = new PairIndex();

    /// A small file can name long chains of inlined functions very often.
    private final long mostNodes;

    private final Ints nodeOf = new Ints();
    private final Ints leafOf = new Ints();
    private final Ints callLineOf = new Ints(); // by node; 0 where none is known

    /// A function at a line.
    private record At(Frame function, int line) {}

    /// The node of a line below its function.
    static Frame lineFrame(Frame function, int line) {
        String file = function.file();
        String shortName = file.substring(file.lastIndexOf('/') + 1);
        String name = shortName.isEmpty() ? "line " + line : shortName + ":" + line;
        return new Frame(Frame.Kind.LINE, name, file, line, function.module());
    }

    /// The functions of a location, outermost first.
    private record Resolved(List<At> functions) {
        int line() {
            return functions.getLast().line;
        }
    }

    PprofStacks(PprofTables tables, Wire wire, ProfileBuilder builder) {
        this.tables = tables;
        this.wire = wire;
        this.builder = builder;
        this.mostNodes = NODES_OF_ANY + NODES_PER_BYTE * wire.size();
        this.resolved = new Resolved[tables.mappingOf.size()];
    }

    /// The node of a stack, whose leaf is first.
    int node(PackedNumbers packed) {
        if (packed.isEmpty()) return builder.child(ProfileBuilder.ROOT, NO_STACK);
        int known = memo.value(packed.array(), 0, packed.size());
        if (known != ByteMemo.NONE) return known;
        locationIds.clear();
        wire.decode(packed, locationIds);
        int node = node();
        memo.put(packed.array(), 0, packed.size(), node);
        return node;
    }

    private int node() {
        int stack = BOTTOM;
        int caller = 0;
        int location = 0;
        for (int i = locationIds.size() - 1; i >= 0; i--) {
            location = index(locationIds.at(i));
            int before = stacks.size();
            int next = stacks.below(stack, location);
            if (next == before && stack == BOTTOM) add(ProfileBuilder.ROOT, location, 0);
            else if (next == before) add(nodeOf.at(stack), location, resolved(caller).line());
            stack = next;
            caller = location;
        }
        return leaf(stack, location);
    }

    private int index(long locationId) {
        int index = tables.locationIds.of(locationId);
        if (index == IdIndex.NONE)
            throw wire.malformed(
                    "a sample of locations of the file",
                    "location " + Long.toUnsignedString(locationId));
        return index;
    }

    /// Adds the node of the next stack.
    private void add(int caller, int location, int callLine) {
        int node = caller;
        int line = callLine;
        boolean inlined = false;
        for (At each : resolved(location).functions) {
            node = builder.child(node, each.function);
            if (line > 0) labelCallLine(node, line);
            if (inlined) builder.label(INLINED, node, "yes");
            line = each.line;
            inlined = true;
        }
        nodeOf.add(node);
        leafOf.add(NOT_ASKED);
        if (builder.nodes() > mostNodes)
            throw wire.malformed(
                    String.format(Locale.ROOT, "at most %,d nodes", mostNodes), "more");
    }

    private void labelCallLine(int node, int line) {
        callLineOf.padTo(node + 1, 0);
        int known = callLineOf.at(node);
        callLineOf.set(node, known == 0 || known == line ? line : DIFFERENT);
    }

    /// Labels nodes with the lines that they were called from.
    void finish() {
        for (int node = 0; node < callLineOf.size(); node++) {
            int line = callLineOf.at(node);
            String text = line == DIFFERENT ? SEVERAL : Integer.toString(line);
            if (line != 0) builder.label(CALL_LINE, node, text);
        }
    }

    private int leaf(int stack, int location) {
        if (leafOf.at(stack) == NOT_ASKED) {
            At at = resolved(location).functions.getLast();
            int node = nodeOf.at(stack);
            leafOf.set(
                    stack,
                    at.line == 0 ? node : builder.child(node, lineFrame(at.function, at.line)));
        }
        return leafOf.at(stack);
    }

    private Resolved resolved(int location) {
        Resolved known = resolved[location];
        if (known != null) return known;
        String module = module(tables.mappingOf.at(location));
        List<At> functions = new ArrayList<>();
        for (int line = tables.linesEnd(location) - 1; line >= tables.linesStart(location); line--)
            functions.add(
                    new At(frame(line, location, module), line(tables.numberOfLine.at(line))));
        if (functions.isEmpty()) functions.add(new At(unnamed(location, module), 0));
        var made = new Resolved(functions);
        resolved[location] = made;
        return made;
    }

    private String module(long mapping) {
        if (mapping == 0) return "";
        int module = tables.moduleIds.of(mapping);
        if (module == IdIndex.NONE)
            throw wire.malformed(
                    "a location of a mapping of the file",
                    "mapping " + Long.toUnsignedString(mapping));
        return tables.text(tables.modules.get(module).file());
    }

    private Frame frame(int line, int location, String module) {
        long id = tables.functionOfLine.at(line);
        if (id == 0) return unnamed(location, module);
        int number = tables.functionIds.of(id);
        if (number == IdIndex.NONE)
            throw wire.malformed(
                    "a line of a function of the file", "function " + Long.toUnsignedString(id));
        PprofTables.Described function = tables.functions.get(number);
        String name = tables.text(function.name());
        if (name.isEmpty()) name = tables.text(function.systemName());
        if (name.isEmpty()) return unnamed(location, module);
        return new Frame(
                Frame.Kind.FUNCTION,
                name,
                tables.text(function.file()),
                line(function.startLine()),
                module);
    }

    /// An address without a symbol stands for the function that it is in, whose name is unknown: it
    /// is called, so it is not part of its caller.
    private Frame unnamed(int location, String module) {
        String name = "0x" + Long.toHexString(tables.addressOf.at(location));
        return new Frame(Frame.Kind.FUNCTION, name, "", 0, module);
    }

    private static int line(long line) {
        return line < 0 || line > Integer.MAX_VALUE ? 0 : (int) line;
    }
}
