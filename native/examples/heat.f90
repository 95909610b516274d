! Heat conduction in a rod with one hot end. Neighbouring ranks exchange their edge points. The MPI
! calls are recorded below the events of the program.
!
!     make -C .. mpi
!     mpif90 ../fortran/treeline.f90 heat.f90 -o heat -L../target -ltreeline-mpi -Wl,-rpath,../target
!     mpirun -n 4 ./heat
program heat
  use mpi
  use treeline
  implicit none
  integer, parameter :: points = 1000, steps = 20
  double precision :: rod(0:points + 1), next(points), change, largest
  integer :: rank, ranks, step, error

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call treeline_metric('points', '')
  call treeline_label('tag')
  call treeline_start('heat-recording')
  rod = 0
  if (rank == 0) rod(0) = 100

  call treeline_begin('main')
  do step = 0, steps - 1
    call treeline_begin('halo', each=step)
    call exchange()
    call treeline_end('halo')
    call treeline_begin('sweep', each=step)
    call treeline_put('tag', 'COMP')
    next = (rod(0:points - 1) + rod(2:points + 1)) / 2
    change = maxval(abs(next - rod(1:points)))
    rod(1:points) = next
    call treeline_add('points', dble(points))
    call treeline_end('sweep')
    call treeline_begin('residual', each=step, summed=.true.)
    call MPI_Allreduce(change, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, error)
    call treeline_end('residual')
  end do
  call treeline_end('main')

  if (rank == 0) print '(a,i0,a,f0.4)', 'heat on ', ranks, ' ranks: last change ', largest
  call MPI_Finalize(error)

contains

  subroutine exchange()
    integer :: left, right
    left = merge(rank - 1, MPI_PROC_NULL, rank > 0)
    right = merge(rank + 1, MPI_PROC_NULL, rank < ranks - 1)
    call MPI_Sendrecv(rod(points), 1, MPI_DOUBLE_PRECISION, right, 0, rod(0), 1, &
                      MPI_DOUBLE_PRECISION, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call MPI_Sendrecv(rod(1), 1, MPI_DOUBLE_PRECISION, left, 1, rod(points + 1), 1, &
                      MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  end subroutine

end program
