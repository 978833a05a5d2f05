package llircoro

// Read is for the test in which llir is the independent reader.
var Read = read
