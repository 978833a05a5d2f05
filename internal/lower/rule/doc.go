// Package rule is the table of what is checked: each rule's name, weight, text, reason, fix, and a
// bad and a good example.
package rule
