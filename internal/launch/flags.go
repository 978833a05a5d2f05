// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Form is how an option is spelled.
type Form uint8

// The forms. For example, -I is Either: `-I dir` and `-Idir`.
const (
	Exact    Form = iota // the word is the option
	Joined               // the value follows in the same word; it may be empty
	Separate             // the value is the next word
	Either               // the value follows in the same word, or is the next one
)

// Use defines the stages that an option belongs to.
type Use uint8

// The uses.
const (
	Both     Use = iota // frontend and code generation
	Frontend            // the frontend alone: preprocessing, language, dependency files, and link options
	Backend             // code generation alone
	Warning             // both; the driver of the second stage does not repeat its own warnings
	Launcher            // the launcher interprets it and writes its own options for each stage
	Profile             // the command runs as written, unless Options.Instrumented is set
	Whole               // the command runs as written
)

// Same defines how a test compares the output for a unit without coroutines with clang's.
type Same uint8

// The kinds of comparison. Files requires that all written files and all messages are equal.
const (
	Files Same = iota
	// compare file names and dependency files only, because other contents have times or bitcode in
	// another order
	Names
	Untested // not tested: another option's test covers it, or the tests lack something it needs
)

// Flag is a row of the table: an option, or all options with a common prefix.
type Flag struct {
	Name string
	Form Form
	Use  Use
	// Drop: the analysis of a project drops the option, because it writes files, selects the
	// kind of output, or does not concern the unit
	Drop bool
	Try  string // words for the command of a test; "" for Name itself
	Same Same
	Note string // a note for documents
}

