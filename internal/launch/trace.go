// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package launch

import (
	"encoding/json"
	"fmt"
	"os"
)

// This file joins the events of both stages (-ftime-trace) into one file.

// traceEvents is a file in the format of -ftime-trace.
type traceEvents struct {
	Events []map[string]any `json:"traceEvents"`
	Began  int64            `json:"beginningOfTime"` // in microseconds
}

// joinTraces writes the events of both stages into one file. The events of the second stage belong
// to another process.
func joinTraces(name string, first, second []byte) error {
	var a, b traceEvents
	if err := json.Unmarshal(first, &a); err != nil {
		return fmt.Errorf("events of the frontend: %w", err)
	}
	if err := json.Unmarshal(second, &b); err != nil {
		return fmt.Errorf("events of code generation: %w", err)
	}
	for _, e := range b.Events {
		if ts, ok := e["ts"].(float64); ok && b.Began > a.Began {
			e["ts"] = int64(ts) + b.Began - a.Began
		}
		if pid, ok := e["pid"].(float64); ok {
			e["pid"] = int64(pid)
		}
		a.Events = append(a.Events, e)
	}
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o666)
}
