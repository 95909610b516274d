package treeline.question.run;

import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.FactList;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.ParameterType;
import treeline.table.JsonWriter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `info`: the contents of profiles: metadata, contexts, metrics, sizes.
public record InfoQuestion(RunOptions options) {
    private static final Operand PATHS =
            Operand.some(ParameterType.file("PATH"), "files, directories or patterns");

    public Question question() {
        return new Question(
                        "info",
                        "summarise the contents of profiles: run, contexts, metrics, sizes",
                        Question.Subject.RUNS,
                        List.of(PATHS),
                        List.of(options.format()),
                        this::answer)
                .example("treeline info run.tldb", "what was recorded")
                .example("treeline info 'runs/*.tldb' --json", "several runs, as JSON");
    }

    /// One path that cannot be read does not hide the others.
    private Answer answer(Arguments arguments, Session session) {
        List<ProfileFacts> all = new ArrayList<>();
        List<Exception> failures = new ArrayList<>();
        Optional<String> name = arguments.value(options.format());
        for (String path : runsOf(arguments.all(PATHS), name, session))
            try {
                all.add(factsOf(path, name, session));
            } catch (IOException | RuntimeException failed) {
                failures.add(failed);
            }
        return new Answer.Builder("info", () -> ProfileFacts.table(all), json -> write(all, json))
                .failures(failures)
                .add(new FactList(all.stream().map(ProfileFacts::group).toList()))
                .build();
    }

    private static void write(List<ProfileFacts> all, JsonWriter json) {
        json.array();
        all.forEach(each -> each.writeTo(json));
        json.end();
    }

    /// A pattern, or a directory, may name several runs. A path that cannot be read stays in the
    /// list, because opening it reports the reason.
    private List<String> runsOf(List<String> paths, Optional<String> formatName, Session session) {
        List<String> runs = new ArrayList<>();
        for (String path : paths)
            try {
                runs.addAll(options.runsOf(path, formatName, session));
            } catch (IOException | RuntimeException unreadable) {
                runs.add(path);
            }
        return runs;
    }

    private ProfileFacts factsOf(String path, Optional<String> formatName, Session session)
            throws IOException {
        try (Recording recording = Recording.open(options.formats(), path, formatName, session)) {
            long steps = ProfileFacts.steps(recording.source().outline());
            try (Session.Task progress = session.task("reading " + path, steps)) {
                return ProfileFacts.of(path, recording, progress);
            }
        }
    }
}
