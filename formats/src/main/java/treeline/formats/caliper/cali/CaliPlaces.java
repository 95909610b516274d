package treeline.formats.caliper.cali;

import treeline.array.Ints;
import treeline.formats.caliper.records.CaliperAttribute;
import treeline.formats.caliper.records.CaliperFrames;
import treeline.formats.caliper.records.Place;
import treeline.formats.caliper.records.ProfileDraft;
import treeline.model.LongIntMap;
import treeline.source.files.MalformedProfileException;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Resolves the references of a record to its call path and the other values on the same branches.
/// Files repeat the same references for every rank, so each combination is resolved once.
final class CaliPlaces {
    static final int EMPTY = 0;
    private static final int UNKNOWN = -1;
    private static final int NOT_ASKED = -2;

    /// Putting branches together makes nodes that no line of the file stands for; this many steps
    /// are enough for every real file and bound what a hostile one costs.
    private static final int MAX_STEPS = 1 << 22;

    private final String file;
    private final CaliNodes nodes;
    private final ProfileDraft draft;
    private final List<Place> places = new ArrayList<>(List.of(Place.NOWHERE));
    private final Ints targets = new Ints();
    private final Ints placeOfNode = new Ints();
    private final LongIntMap combined = new LongIntMap();
    private int steps;
    private final Ints path = new Ints();

    CaliPlaces(String file, CaliNodes nodes, ProfileDraft draft) {
        this.file = file;
        this.nodes = nodes;
        this.draft = draft;
        targets.add(ProfileDraft.NO_PATH);
    }

    /// What one branch says behind what a place already says.
    int with(int place, int node) {
        int alone = placeOf(node);
        if (place == EMPTY || place == alone) return alone;
        if (alone == EMPTY) return place;
        long both = ((long) place << 32) | node;
        int known = combined.get(both);
        if (known != LongIntMap.ABSENT) return known;
        for (int at = node; at != CaliNodes.NONE; at = nodes.parent(at)) path.add(at);
        countSteps(path.size());
        Place result = places.get(place);
        while (!path.isEmpty()) result = step(result, path.removeLast());
        int made = add(result);
        combined.put(both, made);
        return made;
    }

    private void countSteps(int more) {
        steps += more;
        if (steps > MAX_STEPS)
            throw MalformedProfileException.of(
                    file,
                    "records that combine branches of at most %d nodes".formatted(MAX_STEPS),
                    "more");
    }

    Place place(int number) {
        return places.get(number);
    }

    /// The node that a record at this place belongs to. The place's texts become those of the node.
    int target(int place) {
        targets.padTo(place + 1, NOT_ASKED);
        if (targets.at(place) == NOT_ASKED) {
            targets.set(place, places.get(place).target(draft));
            texts(places.get(place), targets.at(place));
        }
        return targets.at(place);
    }

    /// One attribute several times on a branch is a list, outermost first.
    private void texts(Place place, int node) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Place.Fact fact = place.facts(); fact != null; fact = fact.before())
            if (!Place.isKey(fact.attribute()))
                texts.merge(
                        fact.attribute().name(),
                        fact.text(),
                        (inner, outer) -> outer + "/" + inner);
        texts.forEach((name, text) -> draft.text(name, node, text));
    }

    /// The place of a branch, from that of the nearest node above it that is known.
    private int placeOf(int node) {
        placeOfNode.padTo(node + 1, UNKNOWN);
        int at = node;
        for (; at != CaliNodes.NONE && placeOfNode.at(at) == UNKNOWN; at = nodes.parent(at))
            path.add(at);
        int known = at == CaliNodes.NONE ? EMPTY : placeOfNode.at(at);
        while (!path.isEmpty()) {
            int next = path.removeLast();
            if (says(next)) known = add(step(places.get(known), next));
            placeOfNode.set(next, known);
        }
        return known;
    }

    private int add(Place place) {
        places.add(place);
        return places.size() - 1;
    }

    /// Whether a node tells anything about records.
    private boolean says(int node) {
        if (nodes.isAttribute(node)) return false;
        CaliperAttribute.Role role = nodes.attributeOf(node).role();
        return role != CaliperAttribute.Role.RUN && role != CaliperAttribute.Role.IGNORED;
    }

    private Place step(Place above, int node) {
        if (!says(node)) return above;
        CaliperAttribute attribute = nodes.attributeOf(node);
        String text = nodes.data(node);
        if (!attribute.isNested()) return above.with(attribute, text);
        return above.on(draft.child(above.path(), CaliperFrames.of(attribute.name(), text)));
    }
}
