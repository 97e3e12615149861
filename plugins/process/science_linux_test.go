package main

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/internal/sessiontest"
	"github.com/airlockhq/airlock/shared"
)

// TestScience: the packages with C code, for which one takes this executor.
func TestScience(t *testing.T) {
	needBubblewrap(t)
	s := openProcess(t, map[string]string{"python": testenv.JupyterPython(t)}, shared.Limits{})
	ev := &sessiontest.Recorder{}
	res := sessiontest.Must(t, s, `
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
day = pd.date_range("2026-01-01", periods=12)
sales = pd.DataFrame({"day": day, "sold": np.arange(12) ** 2, "shop": ["north", "south", "west"] * 4})
sales.plot(x="day", y="sold", figsize=(4, 3))
plt.show()
fig, ax = plt.subplots(figsize=(2, 2), dpi=50)
ax.hist(sales["sold"], bins=4)
print(np.linalg.norm([3.0, 4.0]))
sales.groupby("shop")["sold"].agg(["sum", "max"])
`, ev)
	if want := "       sum  max\nshop           \nnorth  126   81\nsouth  166  100\nwest   214  121"; res.Repr != want {
		t.Errorf("the frame is\n%s\nwant\n%s", res.Repr, want)
	}
	if got := ev.Stdout(); got != "5.0\n" {
		t.Errorf("printed %q", got)
	}
	var kinds []string
	var widths []int
	for _, d := range ev.Displays() {
		for _, p := range d.Parts {
			kinds = append(kinds, p.MIME)
			if p.MIME != "image/png" {
				continue
			}
			image, err := png.Decode(bytes.NewReader(p.Data))
			if err != nil {
				t.Fatal(err)
			}
			widths = append(widths, image.Bounds().Dx())
		}
	}
	if len(widths) != 2 || widths[1] > widths[0] || !strings.Contains(strings.Join(kinds, " "), "text/html") {
		t.Errorf("shown are %v, with images %v wide; want the figure that was shown, the one that was left, and the frame as HTML", kinds, widths)
	}
}
