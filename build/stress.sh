#!/bin/sh
# Looks for orders of memory accesses that the recorder does not survive: build/stress.sh [jcstress OPTION]..., such as
# -t Requests for one test or -m tough for longer runs. Needs the classes of store and record (mvn compile -pl store,record)
# and, once, the network for jcstress. The results are in record/target/stress.
set -eu
cd -P -- "$(dirname -- "$0")/.."
# shellcheck source=build/find-jdk.sh
. build/find-jdk.sh
locate_jdk || exit 69
target=$PWD/record/target/stress
[ -d "$target/lib" ] || mvn -B -q -f record/src/stress/pom.xml dependency:copy-dependencies -DoutputDirectory="$target/lib"
rm -rf "$target/classes"
mkdir -p "$target/classes"
libraries=$(find "$target/lib" -name '*.jar' | tr '\n' ':')
class_path=$PWD/record/target/classes:$PWD/store/target/classes:$libraries
find record/src/stress/java -name '*.java' > "$target/sources"
"$JDK_HOME/bin/javac" -nowarn -proc:full -d "$target/classes" -cp "$class_path" @"$target/sources"
cd "$target"
exec "$JDK_HOME/bin/java" -cp "$target/classes:$class_path" org.openjdk.jcstress.Main -m quick "$@"
