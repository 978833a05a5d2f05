// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package explain

// This file shortens the names of the C++ library for people, as debuggers do. For example,
// "std::vector<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >,
// std::allocator<...> >" becomes "std::vector<std::string>".

import "strings"

// inlined are the inline namespaces of libstdc++ and libc++, which the source does not write.
var inlined = strings.NewReplacer("std::__cxx11::", "std::", "std::__1::", "std::", "std::__2::", "std::")

// policies lists the templates whose last arguments are policies with a default, by the number of
// arguments before them.
var policies = map[string]int{
	"vector": 1, "deque": 1, "list": 1, "forward_list": 1, "set": 1, "multiset": 1, "map": 2, "multimap": 2,
	"unordered_set": 1, "unordered_multiset": 1, "unordered_map": 2, "unordered_multimap": 2, "unique_ptr": 1,
	"basic_string": 1, "basic_string_view": 1, "basic_ostream": 1, "basic_istream": 1, "basic_iostream": 1,
}

// characters has the prefixes of the names that the library gives to strings of a character type.
var characters = map[string]string{"char": "", "wchar_t": "w", "char8_t": "u8", "char16_t": "u16", "char32_t": "u32"}

// aliases has the names of templates that a character type completes.
var aliases = map[string]string{
	"basic_string": "string", "basic_string_view": "string_view", "basic_ostream": "ostream", "basic_istream": "istream",
	"basic_iostream": "iostream",
}

// maxShort bounds the bytes of a text that is shortened, because the time grows with the depth of
// its brackets.
const maxShort = 1 << 13

// Readable returns a function's source name with short names of the C++ library.
func Readable(name string) string { return Short(Demangled(name)) }

// Short shortens names of the C++ library in a text. Text that is no such name stays as it is.
func Short(text string) string {
	if len(text) > maxShort || !strings.Contains(text, "std::") {
		return text
	}
	return shortened(inlined.Replace(text))
}

// shortened shortens the templates in a text, the inner ones first.
func shortened(text string) string {
	var out strings.Builder
	for {
		k := strings.Index(text, "std::")
		if k < 0 {
			return out.String() + text
		}
		out.WriteString(text[:k])
		name := text[k+len("std::"):]
		n := strings.IndexFunc(name, func(r rune) bool { return r != '_' && !letter(r) })
		if n < 0 || name[n] != '<' || k > 0 && (letter(rune(text[k-1])) || strings.HasPrefix(text[max(0, k-2):], "::")) {
			n = max(n, 0)
			out.WriteString("std::" + name[:n])
			text = name[n:]
			continue
		}
		args, rest, ok := arguments(name[n+1:])
		if !ok {
			out.WriteString("std::" + name[:n+1])
			text = name[n+1:]
			continue
		}
		out.WriteString("std::" + template(name[:n], args))
		text = rest
	}
}

func letter(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// arguments splits the arguments of a template up to its closing bracket. ok is false if there is
// none, or if an argument may have a bracket that closes nothing, for example "a > b".
func arguments(text string) (args []string, rest string, ok bool) {
	depth, from := 0, 0
	for k := range len(text) {
		switch c := text[k]; c {
		case '<', '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '>':
			if k > 0 && text[k-1] == '-' {
				continue // the arrow before the type of a lambda's result
			}
			if depth == 0 {
				return append(args, strings.TrimSpace(text[from:k])), text[k+1:], true
			}
			depth--
		case ',':
			if depth == 0 {
				args, from = append(args, strings.TrimSpace(text[from:k])), k+1
			}
		}
		if depth < 0 {
			break
		}
	}
	return nil, "", false
}

// template formats a template of namespace std without policies that are the default.
func template(name string, args []string) string {
	for k := range args {
		args[k] = shortened(args[k])
	}
	own, known := policies[name]
	for known && len(args) > own && byDefault(args[len(args)-1], args) {
		args = args[:len(args)-1]
	}
	if prefix, ok := characters[args[0]]; ok && aliases[name] != "" && len(args) == 1 {
		if stream := strings.HasSuffix(name, "stream"); !stream || len(prefix) < 2 {
			return prefix + aliases[name]
		}
	}
	return name + "<" + strings.Join(args, ", ") + ">"
}

// byDefault reports whether an argument is the policy that the library chooses for args.
func byDefault(arg string, args []string) bool {
	name, of, ok := strings.Cut(strings.TrimPrefix(arg, "std::"), "<")
	if !ok || !strings.HasPrefix(arg, "std::") || !strings.HasSuffix(of, ">") {
		return false
	}
	of = strings.TrimSuffix(of, ">")
	switch name {
	case "allocator":
		return of == args[0] || len(args) > 1 && (of == "std::pair<"+args[0]+" const, "+args[1]+">" ||
			of == "std::pair<const "+args[0]+", "+args[1]+">")
	case "char_traits", "less", "hash", "equal_to", "default_delete":
		return of == args[0]
	}
	return false
}
