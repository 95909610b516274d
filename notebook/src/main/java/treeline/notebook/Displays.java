package treeline.notebook;

import org.dflib.DataFrame;
import org.jspecify.annotations.Nullable;
import org.rapaio.jupyter.kernel.display.DisplayData;
import org.rapaio.jupyter.kernel.display.DisplayRenderer;
import org.rapaio.jupyter.kernel.display.DisplayTransformer;
import org.rapaio.jupyter.kernel.display.image.DefaultImageDisplayRenderer;
import org.rapaio.jupyter.kernel.display.spi.DisplayProvider;
import org.rapaio.jupyter.kernel.display.table.DefaultTableDisplayRenderer;

import treeline.model.Profile;
import treeline.plot.Figure;
import treeline.question.answer.Answer;
import treeline.table.Table;

import java.util.List;
import java.util.function.Function;

/// Service through which the kernel renders cell values; it delegates to [Rendered]. The first
/// matching renderer is used. The last one matches all other values, because the kernel would treat
/// their text as HTML.
public final class Displays implements DisplayProvider {
    /// For the service loader.
    public Displays() {}

    @Override
    public List<DisplayRenderer> getDisplayRenderers() {
        return List.of(
                renderer(Table.class, Rendered::of),
                renderer(Figure.class, Rendered::of),
                renderer(ProfileTree.class, Rendered::of),
                renderer(Answer.class, Rendered::of),
                renderer(Profile.class, profile -> Rendered.of(ProfileTree.of(profile))),
                renderer(DataFrame.class, frame -> Rendered.of(DataFrames.table(frame))),
                new DefaultImageDisplayRenderer(),
                new DefaultTableDisplayRenderer(),
                renderer(Object.class, Rendered::ofText));
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

            // All forms at once, so a form that is asked for (null: the usual) does not matter.
            @Override
            public boolean canRender(@Nullable String mime) {
                return true;
            }

            @Override
            public DisplayData render(@Nullable String mime, Object value) {
                Rendered rendered = render.apply(type.cast(value));
                DisplayData data = DisplayData.fromText(rendered.text());
                rendered.rich().forEach(data::putData);
                return data;
            }
        };
    }
}
