package treeline.ledger;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The class of each MPI routine in the standard: MPI 1 to 4.1, names without `MPI_`. Large-count
/// variants (`_c`) are not listed. Datatypes and packing are point-to-point, as in the chapter of
/// MPI 1; Init and Finalize are environment; neighbourhood collectives are collective.
final class MpiRoutines {
    private static final String POINT_TO_POINT =
            """
            Send Bsend Ssend Rsend Isend Ibsend Issend Irsend Recv Irecv Sendrecv Sendrecv_replace
            Isendrecv Isendrecv_replace Send_init Bsend_init Ssend_init Rsend_init Recv_init Start Startall
            Psend_init Precv_init Pready Pready_range Pready_list Parrived
            Wait Waitany Waitall Waitsome Test Testany Testall Testsome Cancel Test_cancelled
            Request_free Request_get_status Request_get_status_all Request_get_status_any Request_get_status_some
            Probe Iprobe Mprobe Improbe Mrecv Imrecv Get_count Get_elements Get_elements_x
            Buffer_attach Buffer_detach Buffer_flush Buffer_iflush
            Comm_attach_buffer Comm_detach_buffer Comm_flush_buffer Comm_iflush_buffer
            Session_attach_buffer Session_detach_buffer Session_flush_buffer Session_iflush_buffer
            Address Get_address Aint_add Aint_diff Pack Pack_size Pack_external Pack_external_size
            Unpack Unpack_external Type_commit Type_free Type_dup Type_contiguous Type_vector Type_hvector
            Type_indexed Type_hindexed Type_struct Type_extent Type_lb Type_ub Type_size Type_size_x
            Type_create_hvector Type_create_hindexed Type_create_hindexed_block Type_create_indexed_block
            Type_create_struct Type_create_subarray Type_create_darray Type_create_resized
            Type_get_extent Type_get_extent_x Type_get_true_extent Type_get_true_extent_x
            Type_get_envelope Type_get_contents Type_get_value_index
            """;
    private static final String COLLECTIVE =
            """
            Barrier Bcast Gather Gatherv Scatter Scatterv Allgather Allgatherv Alltoall Alltoallv Alltoallw
            Reduce Allreduce Reduce_scatter Reduce_scatter_block Reduce_local Scan Exscan
            Ibarrier Ibcast Igather Igatherv Iscatter Iscatterv Iallgather Iallgatherv Ialltoall Ialltoallv
            Ialltoallw Ireduce Iallreduce Ireduce_scatter Ireduce_scatter_block Iscan Iexscan
            Barrier_init Bcast_init Gather_init Gatherv_init Scatter_init Scatterv_init Allgather_init
            Allgatherv_init Alltoall_init Alltoallv_init Alltoallw_init Reduce_init Allreduce_init
            Reduce_scatter_init Reduce_scatter_block_init Scan_init Exscan_init
            Neighbor_allgather Neighbor_allgatherv Neighbor_alltoall Neighbor_alltoallv Neighbor_alltoallw
            Ineighbor_allgather Ineighbor_allgatherv Ineighbor_alltoall Ineighbor_alltoallv Ineighbor_alltoallw
            Neighbor_allgather_init Neighbor_allgatherv_init Neighbor_alltoall_init Neighbor_alltoallv_init
            Neighbor_alltoallw_init Op_create Op_free Op_commutative
            """;
    private static final String ONE_SIDED =
            """
            Put Get Accumulate Get_accumulate Fetch_and_op Compare_and_swap
            Rput Rget Raccumulate Rget_accumulate
            Win_create Win_create_dynamic Win_allocate Win_allocate_shared Win_shared_query Win_attach
            Win_detach Win_free Win_get_group Win_get_info Win_set_info Win_fence Win_start Win_complete
            Win_post Win_wait Win_test Win_lock Win_lock_all Win_unlock Win_unlock_all Win_flush
            Win_flush_all Win_flush_local Win_flush_local_all Win_sync
            """;
    private static final String IO =
            """
            File_open File_close File_delete File_set_size File_preallocate File_get_size File_get_group
            File_get_amode File_set_info File_get_info File_set_view File_get_view
            File_read File_read_all File_write File_write_all File_iread File_iread_all File_iwrite File_iwrite_all
            File_read_at File_read_at_all File_write_at File_write_at_all
            File_iread_at File_iread_at_all File_iwrite_at File_iwrite_at_all
            File_read_shared File_write_shared File_iread_shared File_iwrite_shared
            File_read_ordered File_write_ordered File_seek File_seek_shared File_get_position
            File_get_position_shared File_get_byte_offset
            File_read_all_begin File_read_all_end File_write_all_begin File_write_all_end
            File_read_at_all_begin File_read_at_all_end File_write_at_all_begin File_write_at_all_end
            File_read_ordered_begin File_read_ordered_end File_write_ordered_begin File_write_ordered_end
            File_get_type_extent File_set_atomicity File_get_atomicity File_sync Register_datarep
            """;
    private static final String ENVIRONMENT =
            """
            Init Init_thread Initialized Finalize Finalized Abort Query_thread Is_thread_main Pcontrol
            Get_version Get_library_version Get_processor_name Get_hw_resource_info Wtime Wtick
            Alloc_mem Free_mem Error_class Error_string Add_error_class Add_error_code Add_error_string
            Remove_error_class Remove_error_code Remove_error_string
            Errhandler_create Errhandler_set Errhandler_get Errhandler_free
            Comm_create_errhandler Comm_set_errhandler Comm_get_errhandler Comm_call_errhandler
            File_create_errhandler File_set_errhandler File_get_errhandler File_call_errhandler
            Win_create_errhandler Win_set_errhandler Win_get_errhandler Win_call_errhandler
            Session_create_errhandler Session_set_errhandler Session_get_errhandler Session_call_errhandler
            T_init_thread T_finalize T_enum_get_info T_enum_get_item
            T_cvar_get_num T_cvar_get_info T_cvar_get_index T_cvar_handle_alloc T_cvar_handle_free
            T_cvar_read T_cvar_write
            T_pvar_get_num T_pvar_get_info T_pvar_get_index T_pvar_session_create T_pvar_session_free
            T_pvar_handle_alloc T_pvar_handle_free T_pvar_start T_pvar_stop T_pvar_read T_pvar_write
            T_pvar_reset T_pvar_readreset
            T_category_get_num T_category_get_info T_category_get_index T_category_get_cvars
            T_category_get_pvars T_category_get_events T_category_get_categories T_category_get_num_events
            T_category_changed T_source_get_num T_source_get_info T_source_get_timestamp
            T_event_get_num T_event_get_info T_event_get_index T_event_handle_alloc T_event_handle_free
            T_event_handle_set_info T_event_handle_get_info T_event_register_callback T_event_callback_set_info
            T_event_callback_get_info T_event_set_dropped_handler T_event_read T_event_copy
            T_event_get_timestamp T_event_get_source
            """;
    private static final String GROUPS =
            """
            Group_size Group_rank Group_translate_ranks Group_compare Group_union Group_intersection
            Group_difference Group_incl Group_excl Group_range_incl Group_range_excl Group_free
            Group_from_session_pset
            Comm_size Comm_rank Comm_compare Comm_group Comm_dup Comm_dup_with_info Comm_idup
            Comm_idup_with_info Comm_create Comm_create_group Comm_create_from_group Comm_split
            Comm_split_type Comm_free Comm_set_info Comm_get_info Comm_test_inter Comm_remote_size
            Comm_remote_group Intercomm_create Intercomm_create_from_groups Intercomm_merge
            Keyval_create Keyval_free Attr_put Attr_get Attr_delete
            Comm_create_keyval Comm_free_keyval Comm_set_attr Comm_get_attr Comm_delete_attr
            Win_create_keyval Win_free_keyval Win_set_attr Win_get_attr Win_delete_attr
            Type_create_keyval Type_free_keyval Type_set_attr Type_get_attr Type_delete_attr
            Comm_set_name Comm_get_name Type_set_name Type_get_name Win_set_name Win_get_name
            """;
    private static final String TOPOLOGIES =
            """
            Cart_create Cart_get Cart_rank Cart_coords Cart_shift Cart_sub Cart_map Cartdim_get Dims_create
            Graph_create Graph_get Graph_map Graph_neighbors Graph_neighbors_count Graphdims_get
            Dist_graph_create Dist_graph_create_adjacent Dist_graph_neighbors Dist_graph_neighbors_count
            Topo_test
            """;
    private static final String PROCESSES =
            """
            Comm_spawn Comm_spawn_multiple Comm_get_parent Comm_join Comm_accept Comm_connect Comm_disconnect
            Open_port Close_port Publish_name Unpublish_name Lookup_name
            Session_init Session_finalize Session_get_num_psets Session_get_nth_pset Session_get_info
            Session_get_pset_info
            """;
    private static final String MISCELLANEOUS =
            """
            Info_create Info_create_env Info_delete Info_dup Info_free Info_get Info_get_nkeys Info_get_nthkey
            Info_get_string Info_get_valuelen Info_set
            Grequest_start Grequest_complete Status_set_elements Status_set_elements_x Status_set_cancelled
            Status_set_error Status_set_source Status_set_tag Status_get_error Status_get_source Status_get_tag
            Type_create_f90_integer Type_create_f90_real Type_create_f90_complex Type_match_size Sizeof
            F_sync_reg Comm_c2f Comm_f2c Errhandler_c2f Errhandler_f2c File_c2f File_f2c Group_c2f Group_f2c
            Info_c2f Info_f2c Message_c2f Message_f2c Op_c2f Op_f2c Request_c2f Request_f2c Session_c2f
            Session_f2c Type_c2f Type_f2c Win_c2f Win_f2c Status_c2f Status_f2c Status_c2f08 Status_f082c
            Status_f2f08 Status_f082f
            """;

