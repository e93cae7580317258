# small_module(target): a WebAssembly module that is small once compressed. With -Oz -flto of project_options.cmake.
#
# Binaryen's passes are those of its -Oz less two that cost brotli more than they save: memory-packing cuts the tables into
# hundreds of segments, const-hoisting hides repetitions. So the link itself is -O1, which runs none; the linker's own
# optimiser works at its usual level. --enable-bulk-memory adds a section of three bytes, after which brotli packs the code
# of calculators.wasm 100 bytes smaller.
find_program(WASM_OPT wasm-opt REQUIRED)
set(tidy_functions
    --ssa-nomerge --dce --remove-unused-names --remove-unused-brs --remove-unused-names --optimize-instructions
    --pick-load-signs --precompute-propagate --optimize-added-constants-propagate --code-pushing
    --simplify-locals-nostructure --vacuum --reorder-locals --remove-unused-brs --heap2local
    --coalesce-locals --simplify-locals --vacuum --reorder-locals --coalesce-locals --reorder-locals --vacuum
    --code-folding --merge-blocks --remove-unused-brs --remove-unused-names --merge-blocks --precompute-propagate
    --optimize-instructions --rse --vacuum)

function(small_module target)
    target_link_options(${target} PRIVATE -O1 -flto -Wl,--lto-O2 --no-entry -sSTANDALONE_WASM -fno-exceptions)
    set_target_properties(${target} PROPERTIES SUFFIX .wasm)
    add_custom_command(TARGET ${target} POST_BUILD VERBATIM
        COMMAND ${WASM_OPT} $<TARGET_FILE:${target}> -o $<TARGET_FILE:${target}>
            --enable-bulk-memory --optimize-level=2 --shrink-level=2 --low-memory-unused --zero-filled-memory
            --duplicate-function-elimination --remove-unused-module-elements ${tidy_functions}
            --dae-optimizing --inlining-optimizing --duplicate-function-elimination --simplify-globals-optimizing
            --remove-unused-module-elements --directize ${tidy_functions})
endfunction()
