// Package launch takes a compiler's command line apart and runs it in two stages: a frontend stage
// that writes textual IR, and a code generation stage that compiles the lowered IR. What lowers is
// a function that the caller gives. The table Flags says for each option which stage it belongs to.
//
// It knows nothing of coroutines and reads no IR. A command that the table does not understand runs
// as it was written.
package launch
