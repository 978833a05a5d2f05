package parse

// This file searches all of a file's text for a word. Nothing is parsed: what stands in a comment
// or a string counts too.

import "strings"

// Mentions reports whether a word stands anywhere in the file. rare is the index of the byte in it
// that is rarest in IR: the search goes from one of these to the next. A plain search goes by the
// first bytes of the word, which takes up to ten times as long where these are common: a twentieth
// of a run over 26 MB of which a tenth is lowered.
func (f *File) Mentions(word string, rare int) bool { return mentions(f.src, word, rare) }

func mentions(s, word string, rare int) bool {
	for i, misses := rare, 0; i < len(s); misses++ {
		if misses > 64+i/32 {
			return strings.Contains(s[i-rare:], word) // not rare here
		}
		k := strings.IndexByte(s[i:], word[rare])
		if k < 0 {
			return false
		}
		i += k + 1
		if strings.HasPrefix(s[i-1-rare:], word) {
			return true
		}
	}
	return false
}
