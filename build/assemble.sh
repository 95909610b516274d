# shellcheck shell=sh
# Lays out an installation from built modules. Sourced by ./treeline and build/release; POSIX sh.
#
#   assemble FOLDER PART...   fills FOLDER/lib with jars and scripts (see launch.sh); PART is app, notebook or spark
#
# BUILT is the folder of the build in each module: target/quick, or target for the jars that ./check tests.
BUILT=${BUILT:-target/quick}

# copy_jars FOLDER JAR...: omits jars with sources, javadoc and tests. Dates are preserved for the start-up cache.
copy_jars() {
    folder=$1
    shift
    mkdir -p "$folder"
    for jar in "$@"; do
        case $jar in *-sources.jar | *-javadoc.jar | *-tests.jar | */original-*) continue ;; esac
        cp -p "$jar" "$folder/"
    done
}

assemble() {
    to=$1
    shift
    rm -f "$to"/lib/*.jar "$to"/lib/*/*.jar
    for part in "$@"; do
        case $part in
        app) copy_jars "$to/lib" app/"$BUILT"/treeline-app-*.jar app/"$BUILT"/lib/*.jar ;;
        notebook)
            copy_jars "$to/lib/notebook" notebook/"$BUILT"/treeline-notebook-*.jar
            for jar in notebook/"$BUILT"/lib/*.jar; do
                [ -f "$to/lib/${jar##*/}" ] || copy_jars "$to/lib/notebook" "$jar"
            done
            ;;
        spark) copy_jars "$to/lib/spark" spark/"$BUILT"/treeline-spark-*.jar ;;
        esac
    done
    cp build/launch.sh build/find-jdk.sh build/java-options.sh "$to/lib/"
}
