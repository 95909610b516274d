# Spack recipe. Copy treeline-@VERSION@.tar.gz to the current folder, then:
#   spack repo add spack && spack install treeline
import os

from spack.package import *


class Treeline(Package):
    """Performance introspection for parallel programs."""

    homepage = "https://treeline.invalid"
    url = f"file://{os.getcwd()}/treeline-@VERSION@.tar.gz"

    license("Apache-2.0")

    version("@VERSION@", sha256="@SHA256@")

    depends_on("java@25:", type="run")

    def install(self, spec, prefix):
        install_tree(".", prefix)

    def setup_run_environment(self, env):
        env.set("TREELINE_JAVA_HOME", self.spec["java"].home)
