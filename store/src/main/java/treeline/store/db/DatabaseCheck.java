package treeline.store.db;

import org.jspecify.annotations.Nullable;

import treeline.bytes.ByteSource;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;
import treeline.source.files.StoredBytes;
import treeline.store.db.DatabaseLayout.Tag;
import treeline.store.db.SectionDirectory.Section;
import treeline.store.db.ValueSection.InBlocks;
import treeline.store.db.ValueSection.Together;
import treeline.text.NameList;
import treeline.text.PathText;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Checks every checksum of a database and says what damage takes: which metric of which ranks at
/// which nodes. Values are not decoded, and one block is in memory at a time.
public final class DatabaseCheck {
    private static final int MAX_NAMED = 3;

    private final StoredBytes file;
    private final SectionDirectory directory;
    private final List<Damage> damages = new ArrayList<>();
    private final Set<Section> checked = new HashSet<>();

    private DatabaseCheck(StoredBytes file) {
        this.file = file;
        this.directory = SectionDirectory.all(file);
    }

    /// All damage of a file, in file order; empty if it is intact.
    ///
    /// @throws MalformedProfileException only if a newer Treeline wrote the file
    public static List<Damage> of(Path path) throws IOException {
        return MappedFile.read(path, DatabaseCheck::of);
    }

    static List<Damage> of(StoredBytes file) {
        try {
            return new DatabaseCheck(file).damages();
        } catch (MalformedProfileException unreadable) {
            if (unreadable.isNewer()) throw unreadable;
            return List.of(
                    new Damage("header at byte 0", problem(file, unreadable), "the whole file"));
        }
    }

    private List<Damage> damages() {
        checkEnds();
        for (SectionDirectory.Unframed each : directory.damaged())
            damages.add(
                    new Damage(
                            place(each.tag(), each.offset()),
                            "the checksum of its frame does not match",
                            lost(each.tag())));
        DatabaseSource source = source();
        if (source != null) checkValues(source);
        for (Section section : directory.sections())
            if (!checked.contains(section)) checkHead(section, lost(section.tag()));
        return List.copyOf(damages);
    }

    /// Every byte belongs to the header, a section or the trailer.
    private void checkEnds() {
        if (directory.footerAt() < 0) {
            damages.add(
                    new Damage(
                            "end of the file at byte %d".formatted(file.size()),
                            "the file has no intact footer: it is truncated, damaged or still"
                                    + " being written",
                            ""));
            return;
        }
        if (!directory.damaged().isEmpty()) return;
        long at = DatabaseLayout.HEADER_BYTES;
        List<Section> inOrder =
                directory.sections().stream()
                        .sorted(Comparator.comparingLong(Section::offset))
                        .toList();
        for (Section section : inOrder) at = section.offset() == at ? section.end() : -1;
        if (at != directory.footerAt())
            damages.add(
                    new Damage("sections", "they do not cover the bytes before the footer", ""));
    }

    /// The file as readers open it, or null if they cannot.
    private @Nullable DatabaseSource source() {
        try {
            return new DatabaseSource(file);
        } catch (MalformedProfileException unreadable) {
            damages.add(
                    new Damage(
                            "outline",
                            problem(file, unreadable),
                            "the whole file, because values cannot be read without the outline"));
            return null;
        }
    }

    private void checkValues(DatabaseSource source) {
        int metrics = source.outline().metrics().size();
        for (int group = 0; group < source.groups().ends().length; group++)
            for (int metric = 0; metric < metrics; metric++) {
                Section section = source.column(group, metric);
                String values = valuesOf(source, group, metric);
                if (section == null)
                    damages.add(new Damage("values", "their section is missing", values));
                else if (checkHead(section, values)) checkBlocks(source, section, values);
            }
    }

    private boolean checkHead(Section section, String lost) {
        checked.add(section);
        try {
            SectionDirectory.head(file, section);
            return true;
        } catch (MalformedProfileException damaged) {
            damages.add(
                    new Damage(
                            place(section.tag(), section.offset()), problem(file, damaged), lost));
            return false;
        }
    }

