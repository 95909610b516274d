/// The list of questions about runs, their parameters and their answers, below every interface.
@org.jspecify.annotations.NullMarked
module treeline.question {
    requires transitive treeline.store;
    requires transitive treeline.analysis;
    requires transitive treeline.formats;
    requires transitive treeline.archive;
    requires static org.jspecify;

    exports treeline.question to
            treeline.app,
            treeline.dashboard,
            treeline.library;
    exports treeline.question.answer;
    exports treeline.question.builds to
            treeline.app,
            treeline.dashboard;
    exports treeline.question.input to
            treeline.app,
            treeline.dashboard,
            treeline.library;
    exports treeline.question.list to
            treeline.app,
            treeline.dashboard,
            treeline.library;
    exports treeline.question.parameter to
            treeline.app,
            treeline.dashboard,
            treeline.library;
    exports treeline.question.run to
            treeline.app;
    exports treeline.question.run.report to
            treeline.app,
            treeline.dashboard;
    exports treeline.question.runs to
            treeline.app,
            treeline.dashboard;
    exports treeline.question.runs.input to
            treeline.app,
            treeline.dashboard,
            treeline.library;
    exports treeline.question.screen to
            treeline.app,
            treeline.dashboard;
    exports treeline.question.trace to
            treeline.app;

    uses treeline.aggregate.EngineProvider;
}
