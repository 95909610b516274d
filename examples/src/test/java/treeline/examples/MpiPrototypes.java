package treeline.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The C prototypes of an MPI library, and a pair of programs generated from them: a program that
/// calls each routine once, and a tool that replaces the MPI library and checks the arguments. Each
/// argument has a value of its own, so a test of both programs finds interceptors that drop or
/// exchange arguments. Fortran routines have the same parameters, passed by reference.
final class MpiPrototypes {
    private static final Pattern PROTOTYPE =
            Pattern.compile("\\bint\\s+MPI_(\\w+)\\s*\\(([^()]*)\\)");

    /// Values of parameters that interceptors read to determine the traffic of a call.
    private static final Map<String, String> HANDLES =
            Map.of(
                    "MPI_Datatype", "MPI_INT",
                    "MPI_Comm", "MPI_COMM_WORLD",
                    "MPI_Op", "MPI_SUM",
                    "MPI_Info", "MPI_INFO_NULL",
                    "MPI_Win", "MPI_WIN_NULL",
                    "MPI_File", "MPI_FILE_NULL",
                    "MPI_Group", "MPI_GROUP_EMPTY",
                    "MPI_Request", "MPI_REQUEST_NULL",
                    "MPI_Errhandler", "MPI_ERRORS_RETURN");

    private static final Map<String, String> TO_FORTRAN =
            Map.of(
                    "MPI_Datatype", "MPI_Type_c2f(MPI_INT)",
                    "MPI_Comm", "MPI_Comm_c2f(MPI_COMM_WORLD)",
                    "MPI_Win", "MPI_Win_c2f(MPI_WIN_NULL)",
                    "MPI_Request", "MPI_Request_c2f(MPI_REQUEST_NULL)");

    private static final String SHARED =
            """
            #include <mpi.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            enum { SLOTS = 16, SLOT_BYTES = 512 };
            extern char slots[SLOTS][SLOT_BYTES];
            extern int reached;
            """;

    private final SortedMap<String, List<String>> parameters = new TreeMap<>();

    /// @param header the header mpi.h after the preprocessor
    MpiPrototypes(String header) {
        Matcher matcher = PROTOTYPE.matcher(header.replaceAll("\\s+", " "));
        while (matcher.find()) {
            List<String> all = new ArrayList<>();
            for (String parameter : matcher.group(2).split(","))
                if (!parameter.isBlank() && !parameter.strip().equals("void"))
                    all.add(parameter.strip());
            parameters.put(matcher.group(1), all);
        }
    }

    boolean has(String routine) {
        return parameters.containsKey(routine);
    }

    /// The tool: one function per symbol. It does not call the MPI library.
    String tool(List<String> routines, List<String> fortranSymbols) {
        var text = new StringBuilder(SHARED);
        text.append("char slots[SLOTS][SLOT_BYTES] __attribute__((aligned(16)));\nint reached;\n");
        text.append("static void require(int is_right, const char *routine, int argument) {\n");
        text.append("    if (is_right) return;\n");
        text.append("    printf(\"%s: argument %d\\n\", routine, argument);\n    exit(1);\n}\n");
        for (String routine : routines) {
            List<String> all = parametersOf(routine);
            List<String> declared = new ArrayList<>();
            var checks = new StringBuilder();
            for (int i = 0; i < all.size(); i++) {
                declared.add(declared(all.get(i), "a" + i));
                checks.append(check(routine, i, value(all.get(i), i)));
            }
            text.append("int MPI_%s(%s) {\n".formatted(routine, String.join(", ", declared)))
                    .append(checks)
                    .append("    reached++;\n    return MPI_SUCCESS;\n}\n");
        }
        for (String symbol : fortranSymbols) {
            List<String> values = fortranValues(symbol);
            var checks = new StringBuilder();
            for (int i = 0; i < values.size(); i++) checks.append(check(symbol, i, values.get(i)));
            text.append(fortranDeclaration(symbol, values.size()))
                    .append(" {\n")
                    .append(checks)
                    .append("    reached++;\n}\n");
        }
        return text.toString();
    }

