# The same sources in another folder give the same program, byte by byte. ccache, which compares commands without the folder,
# has all objects but those whose command names it: half a minute. Needs SOURCE, BUILD (within SOURCE), PROGRAM, SCRATCH, GENERATOR, TYPE, WERROR, UNITY.
file(REMOVE_RECURSE ${SCRATCH})
file(COPY ${SOURCE}/CMakeLists.txt ${SOURCE}/CHANGES.md ${SOURCE}/LICENSE ${SOURCE}/src ${SOURCE}/include DESTINATION ${SCRATCH})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SCRATCH} -B ${SCRATCH}/${BUILD} -G ${GENERATOR} -DCMAKE_BUILD_TYPE=${TYPE}
  -DWAFERNET_WERROR=${WERROR} -DWAFERNET_UNITY=${UNITY} -DWAFERNET_TESTS=OFF OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${SCRATCH}/${BUILD} --target wafernet_cli OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${SCRATCH}/${BUILD}/wafernet ${PROGRAM} RESULT_VARIABLE differ)
if(differ)
  message(FATAL_ERROR "${PROGRAM} and the program built in ${SCRATCH} differ")
endif()
file(REMOVE_RECURSE ${SCRATCH})
