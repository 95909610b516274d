package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.record.events.Cell;
import treeline.record.events.EachCell;
import treeline.record.parts.PathSet;

import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;

/// A call path of one thread: an entry of its event map, a child of the path of its caller. Only
/// that thread writes it; other threads may read cells and labels.
final class PathNode {
    /// Stands above all roots, and where there is no event.
    static final PathNode NOWHERE = new PathNode("", null, -1, null, true);

    /// A caller with more callees than this finds them by a map.
    private static final int FEW_CHILDREN = 16;

    final String name;
    final @Nullable PathNode parent;

    /// Its place in the event map of its thread: parents come before children.
    final int index;

    final @Nullable Loop loop;

    /// Of the whole path, the same on every rank (see [PathSet#pathHash]).
    final long hash;

    /// Whether every rank is expected to have the path.
    final boolean common;

    private @Nullable PathNode firstChild;
    private @Nullable PathNode lastAddedChild;
    private @Nullable PathNode nextSibling;

    /// The child that was entered last: loops enter it again, or the one after it.
    private @Nullable PathNode recentChild;

    private int children;
    private @Nullable Map<String, PathNode> byName;

    /// The cell of the newest repetition.
    private @Nullable Cell cell;

    private int cells;

    private volatile String @Nullable [] labels;

    /// How often the event has begun as a root.
    int timesAsRoot;

    PathNode(
            String name,
            @Nullable PathNode parent,
            int index,
            @Nullable Loop loop,
            boolean common) {
        this.name = name;
        this.parent = parent;
        this.index = index;
        this.loop = loop;
        this.common = common;
        this.hash = parent == null ? 0 : PathSet.pathHash(parent.hash, name);
    }

    /// The child of this name, or null. Names are mostly literals, so they are compared by identity
    /// first.
    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // equality is tried after identity
    @Nullable PathNode child(String wanted) {
        PathNode recent = recentChild;
        if (recent == null) return null;
        if (recent.name == wanted) return recent;
        PathNode next = recent.nextSibling == null ? firstChild : recent.nextSibling;
        if (next != null && next.name == wanted) {
            recentChild = next;
            return next;
        }
        return search(wanted);
    }

    private @Nullable PathNode search(String wanted) {
        PathNode found = byName == null ? firstEqual(wanted) : byName.get(wanted);
        if (found != null) recentChild = found;
        return found;
    }

    private @Nullable PathNode firstEqual(String wanted) {
        for (PathNode child = firstChild; child != null; child = child.nextSibling)
            if (child.name.equals(wanted)) return child;
        return null;
    }

    void adopt(PathNode child) {
        if (lastAddedChild == null) firstChild = child;
        else lastAddedChild.nextSibling = child;
        lastAddedChild = child;
        recentChild = child;
        children++;
        if (byName == null && children <= FEW_CHILDREN) return;
        if (byName == null) {
            byName = new HashMap<>();
            for (PathNode each = firstChild; each != null; each = each.nextSibling)
                byName.put(each.name, each);
        }
        byName.put(child.name, child);
    }

    void forgetChildren() {
        firstChild = null;
        lastAddedChild = null;
        recentChild = null;
        byName = null;
    }

    /// The cell of a repetition, which is made if the newest is of another one.
    Cell cellOf(int repetition) {
        Cell newest = cell;
        if (newest != null && newest.repetition == repetition) return newest;
        return newCell(repetition);
    }

    /// Cells descend by repetition. Repetitions ascend, except for tasks that run later than the
    /// repetition they belong to.
    private Cell newCell(int repetition) {
        Cell later = null;
        Cell at = cell;
        while (at != null && at.repetition > repetition) {
            later = at;
            at = at.earlier;
        }
        if (at != null && at.repetition == repetition) return at;
        Cell made = loop == Loop.EACH ? new EachCell(repetition, at) : new Cell(repetition, at);
        VarHandle.releaseFence();
        if (later == null) cell = made;
        else later.earlier = made;
        cells++;
        return made;
    }

    /// About how many there are; other threads may see a few less.
    int roughCells() {
        return cells;
    }

    @Nullable Cell newestCell() {
        Cell newest = cell;
        VarHandle.acquireFence();
        return newest;
    }

    /// Sets a consistent metric; false if it had another text.
    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // equality is tried after identity
    boolean label(int number, int count, String text) {
        String[] known = labels;
        if (known != null && known[number] == text) return true;
        if (known != null && text.equals(known[number])) return true;
        if (known != null && known[number] != null) return false;
        String[] more = known == null ? new String[count] : known.clone();
        more[number] = text;
        labels = more;
        return true;
    }

    /// The text of a consistent metric, empty if it has none.
    String label(int number) {
        String[] known = labels;
        return known == null || known[number] == null ? "" : known[number];
    }
}
