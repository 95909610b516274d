package treeline.formats.hpctoolkit.tree;

import treeline.formats.hpctoolkit.files.DatabaseFile;
import treeline.formats.hpctoolkit.files.DatabaseFile.Table;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.TableHeader;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Tables;

/// The functions, source files and load modules of `meta.db`. Pointers are mapped to indexes, and
/// each string is read once.
final class SymbolTables {
    /// The index of a null pointer.
    static final int NONE = -1;

    private final DatabaseFile meta;
    private final Table modules;
    private final Table files;
    private final Table functions;
    private final String[] modulePaths;
    private final String[] filePaths;

    SymbolTables(DatabaseFile meta) {
        this.meta = meta;
        modules = table(HpctoolkitLayout.MODULES, Tables.PATH_BYTES, "load modules");
        files = table(HpctoolkitLayout.FILES, Tables.PATH_BYTES, "source files");
        functions = table(HpctoolkitLayout.FUNCTIONS, Tables.FUNCTION_BYTES, "functions");
        modulePaths = paths(modules);
        filePaths = paths(files);
    }

    private Table table(int section, int elementBytes, String things) {
        long header = meta.section(section, TableHeader.ELEMENT_BYTES_AT + Short.BYTES);
        return meta.table(header, elementBytes, things);
    }

    private String[] paths(Table table) {
        String[] paths = new String[table.count()];
        for (int i = 0; i < paths.length; i++) paths[i] = meta.text(table.at(i) + Tables.PATH_AT);
        return paths;
    }

    /// The element that the pointer at `at` leads to.
    private int index(Table table, long at) {
        long pointer = meta.u64(at);
        if (pointer == 0) return NONE;
        long distance = pointer - table.start();
        if (distance < 0
                || distance % table.elementBytes() != 0
                || distance / table.elementBytes() >= table.count())
            throw meta.malformed(
                    at,
                    "one of %d %s".formatted(table.count(), table.things()),
                    "a pointer to byte " + Long.toUnsignedString(pointer));
        return (int) (distance / table.elementBytes());
    }

    int function(long at) {
        return index(functions, at);
    }

    int file(long at) {
        return index(files, at);
    }

    int module(long at) {
        return index(modules, at);
    }

    int functions() {
        return functions.count();
    }

    String filePath(int file) {
        return file == NONE ? "" : filePaths[file];
    }

    String modulePath(int module) {
        return module == NONE ? "" : modulePaths[module];
    }

    String functionName(int function) {
        return meta.text(functions.at(function) + Tables.FUNCTION_NAME_AT);
    }

    String functionModule(int function) {
        return modulePath(module(functions.at(function) + Tables.FUNCTION_MODULE_AT));
    }

    String functionFile(int function) {
        return filePath(file(functions.at(function) + Tables.FUNCTION_FILE_AT));
    }

    int functionLine(int function) {
        return meta.number(functions.at(function) + Tables.FUNCTION_LINE_AT, "a line");
    }

    /// The last part of a path, which is what people know a file by.
    static String baseName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
