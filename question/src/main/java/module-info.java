/// The list of questions about runs, their parameters and their answers, below every interface.
@org.jspecify.annotations.NullMarked
module treeline.question {
    requires transitive treeline.store;
    requires transitive treeline.analysis;
    requires transitive treeline.formats;
    requires transitive treeline.archive;
    requires static org.jspecify;

    exports treeline.question;
    exports treeline.question.answer;
    exports treeline.question.builds;
    exports treeline.question.html;
    exports treeline.question.input;
    exports treeline.question.list;
    exports treeline.question.parameter;
    exports treeline.question.run;
    exports treeline.question.run.report;
    exports treeline.question.runs;
    exports treeline.question.runs.input;
    exports treeline.question.screen;

    uses treeline.aggregate.EngineProvider;
}
