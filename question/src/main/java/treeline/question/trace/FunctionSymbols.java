package treeline.question.trace;

import treeline.trace.timeline.CategoryTimes;
import treeline.trace.timeline.NodeCategories;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// One character per function for a timeline in a terminal: a letter of its name if one is free.
/// The functions with the most time choose first.
final class FunctionSymbols {
    /// Maximum number of functions with a character of their own.
    static final int MAX = 12;

    /// The character of all other functions.
    static final char OTHER = '*';

    static final char IDLE = '.';

    private static final String LETTERS =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    private final Map<Integer, Character> symbolOf = new HashMap<>();

    FunctionSymbols(NodeCategories functions, CategoryTimes times) {
        Set<Character> taken = new HashSet<>();
        List<Integer> largest = times.largest();
        for (int function : largest.subList(0, Math.min(MAX, largest.size())))
            symbolOf.put(function, choose(functions.name(function), taken));
    }

    /// `MPI_Send` is an S: the names of a library share their start.
    private static char choose(String name, Set<Character> taken) {
        String own =
                name.substring(name.lastIndexOf("MPI_") < 0 ? 0 : name.lastIndexOf("MPI_") + 4);
        for (char letter : (own + LETTERS).toCharArray())
            if (LETTERS.indexOf(letter) >= 0 && taken.add(letter)) return letter;
        return OTHER;
    }

    char of(int function) {
        return symbolOf.getOrDefault(function, OTHER);
    }
}
