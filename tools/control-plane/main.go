// Command control-plane is the Kubernetes of the platform tests in one binary: what the tests run is the real thing, not a stand-in,
// and one binary shares the code that its parts have in common.
package main

import (
	"fmt"
	"os"

	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

var parts = map[string]func() int{
	"etcd":                    runEtcd,
	"kube-apiserver":          func() int { return cli.Run(apiserver.NewAPIServerCommand()) },
	"kube-controller-manager": func() int { return cli.Run(controllermanager.NewControllerManagerCommand()) },
}

func main() {
	if len(os.Args) < 2 || parts[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: control-plane etcd | kube-apiserver | kube-controller-manager [flags]")
		os.Exit(2)
	}
	part := os.Args[1]
	// The commands read os.Args themselves; to them their own name comes first.
	os.Args = append([]string{part}, os.Args[2:]...)
	os.Exit(parts[part]())
}
