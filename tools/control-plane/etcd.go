package main

import (
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"syscall"

	"go.etcd.io/etcd/server/v3/embed"
)

// runEtcd serves one member until it is told to end. Nothing is synced to the disk: its data dies with the test.
func runEtcd() int {
	dataDir := flag.String("data-dir", "", "folder of its own for the data")
	clientURL := flag.String("client-url", "", "where API servers connect to")
	peerURL := flag.String("peer-url", "", "where no other member ever connects to; etcd wants one")
	flag.Parse()
	config, err := etcdConfig(*dataDir, *clientURL, *peerURL)
	if err != nil {
		return failed(err)
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	etcd, err := embed.StartEtcd(config)
	if err != nil {
		return failed(err)
	}
	defer etcd.Close()
	select {
	case <-etcd.Server.ReadyNotify():
		// Whoever started us knows by this line that it is we who answer at that port.
		fmt.Println("etcd is ready")
	case <-stop:
		return 0
	case err := <-etcd.Err():
		return failed(err)
	}
	select {
	case <-stop:
		return 0
	case err := <-etcd.Err():
		return failed(err)
	}
}

func etcdConfig(dataDir, clientURL, peerURL string) (*embed.Config, error) {
	client, err := url.Parse(clientURL)
	if err != nil {
		return nil, err
	}
	peer, err := url.Parse(peerURL)
	if err != nil {
		return nil, err
	}
	config := embed.NewConfig()
	config.Dir = dataDir
	config.UnsafeNoFsync = true
	config.LogLevel = "warn"
	config.ListenClientUrls, config.AdvertiseClientUrls = []url.URL{*client}, []url.URL{*client}
	config.ListenPeerUrls, config.AdvertisePeerUrls = []url.URL{*peer}, []url.URL{*peer}
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	return config, nil
}

func failed(err error) int {
	fmt.Fprintln(os.Stderr, "etcd:", err)
	return 1
}
