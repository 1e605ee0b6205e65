package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// counter counts calls of the handler and says what the bench waits for, line by line on standard output.
type counter struct {
	mu       sync.Mutex
	started  time.Time
	expected int
	calls    int
	seen     map[string]string
	handled  []handledOrder
}

// handledOrder is a stamped order and how long after its stamp the handler had it.
type handledOrder struct {
	Name  string  `json:"name"`
	Stamp string  `json:"stamp"`
	Ms    float64 `json:"ms"`
}

type said struct {
	What         string         `json:"what"`
	Orders       int            `json:"orders"`
	Calls        int            `json:"calls"`
	SinceStartMs float64        `json:"sinceStartMs"`
	CPUMs        float64        `json:"cpuMs"`
	Handled      []handledOrder `json:"handled,omitempty"`
}

func newCounter(expected int) *counter {
	return &counter{started: time.Now(), expected: expected, seen: map[string]string{}}
}

// sees notes one call of the handler.
func (c *counter) sees(key, name, stamp string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls++
	before, known := c.seen[key]
	c.seen[key] = stamp
	if stamp != "" && stamp != before {
		c.handled = append(c.handled, handledOrder{Name: name, Stamp: stamp, Ms: sinceStampMs(stamp)})
	}
	if c.calls == 1 {
		c.say("first", nil)
	}
	if !known && len(c.seen) == c.expected {
		c.say("all", nil)
	}
}

// report says what was handled since the last report, and begins to count anew.
func (c *counter) report() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.say("report", c.handled)
	c.calls, c.handled = 0, nil
}

func (c *counter) say(what string, handled []handledOrder) {
	line, err := json.Marshal(said{
		What: what, Orders: len(c.seen), Calls: c.calls, CPUMs: cpuMs(), Handled: handled,
		SinceStartMs: float64(time.Since(c.started).Microseconds()) / 1000,
	})
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(os.Stdout, "BENCH %s\n", line)
}

// sinceStampMs compares with a stamp of the machine's monotonic clock, which all its processes share.
func sinceStampMs(stamp string) float64 {
	at, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return -1
	}
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &now); err != nil {
		return -1
	}
	return float64(now.Nano()-at) / 1e6
}

func cpuMs() float64 {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		return -1
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e6
}