    private void checkBlocks(DatabaseSource source, Section section, String values) {
        try {
            switch (ValueSection.read(source, section)) {
                case Together _ -> {}
                case InBlocks(_, BlockIndex index) -> checkBlocks(source, section, index, values);
            }
        } catch (MalformedProfileException damaged) {
            damages.add(
                    new Damage(
                            place(section.tag(), section.offset()),
                            problem(file, damaged),
                            values));
        }
    }

    private void checkBlocks(
            DatabaseSource source, Section section, BlockIndex index, String values) {
        Set<String> nodes = new LinkedHashSet<>();
        String first = "";
        int count = 0;
        for (int entry = 0; entry < index.size(); entry++) {
            List<String> problems = problems(section, index, entry);
            if (problems.isEmpty()) continue;
            if (count == 0) first = problems.getFirst();
            count += problems.size();
            nodes.add(path(source.outline().tree(), index.node(entry)));
        }
        if (count > 0)
            damages.add(
                    new Damage(
                            place(section.tag(), section.offset()),
                            count == 1 ? first : "%d blocks, the first %s".formatted(count, first),
                            "%s at %s".formatted(values, listed(nodes))));
    }

    /// What is wrong with the blocks of a node.
    private List<String> problems(Section section, BlockIndex index, int entry) {
        List<String> problems = new ArrayList<>();
        long at = section.bodyAt() + index.start(entry);
        checkBlock(at, index.valueBytes(entry), problems);
        at += index.valueBytes(entry);
        for (int chunk = 0; chunk < index.chunks(entry); chunk++) {
            checkBlock(at, index.chunkBytes(entry, chunk), problems);
            at += index.chunkBytes(entry, chunk);
        }
        return problems;
    }

    private void checkBlock(long at, int length, List<String> problems) {
        try {
            new ByteSource(file).load(at, length).checkAndDropCrc();
        } catch (MalformedProfileException damaged) {
            problems.add(problem(file, damaged));
        }
    }

    private static String valuesOf(DatabaseSource source, int group, int metric) {
        List<Context> contexts = source.groups().contexts();
        Context first = contexts.get(source.groups().start(group));
        Context last = contexts.get(source.groups().ends()[group] - 1);
        return "%s of %s"
                .formatted(source.outline().metrics().get(metric).name(), range(first, last));
    }

    private static String range(Context first, Context last) {
        if (first.equals(last)) return first.toString();
        return first.rank() != Context.NONE && first.rank() != last.rank()
                ? "ranks %d-%d".formatted(first.rank(), last.rank())
                : "%s to %s".formatted(first, last);
    }

    private static String path(CallTree tree, int node) {
        var path = new StringBuilder(PathText.escaped(tree.name(node)));
        for (int at = tree.parent(node); at != CallTree.NO_PARENT; at = tree.parent(at))
            path.insert(0, PathText.escaped(tree.name(at)) + "/");
        return path.toString();
    }

    private static String listed(Set<String> nodes) {
        return NameList.shortened(nodes, MAX_NAMED);
    }

    private static String place(Tag tag, long offset) {
        return "%s section at byte %d".formatted(tag.text, offset);
    }

    private static String lost(Tag tag) {
        return switch (tag) {
            case METADATA -> "the metadata of the run";
            case LABELS -> "the labels of nodes";
            case CONTEXT_LABELS -> "the labels of contexts";
            case FRAMES, TREE, CONTEXTS, METRICS -> "the whole file";
            case COLUMNS, FEW_CELLS -> "values";
            case SUMS, FOOTER -> "";
            case UNKNOWN -> "data that only a newer Treeline reads";
        };
    }

    /// The message without the file, which readers of a report know.
    private static String problem(StoredBytes file, MalformedProfileException damaged) {
        String message = String.valueOf(damaged.getMessage());
        return message.startsWith(file.name() + " ")
                ? message.substring(file.name().length() + 1)
                : message;
    }
}
