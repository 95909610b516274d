/* Data access to files: calls.c includes this file twice, with counts of type int and, since MPI 4,
 * of type MPI_Count. The bytes are those of the buffer. */

#define ACCESS(name, BUFFER, LAST)                                                        \
    CALL(File_##name, (MPI_File f, BUFFER b, COUNT n, MPI_Datatype t, LAST last), (f, b, n, t, \
         last), tlm_file(n, t))
#define ACCESS_AT(name, BUFFER, LAST)                                                     \
    CALL(File_##name, (MPI_File f, MPI_Offset at, BUFFER b, COUNT n, MPI_Datatype t, LAST last), \
         (f, at, b, n, t, last), tlm_file(n, t))

ACCESS(read, void *, MPI_Status *)
ACCESS(read_all, void *, MPI_Status *)
ACCESS(read_shared, void *, MPI_Status *)
ACCESS(read_ordered, void *, MPI_Status *)
ACCESS_AT(read_at, void *, MPI_Status *)
ACCESS_AT(read_at_all, void *, MPI_Status *)
ACCESS(iread, void *, MPI_Request *)
ACCESS(iread_all, void *, MPI_Request *)
ACCESS(iread_shared, void *, MPI_Request *)
ACCESS_AT(iread_at, void *, MPI_Request *)
ACCESS_AT(iread_at_all, void *, MPI_Request *)
CALL(File_read_all_begin, (MPI_File f, void *b, COUNT n, MPI_Datatype t), (f, b, n, t),
     tlm_file(n, t))
CALL(File_read_ordered_begin, (MPI_File f, void *b, COUNT n, MPI_Datatype t), (f, b, n, t),
     tlm_file(n, t))
CALL(File_read_at_all_begin, (MPI_File f, MPI_Offset at, void *b, COUNT n, MPI_Datatype t), (f, at,
     b, n, t), tlm_file(n, t))

ACCESS(write, const void *, MPI_Status *)
ACCESS(write_all, const void *, MPI_Status *)
ACCESS(write_shared, const void *, MPI_Status *)
ACCESS(write_ordered, const void *, MPI_Status *)
ACCESS_AT(write_at, const void *, MPI_Status *)
ACCESS_AT(write_at_all, const void *, MPI_Status *)
ACCESS(iwrite, const void *, MPI_Request *)
ACCESS(iwrite_all, const void *, MPI_Request *)
ACCESS(iwrite_shared, const void *, MPI_Request *)
ACCESS_AT(iwrite_at, const void *, MPI_Request *)
ACCESS_AT(iwrite_at_all, const void *, MPI_Request *)
CALL(File_write_all_begin, (MPI_File f, const void *b, COUNT n, MPI_Datatype t), (f, b, n, t),
     tlm_file(n, t))
CALL(File_write_ordered_begin, (MPI_File f, const void *b, COUNT n, MPI_Datatype t), (f, b, n, t),
     tlm_file(n, t))
CALL(File_write_at_all_begin, (MPI_File f, MPI_Offset at, const void *b, COUNT n, MPI_Datatype t),
     (f, at, b, n, t), tlm_file(n, t))

#undef ACCESS
#undef ACCESS_AT
