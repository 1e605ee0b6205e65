export { startKcp } from './drivers/start-kcp.js';
export type { StartKcpOptions } from './drivers/start-kcp.js';
export { kcpDrivers } from './drivers/kcp-drivers.js';
export type { KcpDriverReport } from './drivers/kcp-drivers.js';
export { KcpDriverMissing, KcpNotReady, KcpRestartRefused } from './drivers/kcp-server.js';
export type { Env, KcpDriverName, KcpServer } from './drivers/kcp-server.js';

export { KcpAdmin } from './admin/kcp-admin.js';
export type { ServiceAccountAccess, Workspace } from './admin/workspace.js';
export type { ApplyOptions, BindRequest, ClaimDecision, PolicyRule, ServiceAccountRequest } from './admin/set-up.js';
export { installInProviderWorkspace, installOnPlatform, kubeconfigOfTokenSecret } from './admin/install-provider.js';
export type { InstalledInWorkspace, ServerAddress } from './admin/install-provider.js';
export { RawClient, dig } from './admin/raw-client.js';
export type { RawAnswer, RawBody, RawObserver, RawRequest, RawTarget } from './admin/raw-client.js';
export type { RawWatch } from './admin/raw-watch.js';
export type { RawEvent, RawWatchEnd } from './admin/raw-watch.js';
export { UnexpectedAnswer } from './admin/unexpected-answer.js';
export { kubeconfigText, readAdminKubeconfig } from './admin/kubeconfig-text.js';

export { DeadlinePassed, eventually } from './wait/eventually.js';
export type { EventuallyOptions } from './wait/eventually.js';

export { startGate } from './gate/start-gate.js';
export type { Gate, GateOptions } from './gate/gate.js';
export type { GateRequest, GateVerb } from './gate/gate-request.js';
export { isRead, isWrite } from './gate/gate-request.js';
export type { GateAnswer, Hold, Match, Moment, Rule, When } from './gate/gate-rules.js';

export { Canaries } from './canaries.js';
export type { Leak, SearchedText } from './canaries.js';

export { startPostgres } from './postgres/start-postgres.js';
export type { PostgresLogin, PostgresServer, PostgresVersion, StartPostgresOptions } from './postgres/postgres-server.js';
export { PostgresMissing } from './postgres/postgres-server.js';

// An openMCP platform: a quick one without its operator, and a real one.
export { startPlatform } from './platform/start-platform.js';
export type { RealPlatform, StartRealPlatformOptions } from './platform/start-platform.js';
export { startKubernetes } from './platform/start-kubernetes.js';
export type { Kubernetes } from './platform/start-kubernetes.js';
export { PlatformMissing } from './platform/servers/binaries.js';
export { ServerNotReady } from './platform/servers/server-not-ready.js';
export { providerProgram } from './platform/kubelet/provider-program.js';
export type { ContainerRun, Program, RunningContainer } from './platform/kubelet/program.js';
export type { Kubelet } from './platform/kubelet/kubelet.js';
export type { PodRun } from './platform/kubelet/pod-run.js';
export { startPlatformOnEmulator } from './platform/start-platform-on-emulator.js';
export type { StartPlatformOptions } from './platform/start-platform-on-emulator.js';
export type { Platform } from './platform/platform.js';
export type { PlatformCluster } from './platform/cluster/platform-cluster.js';
export type { ClusterProvider } from './platform/cluster-provider/cluster-provider.js';
export type { Ref } from './platform/follow/object-writes.js';

// For the specs of a provider: without a server, and with a whole kcp.
export { testDeletion, testOrder, TestOrderInvalid } from './order/test-order.js';
export type { Recorded, TestDeletionSettings, TestOrder, TestOrderSettings } from './order/test-order.js';
export { RecordingClient } from './order/recording-client.js';
export { orderMatchers } from './order/matchers.js';
export type { ExpectedCondition } from './order/matchers.js';
export { KcpTestingModule } from './module/kcp-testing.module.js';
export type { KcpTestingSettings, ProviderVersion } from './module/kcp-testing.module.js';
export { PlatformTestingModule } from './module/platform-testing.module.js';
export type { PlatformTestingSettings } from './module/platform-testing.module.js';
export type { TestedApp } from './provider/running-app.js';
export { ProviderProcess } from './provider/provider-process.js';
export type { ProcessSettings } from './provider/provider-process.js';
export { KcpSide } from './module/kcp-side.js';
export type { ConfigSpec } from './provider/provider-objects.js';
export { TestOrders } from './order/test-orders.js';
export type { OrderingPlace, WaitOptions } from './order/test-orders.js';
export { TestConsumer } from './tenant/test-consumer.js';
export { TestTenant } from './tenant/test-tenant.js';
export { ManifestsRefused, printedManifests } from './provider/printed-manifests.js';
