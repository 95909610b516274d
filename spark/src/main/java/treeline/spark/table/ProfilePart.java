package treeline.spark.table;

import org.apache.spark.sql.connector.read.InputPartition;

import treeline.model.ImmutableInts;
import treeline.source.Slice;

/// The rows of some contexts of a run, which one task reads.
record ProfilePart(NamedRun run, Slice slice, ImmutableInts contexts) implements InputPartition {}
