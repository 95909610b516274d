package treeline.store.db;

/// Damage in a file: where it is, what is wrong there, and which data cannot be read because of it.
///
/// @param place such as `COLS section at byte 4096`
/// @param lost empty if no data is lost
public record Damage(String place, String problem, String lost) {

    @Override
    public String toString() {
        return lost.isEmpty()
                ? "%s: %s".formatted(place, problem)
                : "%s: %s; lost: %s".formatted(place, problem, lost);
    }
}
