package treeline.store.db;

import treeline.store.db.DatabaseLayout.Tag;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.function.Consumer;

/// What is being written: sections one behind the other, and at last where each of them is.
final class Sections {
    private final WritableByteChannel channel;
    private final int flushBytes;
    private final ByteSink pending = new ByteSink();
    private final ByteSink directory = new ByteSink();
    private long flushed;
    private int sections;

    /// @param flushBytes beyond so many bytes there are several writes
    Sections(WritableByteChannel channel, int flushBytes) {
        this.channel = channel;
        this.flushBytes = flushBytes;
    }

    void header() {
        pending.raw(DatabaseLayout.MAGIC, 0, DatabaseLayout.MAGIC.length);
        pending.u32(DatabaseLayout.VERSION);
        pending.u32(0);
        pending.u32(pending.crcFrom(0));
    }

    void section(Tag tag, Consumer<ByteSink> content) throws IOException {
        var head = new ByteSink();
        content.accept(head);
        section(tag, head, new ByteSink());
    }

    void section(Tag tag, ByteSink head, ByteSink body) throws IOException {
        directory.u32(tag.code);
        directory.u64(flushed + pending.size());
        sections++;
        int frame = pending.size();
        pending.u32(tag.code);
        pending.u32(head.size());
        pending.u64(body.size());
        pending.u32(head.crcFrom(0));
        pending.u32(pending.crcFrom(frame));
        pending.append(head);
        pending.append(body);
        if (pending.size() > flushBytes) flush();
    }

    void footer() throws IOException {
        long footerAt = flushed + pending.size();
        var list = new ByteSink();
        list.varint(sections);
        list.append(directory);
        section(Tag.FOOTER, list, new ByteSink());
        int trailer = pending.size();
        pending.u64(footerAt);
        pending.raw(DatabaseLayout.END_MARK, 0, DatabaseLayout.END_MARK.length);
        pending.u32(pending.crcFrom(trailer));
        flush();
    }

    private void flush() throws IOException {
        var bytes = ByteBuffer.wrap(pending.array(), 0, pending.size());
        while (bytes.hasRemaining()) channel.write(bytes);
        flushed += pending.size();
        pending.clear();
    }
}
