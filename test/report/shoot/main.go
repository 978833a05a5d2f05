// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command shoot takes a picture of a page of a report: shoot -o FILE.png [options] REPORT.html.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/corolower/corolower/test/report/browser"
)

func main() {
	out := flag.String("o", "", "write the picture to this `file`")
	page := flag.String("page", "#/", "the page's `address` in the report")
	width := flag.Int64("width", 1280, "of the window, in `pixels`")
	height := flag.Int64("height", 900, "of the window, in `pixels`")
	dark := flag.Bool("dark", false, "with dark colours")
	media := flag.String("media", "", "as on this `medium`: print")
	to := flag.String("to", "", "scroll to what this `selector` finds")
	click := flag.String("click", "", "click what this `selector` finds")
	flag.Parse()
	if *out == "" || flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := shoot(*out, flag.Arg(0), *page, *width, *height, *dark, *media, *click, *to); err != nil {
		fmt.Fprintln(os.Stderr, "shoot:", err)
		os.Exit(1)
	}
}

func shoot(out, report, page string, width, height int64, dark bool, media, click, to string) error {
	path, err := filepath.Abs(report)
	if err != nil {
		return err
	}
	ctx, stop, err := browser.Start()
	if err != nil {
		return err
	}
	defer stop()
	scheme := map[bool]string{false: "light", true: "dark"}[dark]
	do := []chromedp.Action[chromedp.Void]{
		chromedp.EmulateViewport(width, height),
		chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media,
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
			return err
		}),
		chromedp.Navigate("file://" + path + page), there("h1"),
	}
	if click != "" {
		do = append(do, there(click),
			script(fmt.Sprintf("document.querySelector(%q).dispatchEvent(new MouseEvent('click', {bubbles: true}))",
				click)))
	}
	if to != "" {
		do = append(do, script(fmt.Sprintf("document.querySelector(%q).scrollIntoView({block: 'start'})", to)))
	}
	// After two animation frames, everything is drawn.
	do = append(do, script("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))"))
	if err := chromedp.Do(ctx, do...); err != nil {
		return err
	}
	shot, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return err
	}
	img, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, img); err != nil {
		return err
	}
	return os.WriteFile(out, b.Bytes(), 0o666)
}

// there waits until an element is drawn.
func there(selector string) chromedp.Action[chromedp.Void] {
	return script(fmt.Sprintf("new Promise((done) => { const look = () => document.querySelector(%q) ? done(0) : "+
		"setTimeout(look, 20); look(); })", selector))
}

// script runs a script and waits until its promise is resolved.
func script(text string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](text, chromedp.EvalAwaitPromise)
}
