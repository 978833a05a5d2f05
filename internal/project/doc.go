// Package project makes the report of a whole project: it reads a compile database, has the
// project's own compiler make IR of each unit, runs the pipeline and the checks on it, and keeps
// what came of it in a cache by content.
//
// It prints nothing, writes into no folder of the project, and decides about no finding: package
// gate does. How reports are merged and shown is not decided here either.
package project
