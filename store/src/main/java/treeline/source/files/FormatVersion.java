package treeline.source.files;

/// The versions of one of our own file formats that this Treeline reads. Newer versions are refused
/// with the advice to upgrade, in the same words for all formats (docs/formats/README.md).
public record FormatVersion(String format, int oldest, int newest) {

    /// Refuses a file whose version is not among these.
    ///
    /// @param place the file and where its version is: `run.tldb at byte 8`
    /// @throws MalformedProfileException if the version is newer or unknown
    public void require(String place, long version) {
        if (version > newest) throw MalformedProfileException.newer(place, format, version, newest);
        if (version < oldest)
            throw MalformedProfileException.of(place, readable(), Long.toString(version));
    }

    private String readable() {
        return oldest == newest
                ? "%s version %d".formatted(format, newest)
                : "%s version %d to %d".formatted(format, oldest, newest);
    }
}
