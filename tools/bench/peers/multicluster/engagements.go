package main

import (
	"context"
	"fmt"

	"sigs.k8s.io/controller-runtime/pkg/cluster"
	"sigs.k8s.io/multicluster-runtime/pkg/multicluster"
)

// engagements says on standard output which workspaces are engaged and which are no more, a line each.
type engagements struct{}

func (engagements) Engage(ctx context.Context, name multicluster.ClusterName, _ cluster.Cluster) error {
	fmt.Println("engaged", name)
	context.AfterFunc(ctx, func() { fmt.Println("disengaged", name) })
	return nil
}

func (engagements) Start(ctx context.Context) error {
	<-ctx.Done()
	return nil
}
