package treeline.notebook;

import org.jspecify.annotations.Nullable;
import org.rapaio.jupyter.kernel.display.DisplayData;
import org.rapaio.jupyter.kernel.display.DisplayRenderer;
import org.rapaio.jupyter.kernel.display.DisplayTransformer;
import org.rapaio.jupyter.kernel.display.spi.DisplayProvider;

import treeline.model.Profile;
import treeline.plot.Figure;
import treeline.table.Table;

import java.util.List;
import java.util.function.Function;

/// What the kernel asks how to show values of cells. Found as a service; it only hands on to
/// [Rendered].
public final class Displays implements DisplayProvider {
    /// For the service loader.
    public Displays() {}

    @Override
    public List<DisplayRenderer> getDisplayRenderers() {
        return List.of(
                renderer(Table.class, Rendered::of),
                renderer(Figure.class, Rendered::of),
                renderer(ProfileTree.class, Rendered::of),
                renderer(Profile.class, profile -> Rendered.of(ProfileTree.of(profile))));
    }

    @Override
    public List<DisplayTransformer> getDisplayTransformers() {
        return List.of();
    }

    private static <T> DisplayRenderer renderer(Class<T> type, Function<T, Rendered> render) {
        return new DisplayRenderer() {
            @Override
            public Class<?> rendererClass() {
                return type;
            }

            /// All forms at once, so a form that is asked for (null: the usual) does not matter.
            @Override
            public boolean canRender(@Nullable String mime) {
                return true;
            }

            @Override
            public DisplayData render(@Nullable String mime, Object value) {
                Rendered rendered = render.apply(type.cast(value));
                DisplayData data = DisplayData.fromText(rendered.text());
                data.putData(rendered.mime(), rendered.rich());
                return data;
            }
        };
    }
}
