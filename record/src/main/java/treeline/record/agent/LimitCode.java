package treeline.record.agent;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// Instruments a method to start the recording after it or to stop it before it.
///
/// @param starts whether the recording starts
/// @param stops whether the recording stops
record LimitCode(boolean starts, boolean stops) implements CodeTransform {
    private static final ClassDesc AGENT = ClassDesc.of(RecordAgent.class.getName());
    private static final MethodTypeDesc CALL = MethodTypeDesc.of(ConstantDescs.CD_void);

    @Override
    public void atStart(CodeBuilder builder) {
        if (stops) builder.invokestatic(AGENT, "stop", CALL);
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        if (starts && element instanceof ReturnInstruction)
            builder.invokestatic(AGENT, "start", CALL);
        builder.with(element);
    }
}
