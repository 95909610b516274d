package treeline.formats.pprof;

import treeline.formats.pprof.PprofLayout.Profile;
import treeline.source.Match;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.StoredBytes;

import java.lang.foreign.MemorySegment;

/// Detection of pprof files, which have no magic number: the first fields must all be valid fields
/// of the message and its submessages.
final class PprofSniff {
    private static final int FULL_PREFIX = 1 << 16;

    /// How many fields the messages have; 0 where the field is no message.
    private static final int[] FIELDS = {0, 2, 3, 10, 5, 5, 0, 0, 0, 0, 0, 2};

    private int messages;
    private int texts;
    private boolean firstTextIsEmpty;

    static Match match(byte[] prefix) {
        return new PprofSniff().of(prefix);
    }

    private Match of(byte[] prefix) {
        var wire = new Wire(StoredBytes.of("prefix", MemorySegment.ofArray(prefix)));
        try {
            while (wire.next()) if (!isOfProfile(wire)) return Match.NO;
        } catch (MalformedProfileException _) {
            // the prefix ends within a field, or this is no protobuf: what came before decides
            if (wire.at() < prefix.length && !isCut(prefix)) return Match.NO;
        }
        if (messages > 0) return Match.CERTAIN;
        boolean onlyTexts = texts > 0 && firstTextIsEmpty && isCut(prefix);
        return onlyTexts ? Match.PLAUSIBLE : Match.NO;
    }

    /// Whether the file goes on behind the prefix.
    private static boolean isCut(byte[] prefix) {
        return prefix.length >= FULL_PREFIX;
    }

    private boolean isOfProfile(Wire wire) {
        int field = wire.field();
        if (field > Profile.DOC_URL) return false;
        if (field == Profile.STRING) {
            if (wire.type() != Wire.LENGTH) return false;
            String text = wire.text();
            if (texts++ == 0) firstTextIsEmpty = text.isEmpty();
            return true;
        }
        if (field >= FIELDS.length || FIELDS[field] == 0) {
            boolean packed = field == Profile.COMMENT && wire.type() == Wire.LENGTH;
            if (wire.type() != Wire.VARINT && !packed) return false;
            wire.skip();
            return true;
        }
        return wire.type() == Wire.LENGTH && isMessage(wire, FIELDS[field]);
    }

    private boolean isMessage(Wire wire, int fields) {
        long outer = wire.enter();
        boolean empty = !wire.isInside();
        while (wire.next()) {
            if (wire.field() > fields || wire.type() == Wire.FIXED64 || wire.type() == Wire.FIXED32)
                return false;
            wire.skip();
        }
        wire.leave(outer);
        if (!empty) messages++;
        return true;
    }
}
