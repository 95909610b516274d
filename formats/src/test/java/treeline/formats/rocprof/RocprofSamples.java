package treeline.formats.rocprof;

/// Small outputs of rocprofv3, after its documentation.
final class RocprofSamples {
    static final String CALLS =
            """
            "Domain","Function","Process_Id","Thread_Id","Correlation_Id","Start_Timestamp","End_Timestamp"
            "HIP_RUNTIME_API","hipMemcpyAsync",4711,4711,1,1000000000000100,1000000000000150
            "HIP_RUNTIME_API","hipLaunchKernel",4711,4711,2,1000000000000200,1000000000000260
            "HIP_RUNTIME_API","hipDeviceSynchronize",4711,4711,3,1000000000000300,1000000000000900
            """;

    static final String MARKERS =
            """
            "Domain","Function","Process_Id","Thread_Id","Correlation_Id","Start_Timestamp","End_Timestamp"
            "MARKER_CORE_API","step ""1"", all",4711,4711,9,1000000000000050,1000000000000950
            "MARKER_CORE_API","a mark",4711,4711,10,1000000000000060,1000000000000060
            """;

    static final String KERNELS =
            """
            "Kind","Agent_Id","Queue_Id","Stream_Id","Thread_Id","Dispatch_Id","Kernel_Id","Kernel_Name","Correlation_Id","Start_Timestamp","End_Timestamp","LDS_Block_Size"
            "KERNEL_DISPATCH","Agent 4",1,2,4711,1,16,"stencil(float*, int)",2,1000000000000400,1000000000000800,0
            "KERNEL_DISPATCH","Agent 4",1,2,4711,2,16,"never reported",5,0,0,0
            """;

    static final String COPIES =
            """
            "Kind","Direction","Stream_Id","Source_Agent_Id","Destination_Agent_Id","Correlation_Id","Start_Timestamp","End_Timestamp"
            "MEMORY_COPY","MEMORY_COPY_HOST_TO_DEVICE",2,"Agent 0","Agent 4",1,1000000000000170,1000000000000190
            """;

    static final String JSON =
            """
            {"rocprofiler-sdk-tool": [{
              "metadata": {"pid": 4711, "init_time": 1},
              "agents": [{"id": {"handle": 77}, "node_id": 4, "type": 2}],
              "buffer_records": {
                "hip_api": [
                  {"size": 1, "kind": 1, "operation": 1, "thread_id": 4711, "correlation_id": {"internal": 1, "external": 0}, "start_timestamp": 1100, "end_timestamp": 1150},
                  {"size": 1, "kind": 1, "operation": 0, "thread_id": 4711, "correlation_id": {"internal": 2, "external": 0}, "start_timestamp": 1200, "end_timestamp": 1260}],
                "marker_api": [
                  {"size": 1, "kind": 0, "operation": 0, "thread_id": 4711, "correlation_id": {"internal": 8, "external": 0}, "start_timestamp": 1050, "end_timestamp": 1950}],
                "memory_copy": [
                  {"size": 1, "kind": 2, "operation": 0, "thread_id": 4711, "correlation_id": {"internal": 1, "external": 0}, "start_timestamp": 1170, "end_timestamp": 1190, "dst_agent_id": {"handle": 77}, "src_agent_id": {"handle": 0}, "stream_id": {"handle": 2}, "bytes": 4096}],
                "kernel_dispatch": [
                  {"size": 1, "kind": 3, "operation": 0, "thread_id": 4711, "correlation_id": {"internal": 2, "external": 0}, "start_timestamp": 1400, "end_timestamp": 1800, "dispatch_info": {"size": 1, "agent_id": {"handle": 77}, "queue_id": {"handle": 1}, "kernel_id": 16, "workgroup_size": {"x": 64, "y": 1, "z": 1}}, "stream_id": {"handle": 2}}],
                "scratch_memory": [{"kind": 4}]},
              "kernel_symbols": [{"kernel_id": 16, "kernel_name": "_Z7stencil", "formatted_kernel_name": "stencil(float*, int)"}],
              "strings": {
                "buffer_records": [
                  {"kind": "MARKER", "operations": ["roctxRangePush"]},
                  {"kind": "HIP", "operations": ["hipLaunchKernel", "hipMemcpyAsync"]},
                  {"kind": "MEMORY_COPY", "operations": ["MEMORY_COPY_HOST_TO_DEVICE"]}],
                "marker_api": [{"key": 8, "value": "step"}]}
            }]}
            """;

    private RocprofSamples() {}
}
