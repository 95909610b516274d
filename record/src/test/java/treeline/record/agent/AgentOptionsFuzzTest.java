package treeline.record.agent;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.testkit.fuzz.CoverageLoader;
import treeline.testkit.fuzz.ExpressionSubject;
import treeline.testkit.fuzz.FuzzCampaign;

import java.nio.file.Path;
import java.util.List;

/// Any text after `-javaagent:treeline-record.jar=` is a set of options or an error with a reason.
class AgentOptionsFuzzTest {
    @TempDir Path folder;

    @Test
    void anyTextIsASetOfOptionsOrRefused() throws Exception {
        if (!FuzzCampaign.isSelected("agent")) return;
        var loader =
                new CoverageLoader(AgentOptionsFuzzTest.class.getClassLoader(), "treeline.record.");
        new FuzzCampaign("Agent", AgentOptionsFuzzTest.class, loader, folder).run(Options.class);
    }

    /// Parses agent options.
    public static final class Options extends ExpressionSubject {
        @Override
        public String formatName() {
            return "agent";
        }

        @Override
        public String code() {
            return "treeline.record.";
        }

        @Override
        protected List<String> examples() {
            return List.of(
                    "include=com.acme.**,org.acme.*#run,jfr=true",
                    "exclude=a.B,min-size=3,names=full,mpi=off",
                    "start=a.B#c,stop=a.B#d,patience=5",
                    "output=x,snapshot=60,metrics=tag:0;mem:1,threads=true");
        }

        @Override
        protected void evaluate(String expression) {
            AgentOptions.parse(expression);
        }
    }
}
