// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lsp

// This file has the structures of the Language Server Protocol, version 3.17, that the server uses,
// with the names of the specification.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"` // in the units of the negotiated encoding
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

// params has the fields of the parameters of all methods that the server handles.
type params struct {
	TextDocument struct {
		URI        string `json:"uri"`
		LanguageID string `json:"languageId"`
		Version    int    `json:"version"`
		Text       string `json:"text"`
	} `json:"textDocument"`
	ContentChanges []struct {
		Text string `json:"text"`
	} `json:"contentChanges"`
	Position  position `json:"position"`
	Range     span     `json:"range"`
	Context   struct{ IncludeDeclaration bool }
	Command   string   `json:"command"`
	Arguments []string `json:"arguments"`
}

type initializeParams struct {
	RootURI      string `json:"rootUri"`
	Capabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		Workspace struct {
			CodeLens  struct{ RefreshSupport bool } `json:"codeLens"`
			InlayHint struct{ RefreshSupport bool } `json:"inlayHint"`
		} `json:"workspace"`
	} `json:"capabilities"`
}

type initializeResult struct {
	Capabilities capabilities `json:"capabilities"`
	ServerInfo   serverInfo   `json:"serverInfo"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type capabilities struct {
	PositionEncoding       string   `json:"positionEncoding"`
	TextDocumentSync       syncKind `json:"textDocumentSync"`
	HoverProvider          bool     `json:"hoverProvider"`
	DefinitionProvider     bool     `json:"definitionProvider"`
	ReferencesProvider     bool     `json:"referencesProvider"`
	DocumentSymbolProvider bool     `json:"documentSymbolProvider"`
	CodeActionProvider     bool     `json:"codeActionProvider"`
	InlayHintProvider      bool     `json:"inlayHintProvider"`
	CodeLensProvider       struct{} `json:"codeLensProvider"`
	ExecuteCommandProvider commands `json:"executeCommandProvider"`
}

type syncKind struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"` // 1: clients send the whole text
	Save      bool `json:"save"`
}

type commands struct {
	Commands []string `json:"commands"`
}

// Severities of diagnostics.
const (
	sevError = 1 + iota
	sevWarning
	sevInformation
	sevHint
)

type diagnostic struct {
	Range    span      `json:"range"`
	Severity int       `json:"severity"`
	Code     string    `json:"code,omitempty"`
	About    *href     `json:"codeDescription,omitempty"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
	Related  []related `json:"relatedInformation,omitempty"`
}

type href struct {
	Href string `json:"href"`
}

type related struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type published struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnostic  `json:"diagnostics"`
	Edit        workspaceEdit `json:"edit"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type hoverResult struct {
	Contents markup `json:"contents"`
	Range    *span  `json:"range,omitempty"`
}

type command struct {
	Title     string   `json:"title"`
	Command   string   `json:"command"`
	Arguments []string `json:"arguments,omitempty"`
}

type codeLens struct {
	Range   span    `json:"range"`
	Command command `json:"command"`
}

type inlayHint struct {
	Position    position `json:"position"`
	Label       string   `json:"label"`
	Tooltip     string   `json:"tooltip,omitempty"`
	PaddingLeft bool     `json:"paddingLeft"`
}

// Kinds of symbols.
const (
	symbolFunction = 12
	symbolVariable = 13
	symbolKey      = 20 // a block of a function
)

type documentSymbol struct {
	Name      string           `json:"name"`
	Kind      int              `json:"kind"`
	Range     span             `json:"range"`
	Selection span             `json:"selectionRange"`
	Children  []documentSymbol `json:"children,omitempty"`
}

type message struct {
	Type    int    `json:"type"` // 1: error, 3: information, 4: log
	Message string `json:"message"`
}
