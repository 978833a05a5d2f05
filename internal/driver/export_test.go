package driver

// PanicPlace is for the test of the text in internal errors.
var PanicPlace = panicPlace
