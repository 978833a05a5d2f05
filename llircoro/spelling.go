// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package llircoro

// This file normalizes text for comparison. llir formats floating-point numbers differently. It
// also writes the fields of a metadata node in another order than LLVM, and treats fields with
// default values differently.

import (
	"fmt"
	"math"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// canonicalNode returns a node's line, `!5 = !DIFile(...)`, with sorted fields and without fields
// that have LLVM's default value.
func canonicalNode(line string) string {
	open := strings.Index(line, "!DI")
	if k := strings.IndexByte(line, '"'); open < 0 || k >= 0 && k < open {
		return line
	}
	paren := strings.IndexByte(line[open:], '(')
	if paren < 0 || !strings.HasSuffix(line, ")") {
		return line
	}
	kind := line[open+1 : open+paren]
	if kind == "DIExpression" || kind == "DIArgList" {
		return line // operands without names have a significant order
	}
	fields := splitFields(line[open+paren+1 : len(line)-1])
	flags := false
	for _, f := range fields {
		flags = flags || strings.HasPrefix(f, "spFlags:")
	}
	kept := fields[:0]
	for _, f := range fields {
		if !assumed(kind, f, flags) {
			kept = append(kept, f)
		}
	}
	sort.Strings(kept)
	return line[:open+paren+1] + strings.Join(kept, ", ") + ")"
}

// splitFields splits at the commas outside of strings and parentheses.
func splitFields(s string) []string {
	var out []string
	depth, start, quoted := 0, 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(' || c == '{':
			depth++
		case c == ')' || c == '}':
			depth--
		case c == ',' && depth == 0:
			out = append(out, strings.TrimSpace(s[start:i]))
			start = i + 1
		}
	}
	if last := strings.TrimSpace(s[start:]); last != "" {
		out = append(out, last)
	}
	return out
}

// assumed reports whether a field has the value that LLVM assumes if the field is absent.
func assumed(kind, field string, spFlags bool) bool {
	name, value, _ := strings.Cut(field, ": ")
	switch kind + "." + name {
	case "DISubprogram.isDefinition", "DISubprogram.isLocal", "DISubprogram.isOptimized", "DISubprogram.virtuality":
		if spFlags {
			return true // spFlags determines it, and LLVM ignores the field
		}
		return name == "isDefinition" && value == "true" || name != "isDefinition" && value == "false"
	case "DIGlobalVariable.isDefinition", "DICompileUnit.splitDebugInlining":
		return value == "true"
	case "DISubrange.lowerBound", "DISubrange.count", "DIEnumerator.value",
		"DIDerivedType.extraData", "DITemplateValueParameter.value":
		return false // here zero differs from an absent field
	}
	return value == "0" || value == "false" || value == "null" || value == `""`
}

// numbers matches floating-point constants in a text, in decimal or as bits. It also matches
// strings and names, which contain no constants.
var numbers = regexp.MustCompile(`"[^"]*"|[%@!$#][-\w.$]+|[-+]?\b[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?|\b0x[0-9A-Fa-f]+\b`)

// canonicalNumbers writes floating-point constants as bits.
func canonicalNumbers(s string) string {
	if !strings.Contains(s, ".") && !strings.Contains(s, "0x") {
		return s
	}
	return numbers.ReplaceAllStringFunc(s, func(w string) string {
		if strings.IndexByte(`"%@!$#`, w[0]) >= 0 {
			return w
		}
		var bits uint64
		if hex, ok := strings.CutPrefix(w, "0x"); ok {
			var err error
			if bits, err = strconv.ParseUint(hex, 16, 64); err != nil {
				return w
			}
		} else {
			v, err := strconv.ParseFloat(w, 64)
			if err != nil {
				return w
			}
			bits = math.Float64bits(v)
		}
		return fmt.Sprintf("0x%016X", bits)
	})
}
