"""Checks of the files of a release: check_artefacts.py licences|sbom RELEASE VERSION. Prints what is wrong; exit status 1."""

import gzip
import hashlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import zipfile

problems = []


def archives(release):
    """Name and tar file of every archive and Debian package."""
    for file in sorted([*release.glob("*.tar.gz"), *release.glob("*.deb")]):
        if file.suffix == ".deb":
            content = subprocess.run(["dpkg-deb", "--fsys-tarfile", file], check=True, capture_output=True).stdout
        else:
            content = gzip.decompress(file.read_bytes())  # in memory, because jars in it are read in any order
        with tarfile.open(fileobj=io.BytesIO(content)) as tar:
            yield file.name, tar


def is_ours(jar):
    return os.path.basename(jar).startswith("treeline-")


def check_jar(place, jar):
    """A jar of ours has one licence and one notice."""
    names = jar.namelist()
    for name in ("META-INF/LICENSE", "META-INF/NOTICE"):
        if names.count(name) != 1:
            problems.append(f"{place}: {names.count(name)} times {name}")
        elif not jar.read(name).strip():
            problems.append(f"{place}: {name} is empty")


def check_archive(place, tar):
    files = {os.path.normpath(member.name): member for member in tar if member.isfile()}
    roots = [os.path.dirname(name) for name in files if os.path.basename(name) == "README.md"]
    root = min(roots, key=len)
    for name in ("LICENSE", "NOTICE"):
        if os.path.join(root, name) not in files:
            problems.append(f"{place}: no {name} in {root}")
    jars = [name for name in files if name.endswith(".jar") and name.startswith(os.path.join(root, ""))]
    listed = files.get(os.path.join(root, "third-party/README.md"))
    table = tar.extractfile(listed).read().decode() if listed else ""
    for name in jars:
        if is_ours(name):
            with zipfile.ZipFile(tar.extractfile(files[name])) as jar:
                check_jar(f"{place}, {name}", jar)
        elif "/runtime/" not in name and not any(row in name for row in rows(table)):
            problems.append(f"{place}: {name} is not in third-party/README.md")
    if place.endswith(".deb") and "usr/share/doc/treeline/copyright" not in files:
        problems.append(f"{place}: no copyright")


def rows(table):
    """NAME-VERSION.jar of each row of third-party/README.md."""
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3:
            yield f"/{cells[0]}-{cells[1]}.jar"


def check_merged(release, version):
    """The jar for Apache Spark contains the classes, licences, notices and services of other jars."""
    spark = release / f"maven/dev/treeline/treeline-spark/{version}/treeline-spark-{version}.jar"
    expected = {
        "META-INF/LICENSE": ["Apache License", "MIT License", "hipparchus-core", "jsvg", "re2j", "sqlite-jdbc"],
        "META-INF/NOTICE": ["The Treeline authors", "Jackson JSON processor", "Hipparchus"],
        "META-INF/services/java.sql.Driver": ["org.sqlite.JDBC"],
        "META-INF/services/tools.jackson.core.TokenStreamFactory": ["tools.jackson.core.json.JsonFactory"],
    }
    with zipfile.ZipFile(spark) as jar:
        for name, words in expected.items():
            text = jar.read(name).decode()
            problems.extend(f"{spark.name}: no '{word}' in {name}" for word in words if word not in text)


def check_licences(release, version):
    jars = sorted(release.glob("maven/**/*.jar"))
    for file in jars:
        with zipfile.ZipFile(file) as jar:
            check_jar(file.name, jar)
        if file.name.endswith("-tests.jar"):
            problems.append(f"{file.name}: test-jars are not published")
    if len(jars) < 30:
        problems.append(f"only {len(jars)} jars in the Maven repository")
    check_merged(release, version)
    for place, tar in archives(release):
        check_archive(place, tar)


def check_sbom(release, version):
    """Every third-party jar in the application archive is a component with its version, licence and checksum, and the reverse."""
    sbom = json.loads((release / f"treeline-{version}.cdx.json").read_text())
    components = {f"{each['name']}-{each['version']}.jar": each for each in sbom["components"] if each["group"] != "dev.treeline"}
    with tarfile.open(release / f"treeline-{version}.tar.gz") as tar:
        shipped = {os.path.basename(each.name): tar.extractfile(each).read() for each in tar if each.name.endswith(".jar")}
    shipped = {name: content for name, content in shipped.items() if not is_ours(name)}
    problems.extend(f"{name} is not in the SBOM" for name in sorted(shipped.keys() - components.keys()))
    problems.extend(f"{name} of the SBOM is not in the archive" for name in sorted(components.keys() - shipped.keys()))
    for name in sorted(shipped.keys() & components.keys()):
        hashes = {each["alg"]: each["content"] for each in components[name].get("hashes", [])}
        if hashes.get("SHA-256") != hashlib.sha256(shipped[name]).hexdigest():
            problems.append(f"{name}: another SHA-256 in the SBOM")
        if not components[name].get("licenses"):
            problems.append(f"{name}: no licence in the SBOM")


folder = pathlib.Path(sys.argv[2])
{"licences": check_licences, "sbom": check_sbom}[sys.argv[1]](folder, sys.argv[3])
print("\n".join(problems))
sys.exit(1 if problems else 0)
