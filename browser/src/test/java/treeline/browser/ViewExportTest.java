package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Media;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;

class ViewExportTest {
    private static String exported(Page page, String panel, String choice) throws IOException {
        page.locator("#%s .export".formatted(panel)).click();
        Download download = page.waitForDownload(() -> page.getByText(choice).click());
        return Files.readString(download.path());
    }

    @ParameterizedTest
    @CsvSource({
        "icicle, tree-panel, solve",
        "flame, tree-panel, solve",
        "sandwich, tree-panel, It calls nothing",
        "icicle, distribution-panel, itself",
        "icicle, processes-panel, <rect",
        "icicle, executions-panel, <path"
    })
    void aPictureIsExportedAsDrawn(String view, String panel, String drawn) throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = dashboard.open("view=%s&node=main/step".formatted(view));
            assertThat(exported(page, panel, "Figure as SVG"))
                    .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\"")
                    .contains(drawn)
                    .contains("run0.tldb", "time (s) · inclusive · mean of 5 ranks · step")
                    .endsWith("</svg>\n");
        }
    }

    @Test
    void aPictureCarriesTheScaleOfItsColours() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.stripes())) {
            Page page = dashboard.open("");
            assertThat(exported(page, "tree-panel", "Figure as SVG"))
                    .contains("<linearGradient", "share of total 0 %", ">100 %<");
        }
    }

    @Test
    void aPrintedPageSaysWhichRunItIs() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.stripes())) {
            Page page = dashboard.open("");
            page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
            dashboard.settle();
            assertThat(page.locator("#print-title").isVisible()).isTrue();
            assertThat(page.locator("#print-title").textContent())
                    .isEqualTo("Treeline · run0.tldb · time (s) · inclusive · mean of 64 ranks");
        }
    }

    @Test
    void numbersAreExportedInFull() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = dashboard.open("view=icicle&node=main/solve&scope=exclusive");
            assertThat(exported(page, "tree-panel", "Data as CSV").lines())
                    .contains("call path,inclusive (s),exclusive (s),share")
                    .anyMatch(line -> line.startsWith("main > solve > wait,24,24,0.37"));
            assertThat(exported(page, "processes-panel", "Data as CSV").lines())
                    .contains("3,40,1,1", "4,10,0,1");
            assertThat(exported(page, "distribution-panel", "Data as CSV").lines())
                    .contains("wait,24,0.6", "itself,16,0.4");
        }
    }

    @Test
    void iterationsAreExportedWithTheirExtremes() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = dashboard.open("node=main/step");
            assertThat(exported(page, "executions-panel", "Data as CSV").lines())
                    .contains("iteration,0,1,1,1", "iteration,5,6,6,6");
        }
    }
}
