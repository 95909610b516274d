package treeline.formats.ncu;

import treeline.model.Frame;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parser of ncu's NVTX column: the thread, then each range in quotes, outermost first, as
/// `domain:range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg`.
final class NvtxRanges {
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");
    private static final String NO_DOMAIN = "<default domain>";

    /// Fields behind the range: payload, colour and message, each with its type.
    private static final int FIELDS_BEHIND = 6;

    private NvtxRanges() {}

    /// The ranges as frames; those of a library are of its domain.
    static List<Frame> of(String text) {
        List<Frame> ranges = new ArrayList<>();
        Matcher quoted = QUOTED.matcher(text);
        while (quoted.find()) {
            String[] fields = quoted.group(1).split(":", -1);
            if (fields.length < 2 + FIELDS_BEHIND) return List.of();
            String range =
                    String.join(":", List.of(fields).subList(1, fields.length - FIELDS_BEHIND));
            String domain = fields[0].equals(NO_DOMAIN) ? "" : fields[0];
            if (!range.isBlank())
                ranges.add(new Frame(Frame.Kind.REGION, range.strip(), "", 0, domain));
        }
        return ranges;
    }
}
