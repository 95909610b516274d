package treeline.scaling.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/// Sums of products of single-parameter terms, enumerated once before the terms of a node are
/// known.
final class TermCombinations {
    /// Which parameters each product has, as in [MultiParameterSearch].
    private static final List<String> OF_TWO =
            List.of("0", "1", "01", "0+1", "0+01", "1+01", "0+1+01");

    private final int[][] products;
    private final int[][] sums;

    private TermCombinations(Collection<List<Integer>> products, Collection<List<Integer>> sums) {
        this.products = arrays(products);
        this.sums = arrays(sums);
    }

    static int[][] arrays(Collection<List<Integer>> lists) {
        return lists.stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    int products() {
        return products.length;
    }

    /// Which of the terms of a parameter a product has, from 1 on; 0 for none.
    int term(int product, int parameter) {
        return products[product][parameter];
    }

    /// Each as the places of its products.
    int[][] sums() {
        return sums;
    }

    /// @param tried how many terms each parameter may have
    static TermCombinations of(int parameters, int tried) {
        Map<List<Integer>, Integer> places = new LinkedHashMap<>();
        places.put(IntStream.range(0, parameters).mapToObj(_ -> 0).toList(), 0);
        Set<List<Integer>> sums = new LinkedHashSet<>();
        sums.add(List.of(0));
        int[] chosen = new int[parameters];
        Arrays.fill(chosen, 1);
        do
            for (String shape : parameters == 2 ? OF_TWO : MultiParameterSearch.shapes(parameters))
                add(shape, chosen, places, sums);
        while (isNext(chosen, tried));
        return new TermCombinations(places.keySet(), sums);
    }

    /// Counts on.
    private static boolean isNext(int[] chosen, int tried) {
        for (int parameter = 0; parameter < chosen.length; parameter++) {
            if (chosen[parameter]++ < tried) return true;
            chosen[parameter] = 1;
        }
        return false;
    }

    private static void add(
            String shape,
            int[] chosen,
            Map<List<Integer>, Integer> places,
            Set<List<Integer>> sums) {
        List<Integer> sum = new ArrayList<>();
        for (String product : shape.split("\\+")) {
            List<Integer> parts = new ArrayList<>();
            for (int parameter = 0; parameter < chosen.length; parameter++)
                parts.add(product.indexOf('0' + parameter) < 0 ? 0 : chosen[parameter]);
            sum.add(places.computeIfAbsent(parts, _ -> places.size()));
        }
        sums.add(List.copyOf(sum));
        sum.addFirst(0);
        sums.add(List.copyOf(sum));
    }
}