// Flags is the table of clang's options. The row with the longest matching name applies, so an option has
// a row only if a shorter name would say something else. A command with an option that matches no row runs
// as written.
var Flags = [...]Flag{
	// Kind and name of the output.
	{Name: "-c", Use: Launcher, Drop: true, Try: "-c", Note: "without it, each source is compiled, and the objects are linked"},
	{Name: "-o", Form: Either, Use: Launcher, Drop: true, Try: "-o dir/out.o"},
	{Name: "--compile", Use: Launcher, Drop: true},
	{Name: "-x", Form: Either, Use: Frontend, Try: "-x c++", Note: "c++ and cuda; other languages run as written"},
	{Name: "-S", Use: Launcher, Drop: true, Same: Untested, Note: "the assembly of the lowered code; with -emit-llvm, its IR"},
	{Name: "-E", Use: Whole, Drop: true},
	{Name: "--assemble", Use: Launcher, Drop: true, Same: Untested},
	{Name: "--preprocess", Use: Whole},
	{Name: "-fsyntax-only", Use: Whole, Drop: true},
	{Name: "--precompile", Use: Whole, Drop: true, Try: "--precompile -x c++-module"},
	{Name: "-emit-llvm", Use: Launcher, Drop: true, Same: Names, Note: "the lowered code, after clang's passes"},
	{Name: "-emit-", Form: Joined, Use: Whole, Drop: true, Same: Untested},
	{Name: "-save-temps", Use: Whole, Drop: true, Note: "the temporary files would be ours"},
	{Name: "-save-temps=", Form: Joined, Use: Whole, Drop: true, Try: "-save-temps=obj"},
	{Name: "--save-temps", Form: Joined, Use: Whole, Drop: true},
	{Name: "-###", Use: Whole, Drop: true},
	{Name: "-v", Use: Whole, Drop: true},
	{Name: "--verbose", Use: Whole, Drop: true},
	{Name: "-V", Form: Joined, Use: Whole, Same: Untested},
	{Name: "--version", Use: Whole},
	{Name: "-version", Use: Whole, Same: Untested},
	{Name: "--help", Form: Joined, Use: Whole},
	{Name: "-help", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-print-", Form: Joined, Use: Whole, Try: "-print-resource-dir"},
	{Name: "--print-", Form: Joined, Use: Whole, Try: "--print-search-dirs"},
	{Name: "-dump", Form: Joined, Use: Whole, Try: "-dumpversion", Drop: true},
	{Name: "-dumpdir", Form: Either, Use: Whole, Drop: true, Same: Untested},
	{Name: "-d", Form: Joined, Use: Whole, Try: "-dM -E"},
	{Name: "-cc1", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-ccc-", Form: Joined, Use: Whole, Same: Untested},
	{Name: "--driver-mode=", Form: Joined, Use: Both, Try: "--driver-mode=g++",
		Note: "cl, cpp and others run as written"},
	{Name: "--analyze", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-Xanalyzer", Form: Separate, Use: Whole, Same: Untested},
	{Name: "-gen-cdb-fragment-path", Form: Separate, Use: Whole, Drop: true, Same: Untested},
	{Name: "-MJ", Form: Either, Use: Whole, Drop: true, Try: "-MJ unit.json",
		Note: "the fragment holds the command itself"},
	{Name: "-working-directory", Form: Either, Use: Whole, Same: Untested},
	{Name: "--config", Form: Joined, Use: Both, Try: "--config=$PWD/unit.cfg"},
	{Name: "--no-default-config", Use: Both},
	{Name: "-ObjC", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-objc", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-rewrite-", Form: Joined, Use: Whole, Same: Untested},
	{Name: "--migrate", Use: Whole, Same: Untested},
	{Name: "-dsym-dir", Form: Separate, Use: Whole, Same: Untested},
	{Name: "-gen-reproducer", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-index-", Form: Joined, Use: Whole, Same: Untested},

	// Preprocessing and dependency files.
	{Name: "-D", Form: Either, Use: Frontend, Try: "-D ONE=1 -DTWO"},
	{Name: "-U", Form: Either, Use: Frontend, Try: "-U ONE -UTWO"},
	{Name: "-I", Form: Either, Use: Frontend, Try: "-I inc -Iinc"},
	{Name: "-F", Form: Either, Use: Frontend, Try: "-F frameworks"},
	{Name: "-A", Form: Either, Use: Frontend, Try: "-A machine=x"},
	{Name: "--include-directory", Form: Joined, Use: Frontend, Try: "--include-directory=inc"},
	{Name: "--define-macro", Form: Joined, Use: Frontend, Try: "--define-macro=ONE=1"},
	{Name: "--undefine-macro", Form: Joined, Use: Frontend, Try: "--undefine-macro=ONE"},
	{Name: "-include", Form: Either, Use: Frontend, Try: "-include inc/extra.h"},
	{Name: "--include", Form: Separate, Use: Frontend, Try: "--include inc/extra.h"},
	{Name: "--imacros", Form: Separate, Use: Frontend, Try: "--imacros inc/extra.h"},
	{Name: "--embed-dir=", Form: Joined, Use: Frontend, Try: "--embed-dir=inc"},
	{Name: "--system-header-prefix=", Form: Joined, Use: Frontend, Try: "--system-header-prefix=inc/"},
	{Name: "--no-system-header-prefix=", Form: Joined, Use: Frontend, Try: "--no-system-header-prefix=inc/"},
	{Name: "--include=", Form: Joined, Use: Frontend, Try: "--include=inc/extra.h"},
	{Name: "-imacros", Form: Either, Use: Frontend, Try: "-imacros inc/extra.h"},
	{Name: "-include-pch", Form: Either, Use: Frontend, Try: "-include-pch extra.pch"},
	{Name: "-isystem", Form: Either, Use: Frontend, Try: "-isystem inc"},
	{Name: "-isystem-after", Form: Either, Use: Frontend, Try: "-isystem-after inc"},
	{Name: "-iquote", Form: Either, Use: Frontend, Try: "-iquote inc"},
	{Name: "-idirafter", Form: Either, Use: Frontend, Try: "-idirafter inc"},
	{Name: "-iframework", Form: Either, Use: Frontend, Try: "-iframework frameworks"},
	{Name: "-iframeworkwithsysroot", Form: Either, Use: Frontend, Try: "-iframeworkwithsysroot /frameworks"},
	{Name: "-iprefix", Form: Either, Use: Frontend, Try: "-iprefix inc/ -iwithprefix ."},
	{Name: "-iwithprefix", Form: Either, Use: Frontend, Try: "-iprefix ./ -iwithprefix inc"},
	{Name: "-iwithprefixbefore", Form: Either, Use: Frontend, Try: "-iwithprefixbefore inc"},
	{Name: "-iwithsysroot", Form: Either, Use: Frontend, Try: "-iwithsysroot/inc"},
	{Name: "-cxx-isystem", Form: Either, Use: Frontend, Try: "-cxx-isystem inc"},
	{Name: "-stdlib++-isystem", Form: Either, Use: Frontend, Try: "-stdlib++-isystem inc"},
	{Name: "-ivfsoverlay", Form: Either, Use: Frontend, Try: "-ivfsoverlay overlay.yaml"},
	{Name: "-iapinotes-modules", Form: Either, Use: Frontend, Try: "-iapinotes-modules inc"},
	{Name: "-nostdinc", Form: Joined, Use: Frontend, Try: "-nostdinc -nostdinc++"},
	{Name: "-nobuiltininc", Use: Frontend},
	{Name: "-undef", Use: Frontend},
	{Name: "-P", Use: Frontend},
	{Name: "-C", Use: Frontend, Note: "an error without -E"},
	{Name: "-CC", Use: Frontend, Note: "an error without -E"},
	{Name: "-trigraphs", Use: Frontend},
	{Name: "--trigraphs", Use: Frontend},
	{Name: "-H", Use: Frontend, Drop: true},
	{Name: "-M", Use: Whole, Drop: true},
	{Name: "-MM", Use: Whole, Drop: true},
	{Name: "--dependencies", Use: Whole},
	{Name: "--user-dependencies", Use: Whole},
	{Name: "-MD", Use: Frontend, Drop: true, Note: "the names are those of the object"},
	{Name: "-MMD", Use: Frontend, Drop: true, Try: "-MMD -MP -o sub/unit.x.o"},
	{Name: "--write-dependencies", Use: Whole},
	{Name: "--write-user-dependencies", Use: Whole},
	{Name: "-MF", Form: Either, Use: Frontend, Drop: true, Try: "-MD -MF made.d"},
	{Name: "-MT", Form: Either, Use: Frontend, Drop: true, Try: "-MD -MT $(target)"},
	{Name: "-MQ", Form: Either, Use: Frontend, Drop: true, Try: "-MMD -MQ $(target)"},
	{Name: "-MP", Use: Frontend, Drop: true, Try: "-MD -MP"},
	{Name: "-MG", Use: Frontend, Drop: true, Note: "an error without -M"},
	{Name: "-MV", Use: Frontend, Drop: true, Try: "-MD -MV"},
	{Name: "-Wp,", Form: Joined, Use: Frontend, Try: "-Wp,-MD,made.d"},
	{Name: "-Xpreprocessor", Form: Separate, Use: Frontend, Try: "-Xpreprocessor -DONE"},
	{Name: "-fdepfile-entry=", Form: Joined, Use: Frontend, Try: "-MD -fdepfile-entry=inc/extra.h"},
	{Name: "-dependency-file", Form: Separate, Use: Frontend, Drop: true,
		Try: "-Xclang -dependency-file -Xclang made.d -Xclang -MT -Xclang unit.o"},
	{Name: "-dependency-dot", Form: Separate, Use: Frontend, Try: "-Xclang -dependency-dot -Xclang made.dot"},
	{Name: "-module-dependency-dir", Form: Separate, Use: Frontend, Try: "-Xclang -module-dependency-dir -Xclang deps"},
	{Name: "-skip-unused-modulemap-deps", Use: Frontend, Try: "-Xclang -skip-unused-modulemap-deps"},
	{Name: "-header-include-file", Form: Separate, Use: Frontend, Try: "-Xclang -header-include-file -Xclang made.inc"},

	// Language.
	{Name: "-std=", Form: Joined, Use: Frontend, Try: "-std=c++23"},
	{Name: "--std=", Form: Joined, Use: Frontend, Try: "--std=gnu++20"},
	{Name: "-stdlib=", Form: Joined, Use: Frontend, Try: "-stdlib=libc++"},
	{Name: "--stdlib=", Form: Joined, Use: Frontend, Try: "--stdlib=libstdc++"},
	{Name: "--ansi", Use: Frontend},
	{Name: "-ansi", Use: Frontend, Note: "there are no coroutines in C++98"},
	{Name: "-fmodule-file=", Form: Joined, Use: Frontend, Try: "-fmodule-file=parts=parts.pcm"},
	{Name: "-fmodule-map-file=", Form: Joined, Use: Frontend, Try: "-fmodule-map-file=unit.modulemap"},
	{Name: "-fmodule-name=", Form: Joined, Use: Frontend, Try: "-fmodule-name=unit"},
	{Name: "-fmodule-output", Form: Joined, Use: Frontend, Drop: true, Same: Untested,
		Note: "the interface is the frontend's, and the object is lowered"},
	{Name: "-fmodules", Form: Joined, Use: Frontend, Try: "-fmodules -fimplicit-module-maps"},
	{Name: "-fmodules-user-build-path", Form: Separate, Use: Frontend, Try: "-fmodules-user-build-path ."},
	{Name: "-fmodules-embed-all-files", Use: Whole, Same: Untested},
	{Name: "-fprebuilt-module-path=", Form: Joined, Use: Frontend, Try: "-fprebuilt-module-path=."},
	{Name: "-fpch-instantiate-templates", Use: Both, Drop: true},
	{Name: "-fcoroutines-ts", Use: Frontend, Same: Untested, Note: "clang 14's"},
	{Name: "-fmodule-header", Form: Joined, Use: Whole, Drop: true, Note: "a header unit"},
	{Name: "-fexperimental-openacc-macro-override", Form: Separate, Use: Frontend, Drop: true, Same: Untested},
	{Name: "-fplugin=", Form: Joined, Use: Frontend, Try: "-fplugin=none.so"},
	{Name: "-fplugin-arg-", Form: Joined, Use: Frontend, Try: "-fplugin-arg-none-x"},
	{Name: "-plugin-arg-", Form: Joined, Use: Whole, Try: "-Xclang -plugin-arg-none -Xclang x",
		Note: "its value is the next word"},
	{Name: "-add-plugin", Form: Separate, Use: Frontend, Try: "-Xclang -add-plugin -Xclang none"},
	{Name: "-plugin", Form: Separate, Use: Whole, Same: Untested},
	{Name: "-verify", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-ast-", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-analyze", Use: Whole, Same: Untested},
	{Name: "-code-completion-at", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-init-only", Use: Whole, Same: Untested},
	{Name: "-disable-", Form: Joined, Use: Whole, Try: "-Xclang -disable-free", Note: "of clang's own stages"},
	{Name: "-fdump-", Form: Joined, Use: Frontend, Try: "-Xclang -fdump-vtable-layouts"},

	// Warnings and messages.
	{Name: "-W", Form: Joined, Use: Warning, Try: "-Wall -Wextra -Werror"},
	{Name: "-w", Use: Warning},
	{Name: "-Wframe-larger-than=", Form: Joined, Use: Warning, Try: "-Wframe-larger-than=100000 -Werror"},
	{Name: "--warning-suppression-mappings=", Form: Joined, Use: Warning,
		Try: "-Wunused-variable --warning-suppression-mappings=unit.map"},
	{Name: "-Qunused-arguments", Use: Both},
	{Name: "--start-no-unused-arguments", Use: Both},
	{Name: "--end-no-unused-arguments", Use: Both},
	{Name: "-Winvalid-pch", Use: Warning, Drop: true},
	{Name: "-pedantic", Form: Joined, Use: Frontend, Try: "-pedantic -pedantic-errors"},
	{Name: "--pedantic", Form: Joined, Use: Frontend},
	{Name: "-fdiagnostics-", Form: Joined, Use: Both, Drop: true, Try: "-fdiagnostics-absolute-paths"},
	{Name: "-fdiagnostics-format=sarif", Form: Joined, Use: Whole, Drop: true,
		Note: "a file for the messages of one compile"},
	{Name: "-fdiagnostics-format=SARIF", Use: Whole, Drop: true},
	{Name: "-fdiagnostics-hotness-threshold=", Form: Joined, Use: Whole, Drop: true,
		Try: "-fdiagnostics-hotness-threshold=1"},
	{Name: "-fdiagnostics-misexpect-tolerance=", Form: Joined, Use: Whole, Drop: true,
		Try: "-fdiagnostics-misexpect-tolerance=1"},
	{Name: "-fcolor-diagnostics", Use: Both, Drop: true, Try: "-fcolor-diagnostics -Wunused-variable"},
	{Name: "-fmessage-length=", Form: Joined, Use: Both, Try: "-fmessage-length=40 -Wunused-variable"},
	{Name: "-serialize-diagnostics", Form: Separate, Use: Frontend, Drop: true,
		Try:  "-serialize-diagnostics unit.dia -Wunused-variable",
		Note: "the command runs as written if the warnings are about frames"},
	{Name: "--serialize-diagnostics", Form: Separate, Use: Frontend, Drop: true,
		Try: "--serialize-diagnostics unit.dia"},
	{Name: "-R", Form: Joined, Use: Warning, Try: "-Rpass=inline", Same: Names,
		Note: "remarks of corolower are printed too"},

	// Code generation.
	{Name: "-O", Form: Joined, Use: Both, Try: "-O0"},
	{Name: "-f", Form: Joined, Use: Both, Try: "-fno-strict-aliasing -fomit-frame-pointer"},
	{Name: "-fstack-usage", Use: Backend},
	{Name: "-femit-compact-unwind-non-canonical", Use: Backend},
	{Name: "-fno-emit-compact-unwind-non-canonical", Use: Backend},
	{Name: "-Qn", Use: Both},
	{Name: "-Qy", Use: Both},
	{Name: "-ftrapv-handler", Form: Separate, Use: Both, Try: "-ftrapv -ftrapv-handler own"},
	{Name: "-fsanitize=", Form: Joined, Use: Both, Try: "-fsanitize=address",
		Note: "address, undefined, thread and others"},
	{Name: "-fsanitize=dataflow", Form: Joined, Use: Whole,
		Note: "with IR, clang does not read the list of functions that stay as they are"},
	{Name: "-flto", Use: Both, Drop: true, Same: Names},
	{Name: "-flto=", Form: Joined, Use: Both, Drop: true, Try: "-flto=thin", Same: Names},
	{Name: "-flto-jobs=", Form: Joined, Use: Both, Drop: true, Try: "-flto-jobs=2"},
	{Name: "-fthinlto-index=", Form: Joined, Use: Whole, Drop: true, Same: Untested,
		Note: "code generation alone, of code that was lowered before"},
	{Name: "-fwhole-program-vtables", Use: Both, Drop: true, Try: "-fwhole-program-vtables -flto -fvisibility=hidden",
		Same: Names},
	{Name: "-fembed-bitcode", Form: Joined, Use: Whole, Drop: true, Note: "the object holds the command"},
	{Name: "-fembed-offload-object=", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-foffload", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-fopenmp-targets=", Form: Joined, Use: Whole, Same: Untested},
	{Name: "--offload", Form: Joined, Use: Whole, Same: Untested},
	{Name: "--no-offload", Form: Joined, Use: Whole, Same: Untested},
	{Name: "--cuda-", Form: Joined, Use: Whole, Same: Untested},
	{Name: cudaPath, Form: Joined, Use: Frontend, Same: Untested},
	{Name: "--cuda-feature=", Form: Joined, Use: Frontend, Same: Untested},
	{Name: gpuArch, Form: Joined, Use: Launcher, Same: Untested, Note: "device code is compiled for each of them"},
	{Name: offload, Form: Joined, Use: Launcher, Same: Untested, Note: "the same"},
	{Name: includePTX, Form: Joined, Use: Launcher, Same: Untested},
	{Name: excludePTX, Form: Joined, Use: Launcher, Same: Untested},
	{Name: "--no-cuda-version-check", Use: Frontend, Same: Untested},
	{Name: "-nocudainc", Use: Frontend, Same: Untested},
	{Name: "-nocudalib", Use: Frontend, Same: Untested},
	{Name: "-fgpu-rdc", Use: Whole, Same: Untested, Note: "device code that nvlink links; docs/cuda.md lowers it"},
	{Name: "-fsycl", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-frecord-command-line", Use: Whole, Note: "the object holds the command"},
	{Name: "-frecord-gcc-switches", Use: Whole, Note: "the object holds the command"},
	{Name: "-grecord-command-line", Use: Whole, Try: "-g -grecord-command-line", Note: "the object holds the command"},
	{Name: "-grecord-gcc-switches", Use: Whole, Try: "-g -grecord-gcc-switches", Note: "the object holds the command"},
	{Name: "-fpass-plugin=", Form: Joined, Use: Backend, Try: "-fpass-plugin=none.so",
		Note: "its passes see lowered coroutines"},
	{Name: "-fcrash-diagnostics", Form: Joined, Use: Both, Drop: true, Try: "-fcrash-diagnostics-dir=crashes"},
	{Name: "-fdebug-compilation-dir", Form: Either, Use: Both, Drop: true,
		Try: "-g -fdebug-compilation-dir=/elsewhere"},
	{Name: "-ffile-compilation-dir=", Form: Joined, Use: Both, Drop: true, Try: "-g -ffile-compilation-dir=/elsewhere"},
	{Name: "-fdebug-prefix-map=", Form: Joined, Use: Both, Drop: true, Try: "-g -fdebug-prefix-map=$PWD=."},
	{Name: "-ffile-prefix-map=", Form: Joined, Use: Both, Drop: true, Try: "-g -ffile-prefix-map=$PWD=."},
	{Name: "-fcoverage-prefix-map=", Form: Joined, Use: Both, Drop: true,
		Try: "-fprofile-instr-generate -fcoverage-mapping -fcoverage-prefix-map=$PWD=."},
	{Name: "-fprofile-generate", Form: Joined, Use: Profile,
		Note: "clang counts before coroutines are split, this after"},
	{Name: "-fprofile-use", Form: Joined, Use: Profile, Try: "-fprofile-use=ir.profdata",
		Note: "a profile of coroutines that were not split does not match"},
	{Name: "-fcs-profile-generate", Form: Joined, Use: Profile, Note: "as -fprofile-use, which it comes with"},
	{Name: "-fprofile-sample-use", Form: Joined, Use: Profile, Try: "-fprofile-sample-use=none.prof",
		Note: "a profile of coroutines that were not split does not match"},
	{Name: "-fauto-profile", Form: Joined, Use: Profile, Try: "-fauto-profile=none.prof"},
	{Name: "-fmemory-profile", Form: Joined, Use: Profile},
	{Name: "-fpseudo-probe-for-profiling", Use: Profile, Note: "probes are put in before coroutines are split"},
	{Name: "-fprofile-arcs", Use: Profile},
	{Name: "-ftest-coverage", Use: Profile, Drop: true},
	{Name: "--coverage", Use: Profile, Note: "counts of blocks differ, as elided coroutines are inlined"},
	{Name: "-coverage", Use: Profile},
	{Name: "-fdebug-pass-", Form: Joined, Use: Whole, Try: "-fdebug-pass-structure", Same: Names,
		Note: "the passes of one compile"},
	{Name: "-ftime-report", Form: Joined, Use: Whole, Same: Untested, Note: "times of one compile"},
	{Name: "-ftime-trace", Use: Launcher, Drop: true, Same: Names, Note: "the events of both stages, in one file"},
	{Name: "-ftime-trace=", Form: Joined, Use: Launcher, Drop: true, Try: "-ftime-trace=made.json", Same: Names},
	{Name: "-ftime-trace-granularity=", Form: Joined, Use: Both, Drop: true,
		Try: "-ftime-trace -ftime-trace-granularity=10", Same: Names},
	{Name: "-fsave-optimization-record", Use: Backend, Drop: true, Same: Names},
	{Name: "-fsave-optimization-record=", Form: Joined, Use: Backend, Drop: true,
		Try: "-fsave-optimization-record=yaml", Same: Names},
	{Name: "-foptimization-record-", Form: Joined, Use: Backend, Drop: true,
		Try: "-foptimization-record-file=made.yaml", Same: Names},
	{Name: "-fproc-stat-report", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-g", Form: Joined, Use: Both},
	{Name: "-gsplit-dwarf", Use: Both, Drop: true, Try: "-g -gsplit-dwarf"},
	{Name: "-gsplit-dwarf=", Form: Joined, Use: Both, Drop: true, Try: "-g -gsplit-dwarf=single"},
	{Name: "-gno-split-dwarf", Use: Both, Drop: true, Try: "-gsplit-dwarf -gno-split-dwarf -g"},
	{Name: "-gcc-toolchain", Form: Separate, Use: Both, Try: "-gcc-toolchain /usr"},
	{Name: "--gcc-", Form: Joined, Use: Both, Try: "--gcc-toolchain=/usr"},
	{Name: "-m", Form: Joined, Use: Both, Try: "-mavx2 -mno-red-zone"},
	{Name: "-mllvm", Form: Separate, Use: Both, Try: "-mllvm -inline-threshold=500"},
	{Name: "-mmlir", Form: Separate, Use: Both, Try: "-mmlir -none"},
	{Name: "-meabi", Form: Separate, Use: Both, Try: "-meabi gnu"},
	{Name: "-mthread-model", Form: Separate, Use: Both, Try: "-mthread-model single"},
	{Name: "-target", Form: Separate, Use: Both, Try: "-target aarch64-linux-gnu"},
	{Name: "--target=", Form: Joined, Use: Both, Try: "--target=riscv64-linux-gnu"},
	{Name: "-darwin-target-variant", Form: Separate, Use: Both,
		Try: "--target=x86_64-apple-macosx12 -darwin-target-variant x86_64-apple-ios15-macabi"},
	{Name: "-darwin-target-variant-triple", Form: Separate, Use: Both,
		Try: "-Xclang -darwin-target-variant-triple -Xclang x86_64-apple-ios15-macabi"},
	{Name: "-arch", Form: Separate, Use: Whole, Same: Untested, Note: "several of them make one object"},
	{Name: "-Xarch_", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-Xopenmp-target", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-Xcuda-", Form: Joined, Use: Whole, Same: Untested},
	{Name: "-Xclangas", Form: Separate, Use: Frontend, Try: "-Xclangas -g", Note: "for assembly sources alone"},
	{Name: "--sysroot", Form: Separate, Use: Both, Try: "--sysroot /"},
	{Name: "--sysroot=", Form: Joined, Use: Both, Try: "--sysroot=/"},
	{Name: "-isysroot", Form: Either, Use: Both, Try: "-isysroot /"},
	{Name: "-resource-dir", Form: Separate, Use: Both, Try: "-resource-dir $RESOURCES"},
	{Name: "-resource-dir=", Form: Joined, Use: Both, Try: "-resource-dir=$RESOURCES"},
	{Name: "-B", Form: Either, Use: Both, Try: "-B /usr/bin"},
	{Name: "-no-canonical-prefixes", Use: Both},
	{Name: "-canonical-prefixes", Use: Both},
	{Name: "-G", Form: Either, Use: Both, Try: "-G 8"},
	{Name: "-pipe", Use: Both},
	{Name: "--pipe", Use: Both},
	{Name: "--param", Form: Separate, Use: Frontend, Try: "--param max-inline-insns=3", Note: "clang ignores it, with a warning"},
	{Name: "--specs=", Form: Joined, Use: Frontend, Try: "--specs=none", Note: "clang ignores it"},
	{Name: "-specs=", Form: Joined, Use: Frontend, Try: "-specs=none"},
	{Name: "-pthread", Use: Both},
	{Name: "-pg", Use: Both},
	{Name: "-p", Use: Both},
	{Name: "-Wa,", Form: Joined, Use: Backend, Drop: true, Try: "-Wa,--noexecstack"},
	{Name: "-Xassembler", Form: Separate, Use: Backend, Drop: true, Try: "-Xassembler --noexecstack"},
	{Name: "-integrated-as", Use: Both},
	{Name: "-no-integrated-as", Use: Both, Same: Names},
	{Name: "-load", Form: Separate, Use: Both, Try: "-Xclang -load -Xclang none.so"},
	{Name: "-Xclang", Form: Separate, Use: Both, Try: "-Xclang -fno-pch-timestamp",
		Note: "by the row of what follows; unknown ones in both stages"},

	// Link options: a compile ignores them, with or without a warning.
	{Name: "-l", Form: Either, Use: Frontend, Try: "-lm"},
	{Name: "-L", Form: Either, Use: Frontend, Try: "-L lib -Llib"},
	{Name: "-Wl,", Form: Joined, Use: Frontend, Try: "-Wl,-O1"},
	{Name: "-Xlinker", Form: Separate, Use: Frontend, Drop: true, Try: "-Xlinker -O1"},
	{Name: "-T", Form: Either, Use: Frontend, Try: "-T unit.ld"},
	{Name: "-u", Form: Either, Use: Frontend, Try: "-u main"},
	{Name: "-z", Form: Separate, Use: Frontend, Try: "-z now"},
	{Name: "-e", Form: Either, Use: Frontend, Try: "-e main"},
	{Name: "-s", Use: Frontend},
	{Name: "-static", Form: Joined, Use: Frontend, Try: "-static -static-libgcc"},
	{Name: "-shared", Form: Joined, Use: Frontend},
	{Name: "-pie", Use: Frontend},
	{Name: "-no-pie", Use: Frontend},
	{Name: "-nopie", Use: Frontend},
	{Name: "-r", Use: Frontend},
	{Name: "-N", Use: Frontend},
	{Name: "-n", Use: Frontend},
	{Name: "-t", Use: Frontend},
	{Name: "-symbolic", Use: Frontend},
	{Name: "-nolibc", Use: Frontend},
	{Name: "--ld-path=", Form: Joined, Use: Frontend, Try: "--ld-path=ld.lld"},
	{Name: "--static", Use: Frontend},
	{Name: "--shared", Use: Frontend},
	{Name: "--entry=", Form: Joined, Use: Frontend, Try: "--entry=main"},
	{Name: "--for-linker=", Form: Joined, Use: Frontend, Try: "--for-linker=-O1"},
	{Name: "--library=", Form: Joined, Use: Frontend, Try: "--library=m"},
	{Name: "--library-directory=", Form: Joined, Use: Frontend, Try: "--library-directory=lib"},
	{Name: "--no-standard-libraries", Use: Frontend},
	{Name: "-rdynamic", Use: Frontend},
	{Name: "-rpath", Form: Separate, Use: Frontend, Try: "-rpath lib"},
	{Name: "-nostdlib", Form: Joined, Use: Frontend, Try: "-nostdlib -nodefaultlibs"},
	{Name: "-nodefaultlibs", Use: Frontend},
	{Name: "-nostartfiles", Use: Frontend},
	{Name: "--rtlib=", Form: Joined, Use: Frontend, Try: "--rtlib=compiler-rt"},
	{Name: "-rtlib=", Form: Joined, Use: Frontend},
	{Name: "--unwindlib=", Form: Joined, Use: Frontend, Try: "--unwindlib=libgcc"},
	{Name: "-unwindlib=", Form: Joined, Use: Frontend, Try: "-unwindlib=libgcc"},

	// Of corolower.
	{Name: "-fno-corolower", Use: Launcher, Note: "the unit is compiled as written"},
	{Name: "-fcorolower", Use: Launcher, Note: "the last of the two counts"},
	{Name: elideError, Use: Launcher, Drop: true, Note: "a marked call whose coroutine stays on the heap is an error"},
	{Name: noElideError, Use: Launcher, Drop: true, Note: "the last of the two counts"},
	{Name: "-fcorolower-report=", Form: Joined, Use: Launcher, Drop: true, Try: "-fcorolower-report=units.json",
		Same: Names, Note: "add the unit's report to a file"},
}

// index holds the rows for Lookup: exact names in a map, and names with a joined value by length,
// longest first.
var index = sync.OnceValue(func() (ix struct {
	exact  map[string]*Flag
	joined []*Flag
}) {
	ix.exact = map[string]*Flag{}
	for k := range Flags {
		f := &Flags[k]
		ix.exact[f.Name] = f
		if f.Form == Joined || f.Form == Either {
			ix.joined = append(ix.joined, f)
		}
	}
	slices.SortStableFunc(ix.joined, func(a, b *Flag) int { return cmp.Compare(len(b.Name), len(a.Name)) })
	return ix
})

// Lookup returns the row of a word, or nil. next reports whether the option's value is the next
// word.
func Lookup(word string) (f *Flag, next bool) {
	ix := index()
	if f := ix.exact[word]; f != nil {
		return f, f.Form == Separate || f.Form == Either
	}
	for _, f := range ix.joined {
		if strings.HasPrefix(word, f.Name) {
			return f, false
		}
	}
	return nil, false
}
