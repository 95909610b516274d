package treeline.scaling.search;

import treeline.scaling.search.ScalingFunction.Factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Candidate models for Bayesian model averaging. The prior gives every model size from one to four
/// terms the same probability, divided evenly among the models of that size. There are more
/// candidates than functions in the model search, because times are often sums of more causes than
/// a model of few points can identify.
final class CandidateModels {
    private static final Exponents ONE = new Exponents(0, 1, 0);

    /// Powers that stand alone, without a constant.
    private static final List<Exponents> ALONE =
            SearchSpace.terms(
                    """
                    -1:0 -7/8:0 -3/4:0 -2/3:0 -5/8:0 -1/2:0 -3/8:0 -1/3:0 -1/4:0 -1/8:0 -1:1 -1:2
                    1/8:0 3/8:0 5/8:0 7/8:0 9/8:0 11/8:0
                    """);

    /// What adds up in twos.
    private static final List<Exponents> PAIRED =
            SearchSpace.terms(
                    """
                    -1:0 -2/3:0 -1/2:0 -1/3:0 -1/4:0 -1:1 0:1 0:2 1/4:0 1/3:0 1/2:0 2/3:0 3/4:0
                    1:0 1:1 5/4:0 4/3:0 3/2:0 2:0 2:1 5/2:0 3:0
                    """);

    /// What adds up in threes.
    private static final List<Exponents> FEW =
            SearchSpace.terms("-1:0 -1/2:0 0:1 1/2:0 1:0 3/2:0 2:0");

    private final List<List<Factor>> terms;
    private final double[][] columns;
    private final int[][] sums;

    /// @param sums each as the places of its terms; those with logarithms below 0 or powers of 0
    ///   say nothing and are left out
    private CandidateModels(List<List<Factor>> terms, double[][] columns, int[][] sums) {
        this.terms = List.copyOf(terms);
        this.columns = columns;
        boolean allUsable = true;
        boolean[] usable = new boolean[columns.length];
        for (int term = 0; term < usable.length; term++) {
            usable[term] = isUsable(columns[term]);
            allUsable &= usable[term];
        }
        this.sums =
                allUsable
                        ? sums
                        : Arrays.stream(sums)
                                .filter(sum -> Arrays.stream(sum).allMatch(term -> usable[term]))
                                .toArray(int[][]::new);
    }

    private static boolean isUsable(double[] column) {
        for (double each : column)
            if (!(each >= 0 && each < Double.POSITIVE_INFINITY)) return false;
        return true;
    }

    /// Of points of one parameter.
    static CandidateModels ofOne(double[] x) {
        List<Exponents> terms = new ArrayList<>();
        terms.add(ONE);
        Stream.of(SearchSpace.GROWING, ALONE, PAIRED, FEW)
                .flatMap(List::stream)
                .filter(each -> !terms.contains(each))
                .forEach(terms::add);
        Set<List<Integer>> sums = new LinkedHashSet<>();
        for (int term = 0; term < terms.size(); term++) sums.add(List.of(term));
        for (Exponents each : SearchSpace.GROWING) sums.add(List.of(0, terms.indexOf(each)));
        int[] paired = places(PAIRED, terms);
        for (int i = 0; i < paired.length; i++)
            for (int j = 0; j < i; j++) sums.add(List.of(paired[j], paired[i]));
        int[] few = places(FEW, terms);
        for (int i = 0; i < few.length; i++)
            for (int j = 0; j < i; j++)
                for (int k = 0; k < j; k++) sums.add(List.of(few[k], few[j], few[i]));
        return new CandidateModels(
                terms.stream().map(each -> List.of(new Factor(0, each))).toList(),
                terms.stream()
                        .map(each -> Arrays.stream(x).map(each::at).toArray())
                        .toArray(double[][]::new),
                TermCombinations.arrays(sums));
    }

    /// The constant and some terms, as their places among all.
    private static int[] places(List<Exponents> some, List<Exponents> all) {
        return Stream.concat(Stream.of(ONE), some.stream()).mapToInt(all::indexOf).toArray();
    }

    /// Of points of several parameters, with the terms that each parameter may have.
    static CandidateModels ofSeveral(
            Points points, List<List<Exponents>> ofParameter, TermCombinations sums) {
        List<List<Factor>> terms = new ArrayList<>();
        double[][] columns = new double[sums.products()][];
        double[][][] known = columns(points, ofParameter);
        for (int term = 0; term < columns.length; term++) {
            List<Factor> factors = new ArrayList<>();
            double[] column = new double[points.size()];
            Arrays.fill(column, 1);
            for (int parameter = 0; parameter < ofParameter.size(); parameter++) {
                int which = sums.term(term, parameter) - 1;
                if (which < 0) continue;
                factors.add(new Factor(parameter, ofParameter.get(parameter).get(which)));
                for (int point = 0; point < column.length; point++)
                    column[point] *= known[parameter][which][point];
            }
            terms.add(factors);
            columns[term] = column;
        }
        return new CandidateModels(terms, columns, sums.sums());
    }

    /// By parameter, term and point.
    private static double[][][] columns(Points points, List<List<Exponents>> ofParameter) {
        double[][][] columns = new double[ofParameter.size()][][];
        for (int parameter = 0; parameter < columns.length; parameter++) {
            double[] x = points.of(parameter);
            columns[parameter] =
                    ofParameter.get(parameter).stream()
                            .map(each -> Arrays.stream(x).map(each::at).toArray())
                            .toArray(double[][]::new);
        }
        return columns;
    }

    int terms() {
        return columns.length;
    }

    List<Factor> term(int term) {
        return terms.get(term);
    }

    /// A term at all points.
    double[] column(int term) {
        return columns[term];
    }

    int sums() {
        return sums.length;
    }

    /// The places of the terms of a sum.
    int[] sum(int sum) {
        return sums[sum];
    }
}
