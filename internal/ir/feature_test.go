// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

func TestFeatures(t *testing.T) {
	m := NewModule(nil)
	for f := Feature(0); f < numFeatures; f++ {
		v := since[f]
		if v <= 13 || v > NewestVersion {
			t.Errorf("feature %d came with LLVM %d", f, v)
		}
		for m.Version = 13; m.Version <= NewestVersion; m.Version++ {
			m.Oldest = m.Version
			if m.Has(f) != (m.Version >= v) {
				t.Errorf("LLVM %d has feature %d: %v", m.Version, f, m.Has(f))
			}
		}
	}
}

// TestNoBareVersions rejects comparisons of a unit's version with a number. A feature names the
// difference instead.
func TestNoBareVersions(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../../internal", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files++
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			b, ok := n.(*ast.BinaryExpr)
			if !ok {
				return true
			}
			for _, side := range [2]ast.Expr{b.X, b.Y} {
				// These two files compare the versions of the tables with the unit's.
				sel, ok := side.(*ast.SelectorExpr)
				if !ok || sel.Sel.Name != "Version" || filepath.Base(path) == "feature.go" ||
					filepath.Base(path) == "declare.go" {
					continue
				}
				switch b.Op {
				case token.LSS, token.LEQ, token.GTR, token.GEQ:
					t.Errorf("%s: a version is compared: add a feature", fset.Position(b.Pos()))
				}
			}
			return true
		})
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files: %v", files, err)
	}
}
