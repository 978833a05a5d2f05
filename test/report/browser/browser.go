// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package browser opens pages in a headless Chromium.
package browser

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"time"

	"github.com/chromedp/chromedp"
)

// names are the program names of Chromium in distributions. The variable CHROMIUM overrides them.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// limit is the time after which a browser is ended, for example because it hangs.
const limit = 5 * time.Minute

// Start starts a browser with an empty profile, and returns a context for pages in it. stop ends
// the browser.
func Start() (ctx context.Context, stop func(), err error) {
	path := os.Getenv("CHROMIUM")
	for _, n := range names {
		if path == "" {
			path, _ = exec.LookPath(n)
		}
	}
	if path == "" {
		return nil, nil, errors.New("no Chromium: `make tools` installs it, or CHROMIUM names it")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path),
		chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("disable-gpu", true), chromedp.NoFirstRun)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium has no sandbox for root
	}
	limited, cancelTime := context.WithTimeout(context.Background(), limit)
	alloc, cancelAlloc := chromedp.NewExecAllocator(limited, options...)
	ctx, cancel := chromedp.NewContext(alloc)
	stop = func() {
		cancel()
		cancelAlloc()
		cancelTime()
	}
	if err := chromedp.Do(ctx); err != nil {
		stop()
		return nil, nil, err
	}
	return ctx, stop, nil
}