    private static final Map<Operation, String> TEXTS =
            Map.of(
                    Operation.MPI_POINT_TO_POINT,
                    POINT_TO_POINT,
                    Operation.MPI_COLLECTIVE,
                    COLLECTIVE,
                    Operation.MPI_ONE_SIDED,
                    ONE_SIDED,
                    Operation.MPI_IO,
                    IO,
                    Operation.MPI_ENVIRONMENT,
                    ENVIRONMENT,
                    Operation.MPI_GROUPS,
                    GROUPS,
                    Operation.MPI_TOPOLOGIES,
                    TOPOLOGIES,
                    Operation.MPI_PROCESSES,
                    PROCESSES,
                    Operation.MPI_MISCELLANEOUS,
                    MISCELLANEOUS);

    private static final Map<String, Operation> BY_NAME = byName();

    /// C, Fortran and Fortran 2008, each by its own name or through the profiling interface, and
    /// what libraries add to the standard.
    private static final Pattern PLAIN =
            Pattern.compile("(?i)P?MPIX?_(\\w+?)(?:_f08(?:ts)?)?_{0,2}(?:\\W.*)?", Pattern.DOTALL);

    /// Extensions of a library, which no standard lists, have the spelling of C.
    private static final String EXTENSION = "MPIX_";

    /// The C++ binding: `MPI::Comm::Send`.
    private static final Pattern CPP = Pattern.compile("MPI::(?:(\\w+)(?:::|\\.))?(\\w+)");

