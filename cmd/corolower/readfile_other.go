//go:build !linux

package main

func adviseLarge([]byte) {}
