// Command control-plane is the Kubernetes of the tests in one binary, kubectl included: what the tests run is the real thing, not a
// stand-in, and one binary shares the code that its parts have in common.
package main

import (
	"fmt"
	"os"

	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	kubectl "k8s.io/kubectl/pkg/cmd"
	kubectlerrors "k8s.io/kubectl/pkg/cmd/util"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

var parts = map[string]func() int{
	"etcd":                    runEtcd,
	"kube-apiserver":          func() int { return cli.Run(apiserver.NewAPIServerCommand()) },
	"kube-controller-manager": func() int { return cli.Run(controllermanager.NewControllerManagerCommand()) },
	"kubectl":                 runKubectl,
}

// runKubectl ends the process itself when a command fails: kubectl's exit codes say more than that it did.
func runKubectl() int {
	if err := cli.RunNoErrOutput(kubectl.NewDefaultKubectlCommand()); err != nil {
		kubectlerrors.CheckErr(err)
	}
	return 0
}

func main() {
	if len(os.Args) < 2 || parts[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: control-plane etcd | kube-apiserver | kube-controller-manager | kubectl [flags]")
		os.Exit(2)
	}
	part := os.Args[1]
	// The commands read os.Args themselves; to them their own name comes first.
	os.Args = append([]string{part}, os.Args[2:]...)
	os.Exit(parts[part]())
}
