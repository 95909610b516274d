!> Records the time that a Fortran program spends in its regions, on every rank and thread.
!>
!>     use treeline
!>     call treeline_start('out')
!>     call treeline_begin('main')
!>     do i = 0, steps - 1
!>       call treeline_begin('sweep', each=i)
!>       call sweep()
!>       call treeline_end('sweep')
!>     end do
!>     call treeline_end('main')
!>
!> Trailing blanks of names are ignored. treeline.h documents each call.
module treeline
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_int64_t, c_null_char, c_ptr
  implicit none
  private

  public :: treeline_start, treeline_close, treeline_option, treeline_metric, treeline_label
  public :: treeline_begin, treeline_end, treeline_add, treeline_put, treeline_pause
  public :: treeline_resume, treeline_here, treeline_attach, treeline_detach

  ! The flags of treeline.h.
  integer(c_int), parameter :: kind_each = 1, kind_sum = 2, kind_local = 4

  !> Begins an event. In a loop, pass the iteration number, which starts at 0 and has 32 or 64 bits.
  interface treeline_begin
    module procedure begin_plain, begin_loop, begin_long_loop
  end interface

  interface
    integer(c_int) function c_state() bind(c, name='treeline_get_state')
      import :: c_int
    end function
    integer(c_int) function c_start(output) bind(c, name='treeline_start')
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: output(*)
    end function
    integer(c_int) function c_start_default(output) bind(c, name='treeline_start')
      import :: c_int, c_ptr
      type(c_ptr), value :: output
    end function
    integer(c_int) function c_option(name, text) bind(c, name='treeline_option')
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: name(*), text(*)
    end function
    integer(c_int) function c_metric(name, unit, scope) bind(c, name='treeline_metric')
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: name(*), unit(*), scope(*)
    end function
    integer(c_int) function c_label(name) bind(c, name='treeline_label')
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: name(*)
    end function
    integer(c_int64_t) function c_begin(name, kind, iteration) bind(c, name='treeline_begin_event')
      import :: c_int, c_int64_t, c_char
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: kind
      integer(c_int64_t), value :: iteration
    end function
    subroutine c_end(name) bind(c, name='treeline_end_named')
      import :: c_char
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine c_add(metric, value) bind(c, name='treeline_add')
      import :: c_char, c_double
      character(kind=c_char), intent(in) :: metric(*)
      real(c_double), value :: value
    end subroutine
    subroutine c_put(label, text) bind(c, name='treeline_put')
      import :: c_char
      character(kind=c_char), intent(in) :: label(*), text(*)
    end subroutine
    !> Ends the recording and writes it. Under MPI all ranks call it. MPI_Finalize also ends it.
    subroutine treeline_close() bind(c, name='treeline_close')
    end subroutine
    subroutine treeline_pause() bind(c, name='treeline_pause')
    end subroutine
    subroutine treeline_resume() bind(c, name='treeline_resume')
    end subroutine
    !> The current call path of this thread, for treeline_attach on another thread.
    type(c_ptr) function treeline_here() bind(c, name='treeline_here')
      import :: c_ptr
    end function
    subroutine treeline_attach(path) bind(c, name='treeline_attach')
      import :: c_ptr
      type(c_ptr), value :: path
    end subroutine
    subroutine treeline_detach() bind(c, name='treeline_detach')
    end subroutine
  end interface

contains

  pure function c_string(text) result(terminated)
    character(len=*), intent(in) :: text
    character(kind=c_char, len=len_trim(text) + 1) :: terminated
    terminated = trim(text)//c_null_char
  end function

  !> Starts recording into a folder, by default the option "output". The status is 0, or -1 if
  !> nothing is recorded. If preloading has started a recording, it continues.
  subroutine treeline_start(output, status)
    use, intrinsic :: iso_c_binding, only: c_null_ptr
    character(len=*), intent(in), optional :: output
    integer, intent(out), optional :: status
    integer(c_int) :: result
    result = 0
    if (c_state() /= 1) then
      if (present(output)) then
        result = c_start(c_string(output))
      else
        result = c_start_default(c_null_ptr)
      end if
    end if
    if (present(status)) status = int(result)
  end subroutine

  subroutine treeline_option(name, text, status)
    character(len=*), intent(in) :: name, text
    integer, intent(out), optional :: status
    integer(c_int) :: result
    result = c_option(c_string(name), c_string(text))
    if (present(status)) status = int(result)
  end subroutine

  !> Declares a numeric metric with its unit and scope.
  subroutine treeline_metric(name, unit, scope, status)
    character(len=*), intent(in) :: name, unit
    character(len=*), intent(in), optional :: scope
    integer, intent(out), optional :: status
    integer(c_int) :: result
    if (present(scope)) then
      result = c_metric(c_string(name), c_string(unit), c_string(scope))
    else
      result = c_metric(c_string(name), c_string(unit), c_string('exclusive'))
    end if
    if (present(status)) status = int(result)
  end subroutine

  subroutine treeline_label(name, status)
    character(len=*), intent(in) :: name
    integer, intent(out), optional :: status
    integer(c_int) :: result
    result = c_label(c_string(name))
    if (present(status)) status = int(result)
  end subroutine

  subroutine begin_plain(name, local)
    character(len=*), intent(in) :: name
    logical, intent(in), optional :: local
    integer(c_int) :: kind
    kind = 0
    if (present(local)) kind = merge(kind_local, 0_c_int, local)
    call begin_kind(name, kind, 0_c_int64_t)
  end subroutine

  !> Stores one value per iteration, or the sum over all iterations if summed.
  subroutine begin_loop(name, each, summed)
    character(len=*), intent(in) :: name
    integer(c_int), intent(in) :: each
    logical, intent(in), optional :: summed
    call begin_long_loop(name, int(each, c_int64_t), summed)
  end subroutine

  subroutine begin_long_loop(name, each, summed)
    character(len=*), intent(in) :: name
    integer(c_int64_t), intent(in) :: each
    logical, intent(in), optional :: summed
    integer(c_int) :: kind
    kind = kind_each
    if (present(summed)) kind = merge(kind_sum, kind_each, summed)
    call begin_kind(name, kind, each)
  end subroutine

  subroutine begin_kind(name, kind, iteration)
    character(len=*), intent(in) :: name
    integer(c_int), intent(in) :: kind
    integer(c_int64_t), intent(in) :: iteration
    integer(c_int64_t) :: event
    if (c_state() /= 0) event = c_begin(c_string(name), kind, iteration)
  end subroutine

  !> Ends the innermost event. Its name must match.
  subroutine treeline_end(name)
    character(len=*), intent(in) :: name
    if (c_state() /= 0) call c_end(c_string(name))
  end subroutine

  !> Adds to a declared metric of the innermost event.
  subroutine treeline_add(metric, value)
    character(len=*), intent(in) :: metric
    real(c_double), intent(in) :: value
    if (c_state() /= 0) call c_add(c_string(metric), value)
  end subroutine

  !> Sets a declared label of the innermost event.
  subroutine treeline_put(label, text)
    character(len=*), intent(in) :: label, text
    if (c_state() /= 0) call c_put(c_string(label), c_string(text))
  end subroutine

end module
