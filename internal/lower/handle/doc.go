// Package handle follows the handle of one coroutine along all paths of the function that creates
// it, and into callees where it goes. It knows coroutines only as a model of what calls do to a
// handle, which its user gives (Env).
//
// It asks and never edits.
package handle
