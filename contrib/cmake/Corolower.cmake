# A target that reports what the coroutines of a project cost: cmake --build build --target coroutines
#
#   include(path/to/Corolower.cmake)       # in front of the project's own targets
#   corolower_target()
#
# corolower_target([NAME name] [DEPENDS target...] [ARGS option...]): the target's name (coroutines), targets that make sources which units
# include, and options of `corolower project`, such as --optimize=O2. The target fails where corolower exits with 1: where there are findings or units that
# fail; ARGS --exit-zero lets it pass.
#
# The generator has to write compile_commands.json: Ninja and Makefiles do.

# Targets that are added from here on are in compile_commands.json.
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(COROLOWER corolower DOC "corolower, which reports what coroutines cost")

function(corolower_target)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "DEPENDS;ARGS")
  if(NOT arg_NAME)
    set(arg_NAME coroutines)
  endif()
  if(NOT COROLOWER)
    message(STATUS "corolower is not found: there is no target ${arg_NAME}; set COROLOWER to its path")
    return()
  endif()
  add_custom_target(${arg_NAME}
    COMMAND "${COROLOWER}" project -p "${CMAKE_BINARY_DIR}" ${arg_ARGS}
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
    COMMENT "Reporting what coroutines cost"
    USES_TERMINAL # the progress line, and one at a time: it uses all cores itself
    VERBATIM)
  if(arg_DEPENDS)
    add_dependencies(${arg_NAME} ${arg_DEPENDS})
  endif()
endfunction()
