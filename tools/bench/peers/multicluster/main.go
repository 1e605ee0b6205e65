// The peer of the bench: the same provider of widgets as ours, on kcp's multicluster-provider for Go, with its best settings.
// The bench compares with it, and a story runs it beside ours.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/go-logr/logr/funcr"
	"github.com/kcp-dev/multicluster-provider/apiexport"
	apisv1alpha1 "github.com/kcp-dev/sdk/apis/apis/v1alpha1"
	"k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	mcbuilder "sigs.k8s.io/multicluster-runtime/pkg/builder"
	mcmanager "sigs.k8s.io/multicluster-runtime/pkg/manager"
	mcreconcile "sigs.k8s.io/multicluster-runtime/pkg/reconcile"
)

const workers = 16

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	errorsOnly := funcr.Options{Verbosity: -1}
	ctrl.SetLogger(funcr.New(func(prefix, args string) { fmt.Fprintln(os.Stderr, prefix, args) }, errorsOnly))

	orders := newCounter(number("BENCH_EXPECTED"))
	reports := make(chan os.Signal, 1)
	signal.Notify(reports, syscall.SIGUSR2)
	go func() {
		for range reports {
			orders.report()
		}
	}()

	if err := apisv1alpha1.AddToScheme(scheme.Scheme); err != nil {
		return err
	}
	addToScheme(scheme.Scheme)
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	config.QPS = -1 // without client-side throttling

	provider, err := apiexport.New(config, group, apiexport.Options{})
	if err != nil {
		return err
	}
	manager, err := mcmanager.New(config, provider, mcmanager.Options{Metrics: server.Options{BindAddress: "0"}})
	if err != nil {
		return err
	}
	if err := manager.Add(engagements{}); err != nil {
		return err
	}
	err = mcbuilder.ControllerManagedBy(manager).
		Named("widgets").
		For(&Widget{}).
		WithOptions(controller.TypedOptions[mcreconcile.Request]{MaxConcurrentReconciles: workers}).
		Complete(&reconciler{manager: manager, counter: orders, handlerTime: time.Duration(number("BENCH_HANDLER_MS")) * time.Millisecond})
	if err != nil {
		return err
	}
	return manager.Start(ctrl.SetupSignalHandler())
}

// number reads a setting of the bench; 0 where it is not set.
func number(name string) int {
	value, err := strconv.Atoi(os.Getenv(name))
	if err != nil {
		return 0
	}
	return value
}
