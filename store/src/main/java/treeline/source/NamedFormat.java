package treeline.source;

/// A format with a fixed name and description.
public abstract class NamedFormat implements ProfileFormat {
    private final String name;
    private final String description;

    protected NamedFormat(String name, String description) {
        this.name = name;
        this.description = description;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return description;
    }
}