    /// The program. A Fortran routine finds its arguments in slots of memory.
    String program(List<String> routines, List<String> fortranSymbols) {
        var text = new StringBuilder(SHARED);
        for (String symbol : fortranSymbols)
            text.append(fortranDeclaration(symbol, fortranValues(symbol).size())).append(";\n");
        text.append("static void once(const char *routine) {\n");
        text.append("    if (reached != 1) printf(\"%s: %d calls\\n\", routine, reached);\n");
        text.append("    reached = 0;\n}\n");
        text.append(FILLING);
        text.append("int main(int n, char **v) {\n    MPI_Init(&n, &v);\n");
        for (String routine : routines) {
            List<String> all = parametersOf(routine);
            List<String> values = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                values.add(value(all.get(i), i));
                text.append(filling(all.get(i), i));
            }
            text.append("    MPI_%s(%s);\n".formatted(routine, String.join(", ", values)));
            text.append("    once(\"MPI_%s\");\n".formatted(routine));
        }
        for (String symbol : fortranSymbols) {
            List<String> all = parametersOf(routine(symbol));
            for (int i = 0; i < all.size(); i++) text.append(fortranFilling(all.get(i), i));
            text.append("    fill_int(%d, MPI_SUCCESS);\n".formatted(all.size()));
            text.append(
                    "    %s(%s);\n".formatted(symbol, String.join(", ", fortranValues(symbol))));
            text.append("    once(\"%s\");\n".formatted(symbol));
        }
        return text.append("    MPI_Finalize();\n    return 0;\n}\n").toString();
    }

    private static final String FILLING =
            """
            static void fill(int slot, const void *value, size_t size) {
                for (size_t at = 0; at + size <= SLOT_BYTES; at += size)
                    memcpy(slots[slot] + at, value, size);
            }
            static void fill_int(int slot, int value) { fill(slot, &value, sizeof value); }
            """;

    private static String check(String routine, int argument, String value) {
        return "    require(a%1$d == (%2$s), \"%3$s\", %1$d);\n"
                .formatted(argument, value, routine);
    }

    private static boolean isPointer(String parameter) {
        return parameter.contains("*") || parameter.contains("[");
    }

    private static String type(String parameter) {
        Matcher matcher = Pattern.compile("(?:const )?(\\w+)").matcher(parameter);
        if (!matcher.lookingAt()) throw new IllegalArgumentException(parameter);
        return matcher.group(1);
    }

    /// The parameter with another name: `const int recvcounts[]` becomes `const int a3[]`.
    private static String declared(String parameter, String name) {
        return parameter.replaceFirst("(\\w+)((?:\\[\\w*\\])*)$", name + "$2");
    }

    private static String value(String parameter, int position) {
        if (isPointer(parameter)) return "(void *)slots[%d]".formatted(position);
        String handle = HANDLES.get(type(parameter));
        return handle == null ? "" + (position + 1) : handle;
    }

    /// Elements of arrays: handles are valid, numbers are 0.
    private static String filling(String parameter, int position) {
        if (!isPointer(parameter)) return "";
        String handle = HANDLES.get(type(parameter));
        if (handle == null) return "    fill_int(%d, 0);\n".formatted(position);
        return "    { %1$s h = %2$s; fill(%3$d, &h, sizeof h); }\n"
                .formatted(type(parameter), handle, position);
    }

    private static String fortranFilling(String parameter, int position) {
        String handle = TO_FORTRAN.get(type(parameter));
        String number = isPointer(parameter) ? "0" : "" + (position + 1);
        return "    fill_int(%d, %s);\n".formatted(position, handle == null ? number : handle);
    }

    private List<String> parametersOf(String routine) {
        return Objects.requireNonNull(parameters.get(routine), routine);
    }

    /// The name in C: `mpi_send_f08_` is `Send`.
    String routine(String symbol) {
        return found(symbol).orElseThrow();
    }

    boolean hasFortran(String symbol) {
        return found(symbol).isPresent();
    }

    private Optional<String> found(String symbol) {
        String name = symbol.replaceFirst("^mpi_", "").replaceFirst("(_f08)?_{1,2}$", "");
        return parameters.keySet().stream()
                .filter(routine -> routine.toLowerCase(Locale.ROOT).equals(name))
                .findFirst();
    }

    /// The arguments, the error code, and the length of each string.
    private List<String> fortranValues(String symbol) {
        List<String> all = parametersOf(routine(symbol));
        List<String> values = new ArrayList<>();
        for (int i = 0; i <= all.size(); i++) values.add("(void *)slots[%d]".formatted(i));
        for (String parameter : all)
            if (type(parameter).equals("char")) values.add("(void *)%d".formatted(values.size()));
        return values;
    }

    private static String fortranDeclaration(String symbol, int arguments) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < arguments; i++) all.add("void *a" + i);
        return "void %s(%s)".formatted(symbol, String.join(", ", all));
    }
}
