package treeline.formats.hpctoolkit.tree;

import treeline.formats.hpctoolkit.files.DatabaseFile;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Tree;
import treeline.model.Frame;
import treeline.model.Frame.Kind;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The distinct frames of a database. A context is looked up by its pointers first, so that names
/// are built once per frame and not per context.
public final class FrameTable {
    public static final String LOOP_AT = "loop at ";
    static final String UNKNOWN_FUNCTION = "<unknown function>";

    private final DatabaseFile meta;
    private final SymbolTables symbols;
    private final List<Frame> frames = new ArrayList<>();
    private final Map<Frame, Integer> known = new HashMap<>();
    private final int[] frameOfFunction;
    private final ScopeMap scopes = new ScopeMap();

    FrameTable(DatabaseFile meta, SymbolTables symbols) {
        this.meta = meta;
        this.symbols = symbols;
        frameOfFunction = new int[symbols.functions()];
        Arrays.fill(frameOfFunction, ScopeMap.ABSENT);
    }

    List<Frame> frames() {
        return frames;
    }

    int entry(String name) {
        return add(new Frame(Kind.THREAD, name.isEmpty() ? "unknown entry" : name, "", 0, ""));
    }

    /// The frame of a context whose record, with all its flexible words, is inside the file.
    int context(long at, int lexicalType, int flags, int flexWords) {
        long flex = at + Tree.FLEX_AT;
        long end = flex + 8L * flexWords;
        int function = SymbolTables.NONE;
        int file = SymbolTables.NONE;
        int line = 0;
        int module = SymbolTables.NONE;
        long offset = 0;
        if ((flags & Tree.HAS_FUNCTION) != 0) {
            requireWords(at, flex, end, 1);
            function = symbols.function(flex);
            flex += 8;
        }
        if ((flags & Tree.HAS_SOURCE) != 0) {
            requireWords(at, flex, end, 2);
            file = symbols.file(flex);
            line = meta.number(flex + 8, "a line");
            flex += 16;
        }
        if ((flags & Tree.HAS_POINT) != 0) {
            requireWords(at, flex, end, 2);
            module = symbols.module(flex);
            offset = meta.u64(flex + 8);
        }
        return lexicalType == Tree.FUNCTION
                ? function(function)
                : scope(lexicalType, file, line, module, offset);
    }

    private void requireWords(long at, long flex, long end, int words) {
        if (end - flex < 8L * words)
            throw meta.malformed(
                    at + Tree.FLEX_WORDS_AT,
                    "%d words for the flags of the context".formatted(words),
                    "fewer");
    }

    private int function(int function) {
        if (function == SymbolTables.NONE) return add(Frame.function(UNKNOWN_FUNCTION));
        if (frameOfFunction[function] == ScopeMap.ABSENT)
            frameOfFunction[function] = add(functionFrame(function));
        return frameOfFunction[function];
    }

    private Frame functionFrame(int function) {
        String name = symbols.functionName(function);
        return new Frame(
                isKernel(name) ? Kind.KERNEL : Kind.FUNCTION,
                name.isEmpty() ? UNKNOWN_FUNCTION : name,
                symbols.functionFile(function),
                symbols.functionLine(function),
                symbols.functionModule(function));
    }

    /// The placeholders below which the code of a device stands.
    public static boolean isKernel(String name) {
        return name.equals("<gpu kernel>") || name.equals("<omp tgt kernel>");
    }

    private int scope(int lexicalType, int file, int line, int module, long offset) {
        if (lexicalType > Tree.INSTRUCTION) return add(unknownScope(lexicalType));
        long key = ScopeMap.scope(lexicalType, file, line);
        int frame = scopes.get(key, module, offset);
        if (frame != ScopeMap.ABSENT) return frame;
        frame = add(scopeFrame(lexicalType, file, line, module, offset));
        scopes.put(key, module, offset, frame);
        return frame;
    }

    private static Frame unknownScope(int lexicalType) {
        return new Frame(Kind.OTHER, "<scope of type %d>".formatted(lexicalType), "", 0, "");
    }

    private Frame scopeFrame(int lexicalType, int file, int line, int module, long offset) {
        String path = symbols.filePath(file);
        String binary = symbols.modulePath(module);
        return switch (lexicalType) {
            case Tree.LOOP -> loop(path, line, binary, offset);
            case Tree.LINE -> new Frame(Kind.LINE, source(path, line), path, line, binary);
            default -> new Frame(Kind.INSTRUCTION, point(binary, offset), path, line, binary);
        };
    }

    /// Many loops of a binary without line numbers are "on line 0": their place tells them apart.
    private static Frame loop(String path, int line, String binary, long offset) {
        String place = line > 0 || binary.isEmpty() ? source(path, line) : point(binary, offset);
        return new Frame(Kind.LOOP, LOOP_AT + place, path, line, binary);
    }

    public static String source(String path, int line) {
        return SymbolTables.baseName(path) + ":" + line;
    }

    public static String point(String binary, long offset) {
        return SymbolTables.baseName(binary) + "@0x" + Long.toHexString(offset);
    }

    private int add(Frame frame) {
        Integer index = known.putIfAbsent(frame, frames.size());
        if (index != null) return index;
        frames.add(frame);
        return frames.size() - 1;
    }
}
