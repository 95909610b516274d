package treeline.record.agent;

import org.jspecify.annotations.Nullable;

import treeline.record.Event;
import treeline.record.Recorder;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// Instruments one method with an event, equivalent to
///
/// ```java
/// Event event = Recorder.event("Solver.step");
/// try { ... } finally { event.close(); }
/// ```
///
/// The event is closed before every return, and by an exception handler around the whole method. In
/// a constructor it starts after the call of the other constructor, because before that no handler
/// may access the object.
final class EventCode implements CodeTransform {
    private static final ClassDesc RECORDER = ClassDesc.of(Recorder.class.getName());
    private static final ClassDesc EVENT = ClassDesc.of(Event.class.getName());
    private static final MethodTypeDesc BEGIN = MethodTypeDesc.of(EVENT, ConstantDescs.CD_String);
    private static final MethodTypeDesc CLOSE = MethodTypeDesc.of(ConstantDescs.CD_void);

    private final MethodChoice.Chosen chosen;
    private final boolean isConstructor;
    private final ConstructorCalls calls = new ConstructorCalls();
    private int slot;
    private @Nullable Label begin;

    EventCode(MethodChoice.Chosen chosen, boolean isConstructor) {
        this.chosen = chosen;
        this.isConstructor = isConstructor;
    }

    /// Whether a constructor calls another in one place, as all that Java compilers make do.
    static boolean callsOneConstructor(CodeModel code) {
        var calls = new ConstructorCalls();
        int found = 0;
        for (CodeElement element : code) if (calls.isOnThis(element)) found++;
        return found == 1;
    }

    @Override
    public void atStart(CodeBuilder builder) {
        if (!isConstructor) begin(builder);
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        if (element instanceof ReturnInstruction && begin != null) close(builder);
        builder.with(element);
        if (isConstructor && begin == null && calls.isOnThis(element)) begin(builder);
    }

    @Override
    public void atEnd(CodeBuilder builder) {
        Label from = begin;
        if (from == null) return;
        Label handler = builder.newBoundLabel();
        close(builder);
        builder.athrow();
        builder.exceptionCatchAll(from, handler, handler);
    }

    private void begin(CodeBuilder builder) {
        slot = builder.allocateLocal(TypeKind.REFERENCE);
        builder.ldc(chosen.name())
                .invokestatic(RECORDER, chosen.common() ? "event" : "localEvent", BEGIN)
                .astore(slot);
        begin = builder.newBoundLabel();
    }

    private void close(CodeBuilder builder) {
        builder.aload(slot).invokevirtual(EVENT, "close", CLOSE);
    }

    /// Distinguishes the call of `super(...)` or `this(...)` from constructor calls of `new`
    /// expressions among its arguments, which compilers nest like parentheses.
    private static final class ConstructorCalls {
        private int unfinished;

        boolean isOnThis(CodeElement element) {
            if (element instanceof NewObjectInstruction) unfinished++;
            boolean isCall =
                    element instanceof InvokeInstruction call
                            && call.opcode() == Opcode.INVOKESPECIAL
                            && call.name().equalsString("<init>");
            if (!isCall) return false;
            if (unfinished == 0) return true;
            unfinished--;
            return false;
        }
    }
}
