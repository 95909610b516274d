/// A folder of many runs, with an index that can be asked in SQL.
@org.jspecify.annotations.NullMarked
module treeline.archive {
    requires transitive treeline.analysis;
    requires transitive treeline.formats;
    requires java.sql;
    requires org.xerial.sqlitejdbc;
    requires static org.jspecify;

    exports treeline.archive to
            treeline.app,
            treeline.dashboard,
            treeline.question;
}
