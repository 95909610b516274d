package treeline.formats.hpctoolkit.write;

import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Tree;
import treeline.formats.hpctoolkit.tree.ContextTree;
import treeline.formats.hpctoolkit.tree.FrameTable;
import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Outline;

import java.util.BitSet;

/// The nodes of a profile as contexts of a database, with their kinds and ids. Root frames that are
/// threads become entry points; other roots get one, because a function needs a caller.
public final class ExportedTree {
    /// The id of what is above all entry points; it is in no file, but has values.
    static final int GLOBAL = 0;

    public static final String ADDED_ENTRY = "main thread";
    private static final int MAX_ENTRIES = 0xffff - 1;

    private final Outline outline;
    private final CallTree tree;
    private final BitSet entries = new BitSet();
    private final BitSet belowAdded = new BitSet();
    private final boolean hasRelations;

    public ExportedTree(Outline outline) {
        this.outline = outline;
        this.tree = outline.tree();
        this.hasRelations =
                outline.labels().stream()
                        .anyMatch(label -> label.name().equals(ContextTree.RELATION));
        for (int node = 0; node < tree.size(); node++) {
            int parent = tree.parent(node);
            boolean root = parent == CallTree.NO_PARENT;
            if (root && isThread(tree.frame(node)) && entries.cardinality() < MAX_ENTRIES)
                entries.set(node);
            else belowAdded.set(node, root || belowAdded.get(parent));
        }
    }

    private static boolean isThread(Frame frame) {
        return frame.kind() == Frame.Kind.THREAD
                && frame.file().isEmpty()
                && frame.line() == 0
                && frame.module().isEmpty();
    }

    CallTree tree() {
        return tree;
    }

    /// Whether there is an entry point that the profile does not have. Without any node there is
    /// one too, because viewers expect it.
    public boolean hasAddedEntry() {
        return !belowAdded.isEmpty() || tree.size() == 0;
    }

    boolean isBelowAdded(int node) {
        return belowAdded.get(node);
    }

    boolean isEntry(int node) {
        return entries.get(node);
    }

    int entries() {
        return entries.cardinality() + (hasAddedEntry() ? 1 : 0);
    }

    /// One more than the largest id.
    public int contexts() {
        return firstNode() + tree.size();
    }

    int addedEntry() {
        return GLOBAL + 1;
    }

    private int firstNode() {
        return hasAddedEntry() ? addedEntry() + 1 : GLOBAL + 1;
    }

    int context(int node) {
        return firstNode() + node;
    }

    /// How a node relates to its caller: as the file that it was read from said, otherwise
    /// functions are called, and all else stands in the code of its parent.
    int relation(int node) {
        if (!hasRelations)
            return lexicalType(tree.frame(node)) == Tree.FUNCTION ? Tree.RELATION_CALL : 0;
        return switch (outline.label(ContextTree.RELATION, node)) {
            case "call" -> Tree.RELATION_CALL;
            case "inlined call" -> Tree.RELATION_INLINED;
            default -> 0;
        };
    }

    /// Whether the values of a node are part of its parent's in the scope `function`.
    boolean isLexical(int node) {
        return !isEntry(node) && relation(node) == 0;
    }

    /// A loop, line or instruction has no name but its place, so those that are called otherwise
    /// become functions, which have one.
    public static int lexicalType(Frame frame) {
        return switch (frame.kind()) {
            case LOOP -> isNamedByPlace(frame) ? Tree.LOOP : Tree.FUNCTION;
            case LINE ->
                    frame.name().equals(FrameTable.source(frame.file(), frame.line()))
                            ? Tree.LINE
                            : Tree.FUNCTION;
            case INSTRUCTION ->
                    offset(frame.name(), frame.module()) >= 0 ? Tree.INSTRUCTION : Tree.FUNCTION;
            case FUNCTION, REGION, KERNEL, THREAD, OTHER -> Tree.FUNCTION;
        };
    }

    private static boolean isNamedByPlace(Frame loop) {
        return loop.name().equals(FrameTable.LOOP_AT + FrameTable.source(loop.file(), loop.line()))
                ? loop.line() > 0 || loop.module().isEmpty()
                : loop.line() == 0 && !loop.module().isEmpty() && offset(loop) >= 0;
    }

    /// The byte of the binary at which a loop without a line or an instruction is; 0 where the name
    /// does not say.
    static long offset(Frame frame) {
        return switch (frame.kind()) {
            case LOOP ->
                    frame.name().startsWith(FrameTable.LOOP_AT)
                            ? offset(
                                    frame.name().substring(FrameTable.LOOP_AT.length()),
                                    frame.module())
                            : -1;
            case INSTRUCTION -> offset(frame.name(), frame.module());
            case FUNCTION, REGION, KERNEL, LINE, THREAD, OTHER -> -1;
        };
    }

    private static long offset(String name, String module) {
        String before = FrameTable.point(module, 0);
        before = before.substring(0, before.length() - 1);
        if (!name.startsWith(before) || name.length() > before.length() + 15) return -1;
        try {
            long offset = Long.parseLong(name.substring(before.length()), 16);
            return FrameTable.point(module, offset).equals(name) ? offset : -1;
        } catch (NumberFormatException noOffset) {
            return -1;
        }
    }
}
