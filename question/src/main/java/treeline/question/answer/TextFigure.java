package treeline.question.answer;

import treeline.question.screen.Screen;

import java.util.List;
import java.util.function.Function;

/// A figure made of characters, such as a histogram or a sparkline.
///
/// @param lines as wide as the screen allows
public record TextFigure(Function<Screen, List<String>> lines) implements Block {}
