package llircoro

// Read serves the test in which llir is the independent reader.
var Read = read
