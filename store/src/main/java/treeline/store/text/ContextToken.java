package treeline.store.text;

import org.jspecify.annotations.Nullable;

import treeline.model.Context;
import treeline.store.text.rows.ContextPositions;
import treeline.store.text.rows.QuotedExcerpt;
import treeline.store.text.rows.TextLines;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Compact notation of a block of contexts: `r0..511e0..19` is 512 ranks in 20 executions each,
/// `r3t0..7` eight threads of a rank, `n01!s2` a stream of a host, `_` the whole program.
///
/// @param spans of ranks, threads, streams and executions; contexts are enumerated in this order,
///   the last changes fastest
record ContextToken(String host, List<Span> spans) {
    private static final String WHOLE = "_";
    private static final char HOST_END = '!';
    private static final List<String> MARKS = List.of("r", "t", "s", "e");
    private static final int STREAM = 2;
    private static final String SPAN = "(\\d{1,10})(?:\\.\\.(\\d{1,10}))?";
    private static final Pattern SYNTAX =
            Pattern.compile(
                    "(?:([^!]+)!)?(?:r%1$s)?(?:t%1$s)?(?:s%1$s)?(?:e%1$s)?".formatted(SPAN));

    ContextToken {
        spans = List.copyOf(spans);
    }

    /// The numbers `first..last`, both [Context#NONE] if absent.
    record Span(int first, int last) {
        boolean isFollowedBy(Span next) {
            return first != Context.NONE && next.first == last + 1L;
        }

        long size() {
            return last - (long) first + 1;
        }

        String text(String mark) {
            if (first == Context.NONE) return "";
            return mark + first + (first == last ? "" : ".." + last);
        }
    }

    /// The tokens of sorted contexts. Neighbours are joined from the inside out, so that the blocks
    /// list their contexts in the same order.
    static List<ContextToken> of(List<Context> contexts) {
        List<ContextToken> tokens = new ArrayList<>();
        ContextPositions places = ContextPositions.of(contexts);
        for (int place = 0; place < places.count(); place++)
            tokens.add(
                    of(
                            contexts.get(places.start(place)),
                            contexts.get(places.end(place) - 1).repetition()));
        for (int part = STREAM; part >= 0; part--) tokens = joined(tokens, part);
        return tokens;
    }

    private static ContextToken of(Context first, int lastRepetition) {
        return new ContextToken(
                first.host(),
                List.of(
                        new Span(first.rank(), first.rank()),
                        new Span(first.thread(), first.thread()),
                        new Span(first.stream(), first.stream()),
                        new Span(first.repetition(), lastRepetition)));
    }

    private static List<ContextToken> joined(List<ContextToken> tokens, int part) {
        List<ContextToken> joined = new ArrayList<>();
        for (ContextToken token : tokens) {
            if (!joined.isEmpty() && joined.getLast().isContinuedBy(token, part))
                joined.add(joined.removeLast().upTo(token, part));
            else joined.add(token);
        }
        return joined;
    }

    /// Whether the tokens are equal but for one span, which goes on in the next.
    private boolean isContinuedBy(ContextToken next, int part) {
        return spans.get(part).isFollowedBy(next.spans.get(part))
                && with(part, next.spans.get(part)).equals(next);
    }

    private ContextToken upTo(ContextToken next, int part) {
        return with(part, new Span(first(part), next.last(part)));
    }

    private ContextToken with(int part, Span span) {
        List<Span> changed = new ArrayList<>(spans);
        changed.set(part, span);
        return new ContextToken(host, changed);
    }

    private int first(int part) {
        return spans.get(part).first();
    }

    private int last(int part) {
        return spans.get(part).last();
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        if (!host.isEmpty()) text.append(Escapes.encoded(host, "!")).append(HOST_END);
        for (int part = 0; part < MARKS.size(); part++)
            text.append(spans.get(part).text(MARKS.get(part)));
        return text.isEmpty() ? WHOLE : text.toString();
    }

    static ContextToken parsed(String text, TextLines at) {
        Matcher parts = SYNTAX.matcher(text.equals(WHOLE) ? "" : text);
        if (text.isEmpty() || !parts.matches())
            throw at.malformed("a context such as r0..7 or r0t1e0..2", QuotedExcerpt.of(text));
        String host = parts.group(1) == null ? "" : Escapes.decoded(parts.group(1), at);
        List<Span> spans = new ArrayList<>();
        for (int part = 0; part < MARKS.size(); part++)
            spans.add(span(parts.group(2 + 2 * part), parts.group(3 + 2 * part), at));
        return new ContextToken(host, spans);
    }

    private static Span span(@Nullable String first, @Nullable String last, TextLines at) {
        if (first == null) return new Span(Context.NONE, Context.NONE);
        long from = Long.parseLong(first);
        long to = last == null ? from : Long.parseLong(last);
        if (to < from || to > Integer.MAX_VALUE)
            throw at.malformed(
                    "a range that ascends to at most " + Integer.MAX_VALUE,
                    QuotedExcerpt.of(from + ".." + to));
        return new Span((int) from, (int) to);
    }

    /// How many contexts the token stands for, or more than `limit`.
    long size(long limit) {
        long size = 1;
        for (Span span : spans) size = Math.min(size * span.size(), limit + 1);
        return size;
    }

    /// Appends the token's contexts in order. Counters are long: the last one may be the largest
    /// int.
    void addTo(List<Context> contexts) {
        for (long rank = first(0); rank <= last(0); rank++)
            for (long thread = first(1); thread <= last(1); thread++)
                for (long stream = first(2); stream <= last(2); stream++)
                    for (long execution = first(3); execution <= last(3); execution++)
                        contexts.add(
                                new Context(
                                        host,
                                        (int) rank,
                                        (int) thread,
                                        (int) stream,
                                        (int) execution));
    }
}
