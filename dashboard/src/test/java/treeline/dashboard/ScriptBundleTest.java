package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ScriptBundleTest {
    @Test
    void aModuleBecomesAFunctionThatGivesWhatItExports() {
        String script =
                new ScriptBundle()
                        .add("a-b.js", "export const ONE = 1;\nexport function two() {}\n")
                        .add(
                                "main.js",
                                """
                                import { ONE, two as zwei } from './a-b.js';
                                import * as all from './a-b.js';
                                zwei(ONE, all);
                                """)
                        .text();
        assertThat(script)
                .isEqualTo(
                        """
                        const $a_b = (() => {
                        const ONE = 1;
                        function two() {}
                        return { ONE, two };
                        })();
                        const $main = (() => {
                        const { ONE, two: zwei } = $a_b;
                        const all = $a_b;
                        zwei(ONE, all);
                        return {  };
                        })();
                        """);
    }

    @Test
    void modulesImportFromOtherFolders() {
        String script =
                new ScriptBundle()
                        .add("draw/dom.js", "export const A = 1;")
                        .add("draw/palette.js", "import { A } from './dom.js';")
                        .add("page/panel.js", "import { A } from '../draw/dom.js';")
                        .text();
        assertThat(script)
                .contains("const $draw$palette = (() => {\nconst { A } = $draw$dom;")
                .contains("const $page$panel = (() => {\nconst { A } = $draw$dom;");
    }

    @Test
    void whatIsNotUnderstoodIsRefused() {
        for (String line :
                new String[] {
                    "import './a.js';",
                    "import { a } from './not-there-yet.js';",
                    "export default 3;",
                    "export let changing = 3;"
                })
            assertThatThrownBy(() -> new ScriptBundle().add("main.js", line))
                    .hasMessage("main.js: cannot bundle '%s'", line);
    }

    @Test
    void textThatWouldEndTheScriptInAPageIsRefused() {
        assertThatThrownBy(() -> new ScriptBundle().add("a.js", "const end = '</script>';"))
                .hasMessage("a.js holds text that ends a script in a page");
    }
}
