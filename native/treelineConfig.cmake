# find_package(treeline) defines treeline::treeline: the static library, or the shared one if it was installed alone.
get_filename_component(treeline_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_package(Threads REQUIRED)
set(treeline_library "${treeline_prefix}/lib/libtreeline.a")
if(NOT EXISTS "${treeline_library}")
  set(treeline_library "${treeline_prefix}/lib/libtreeline.so")
endif()
if(NOT TARGET treeline::treeline)
  add_library(treeline::treeline UNKNOWN IMPORTED)
  set_target_properties(treeline::treeline PROPERTIES
    IMPORTED_LOCATION "${treeline_library}"
    INTERFACE_INCLUDE_DIRECTORIES "${treeline_prefix}/include"
    INTERFACE_LINK_LIBRARIES "Threads::Threads;m")
endif()
