# find_package(treeline) defines treeline::treeline, the static library.
get_filename_component(treeline_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_package(Threads REQUIRED)
if(NOT TARGET treeline::treeline)
  add_library(treeline::treeline STATIC IMPORTED)
  set_target_properties(treeline::treeline PROPERTIES
    IMPORTED_LOCATION "${treeline_prefix}/lib/libtreeline.a"
    INTERFACE_INCLUDE_DIRECTORIES "${treeline_prefix}/include"
    INTERFACE_LINK_LIBRARIES "Threads::Threads;m")
endif()