    private static final Pattern MPI4PY =
            Pattern.compile("[{<]?method '(\\w+)' of 'mpi4py\\.MPI\\.(\\w+)' objects[}>]?");

    /// What methods of an object are about that are no routines of C.
    private static final Map<String, Operation> BY_OBJECT =
            Map.of(
                    "comm", Operation.MPI_GROUPS,
                    "group", Operation.MPI_GROUPS,
                    "cart", Operation.MPI_TOPOLOGIES,
                    "graph", Operation.MPI_TOPOLOGIES,
                    "win", Operation.MPI_ONE_SIDED,
                    "file", Operation.MPI_IO,
                    "request", Operation.MPI_POINT_TO_POINT,
                    "type", Operation.MPI_POINT_TO_POINT);

    private MpiRoutines() {}

    private static Map<String, Operation> byName() {
        Map<String, Operation> byName = new HashMap<>();
        TEXTS.forEach(
                (operation, names) -> {
                    for (String name : words(names)) {
                        Operation other = byName.put(lower(name), operation);
                        if (other != null) throw new IllegalStateException(name + " stands twice");
                    }
                });
        return byName;
    }

    private static List<String> words(String text) {
        return List.of(text.strip().split("\\s+"));
    }

    /// All routines of a class, without `MPI_`.
    static Set<String> of(Operation operation) {
        return new TreeSet<>(words(TEXTS.getOrDefault(operation, "")));
    }

    /// Whether a name is that of a routine of MPI, in any of its languages, or of an extension
    /// (`MPIX_`). Programs have functions such as `mpi_halo_pack`, which are not.
    static boolean isRoutine(String bare) {
        Matcher plain = PLAIN.matcher(bare);
        if (plain.matches())
            return isKnown(plain.group(1)) || bare.startsWith(EXTENSION, bare.indexOf('M'));
        return CPP.matcher(bare).lookingAt() || MPI4PY.matcher(bare).matches();
    }

    private static boolean isKnown(String name) {
        String known = lower(name);
        return BY_NAME.containsKey(known) || BY_NAME.containsKey(withoutLargeCount(known));
    }

    private static String withoutLargeCount(String known) {
        return known.endsWith("_c") ? known.substring(0, known.length() - 2) : known;
    }

    /// The class of a routine, in any of its languages; miscellaneous for extensions that the
    /// standard does not list.
    static Operation of(String bare) {
        Matcher plain = PLAIN.matcher(bare);
        if (plain.matches()) return called(plain.group(1), Operation.MPI_MISCELLANEOUS);
        Matcher cpp = CPP.matcher(bare);
        if (cpp.matches()) return method(cpp.group(1) == null ? "" : cpp.group(1), cpp.group(2));
        Matcher python = MPI4PY.matcher(bare);
        if (python.matches()) return method(python.group(2), python.group(1));
        return Operation.MPI_MISCELLANEOUS;
    }

    private static Operation method(String object, String name) {
        String owner =
                switch (lower(object)) {
                    case "cartcomm" -> "cart";
                    case "graphcomm", "distgraphcomm" -> "graph";
                    case "intracomm", "intercomm", "comm_world", "topocomm" -> "comm";
                    case "prequest" -> "request";
                    case "datatype" -> "type";
                    default -> lower(object); // as the routines of C begin
                };
        Operation inGeneral = BY_OBJECT.getOrDefault(owner, Operation.MPI_MISCELLANEOUS);
        return called(owner + "_" + name, called(name, inGeneral));
    }

    private static Operation called(String name, Operation otherwise) {
        String known = lower(name);
        Operation exact = BY_NAME.get(known);
        if (exact != null) return exact;
        return BY_NAME.getOrDefault(withoutLargeCount(known), otherwise);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
