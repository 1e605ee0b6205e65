package main

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	mcmanager "sigs.k8s.io/multicluster-runtime/pkg/manager"
	mcreconcile "sigs.k8s.io/multicluster-runtime/pkg/reconcile"
)

// reconciler does for an order what our runtime does around an empty handler: finalizer, handler, status, in two patches.
type reconciler struct {
	manager mcmanager.Manager
	counter *counter
	// How long the handler takes.
	handlerTime time.Duration
}

func (r *reconciler) Reconcile(ctx context.Context, req mcreconcile.Request) (ctrl.Result, error) {
	cluster, err := r.manager.GetCluster(ctx, req.ClusterName)
	if err != nil {
		return ctrl.Result{}, fmt.Errorf("cluster %s: %w", req.ClusterName, err)
	}
	widget := &Widget{}
	if err := cluster.GetClient().Get(ctx, req.NamespacedName, widget); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !widget.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, r.release(ctx, cluster.GetClient(), widget)
	}
	return ctrl.Result{}, r.provide(ctx, cluster.GetClient(), widget, req.String())
}

func (r *reconciler) provide(ctx context.Context, orders client.Client, widget *Widget, key string) error {
	before := widget.DeepCopy()
	if controllerutil.AddFinalizer(widget, finalizerName) {
		if err := orders.Patch(ctx, widget, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})); err != nil {
			return err
		}
		before = widget.DeepCopy()
	}
	r.counter.sees(key, widget.Name, widget.Spec.Stamp)
	if err := r.handle(ctx); err != nil {
		return err
	}
	if widget.Status.Phase == phaseReady && widget.Status.ObservedGeneration == widget.Generation {
		return nil
	}
	widget.Status.Phase, widget.Status.Seen, widget.Status.ObservedGeneration = phaseReady, "yes", widget.Generation
	meta.SetStatusCondition(&widget.Status.Conditions, metav1.Condition{
		Type: "Ready", Status: metav1.ConditionTrue, Reason: "ReconcileSuccess", Message: "Domain Service is ready",
	})
	return orders.Status().Patch(ctx, widget, client.MergeFrom(before))
}

func (r *reconciler) handle(ctx context.Context) error {
	if r.handlerTime == 0 {
		return nil
	}
	select {
	case <-time.After(r.handlerTime):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (r *reconciler) release(ctx context.Context, orders client.Client, widget *Widget) error {
	before := widget.DeepCopy()
	if !controllerutil.RemoveFinalizer(widget, finalizerName) {
		return nil
	}
	return client.IgnoreNotFound(orders.Patch(ctx, widget, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})))
}
