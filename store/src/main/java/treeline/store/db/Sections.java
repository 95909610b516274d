package treeline.store.db;

import treeline.bytes.LittleEndianBytes;
import treeline.store.db.DatabaseLayout.Tag;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.function.Consumer;

/// Writer of consecutive sections and the section table at the end.
final class Sections {
    private final WritableByteChannel channel;
    private final int flushBytes;
    private final LittleEndianBytes pending = new LittleEndianBytes();
    private final LittleEndianBytes directory = new LittleEndianBytes();
    private long flushed;
    private int sections;

    /// @param flushBytes beyond so many bytes there are several writes
    Sections(WritableByteChannel channel, int flushBytes) {
        this.channel = channel;
        this.flushBytes = flushBytes;
    }

    void header(int version) {
        pending.raw(DatabaseLayout.MAGIC, 0, DatabaseLayout.MAGIC.length);
        pending.i32(version);
        pending.i32(0);
        pending.i32(pending.crcFrom(0));
    }

    void section(Tag tag, Consumer<LittleEndianBytes> content) throws IOException {
        var head = new LittleEndianBytes();
        content.accept(head);
        section(tag, head, new LittleEndianBytes());
    }

    void section(Tag tag, LittleEndianBytes head, LittleEndianBytes body) throws IOException {
        directory.i32(tag.code);
        directory.i64(flushed + pending.size());
        sections++;
        int frame = pending.size();
        pending.i32(tag.code);
        pending.i32(head.size());
        pending.i64(body.size());
        pending.i32(head.crcFrom(0));
        pending.i32(pending.crcFrom(frame));
        pending.all(head);
        pending.all(body);
        if (pending.size() > flushBytes) flush();
    }

    void footer() throws IOException {
        long footerAt = flushed + pending.size();
        var list = new LittleEndianBytes();
        list.varint(sections);
        list.all(directory);
        section(Tag.FOOTER, list, new LittleEndianBytes());
        int trailer = pending.size();
        pending.i64(footerAt);
        pending.raw(DatabaseLayout.END_MARK, 0, DatabaseLayout.END_MARK.length);
        pending.i32(pending.crcFrom(trailer));
        flush();
    }

    private void flush() throws IOException {
        var bytes = ByteBuffer.wrap(pending.array(), 0, pending.size());
        while (bytes.hasRemaining()) channel.write(bytes);
        flushed += pending.size();
        pending.clear();
    }
}
