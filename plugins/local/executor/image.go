package executor

import (
	"fmt"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/shared/value"
)

// image is a picture from a tool or a variable. No library here opens it: guest code keeps
// it, returns it, and hands it to other tools.
type image struct {
	py.Object
	png value.Image
}

var imageType = sync.OnceValue(func() *py.Type {
	var t *py.Type
	t = py.NewNativeType[image](py.TypeSpec{
		Name: "Image", Module: "PIL.Image", Flags: py.TypeNoInstance | py.TypeNoSubclass,
		Doc: "A picture, to be returned or given to tools. Nothing here can open it.",
		Slots: py.Slots{
			Size: func(v py.Value) int { return 64 + len(py.As[image](v, t).png) },
			Repr: func(vm *py.VM, self py.Value) (py.Value, error) {
				return vm.NewString(fmt.Sprintf("<image of %d bytes>", len(py.As[image](self, t).png))), nil
			},
		},
	})
	return t
})

func (d *decoder) image(v value.Image) py.Value {
	x := &image{png: v}
	d.vm.NewObject(&x.Object, imageType(), 64+len(v))
	return py.Of(&x.Object)
}

// imageOf encodes an image.
func (e *encoder) imageOf(v py.Value) (value.Value, error) {
	if x := py.As[image](v, imageType()); x != nil {
		return x.png, nil
	}
	return nil, nil
}
