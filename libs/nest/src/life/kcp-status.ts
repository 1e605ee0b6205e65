import { configFinding } from '../config/config-finding.js';
import type { ConfigFinding, ConfigStatus } from '../config/config-status-writer.js';
import type { ConfigState } from '../config/config-snapshot.js';
import { publishFinding } from '../publish/kcp-findings.js';
import type { KcpFindings, KcpReport } from '../publish/kcp-report.js';
import { KCP_CONDITIONS } from '../publish/kcp-report.js';
import type { JsonObject } from '../status/merge-patch-between.js';
import type { WorkspaceSource } from '../source/workspace-source.js';
import type { DrainState } from './kcp-drains.js';
import { consumersField } from './consumers-field.js';

/** Every condition type that kcp mode writes into the ProviderConfig. */
export const OWN_CONDITIONS: readonly string[] = ['ConfigValid', ...KCP_CONDITIONS, 'KcpDrained'];

/** What kcp mode knows when it writes. */
export interface KcpKnowledge {
  readonly config: ConfigState;
  readonly report: KcpReport;
  /** Undefined while spec.kcp is not set. */
  readonly source: WorkspaceSource | undefined;
  /** Places that spec.kcp named once. */
  readonly drains: readonly DrainState[];
  /** The export was published once, by whatever process. */
  readonly wasPublished: boolean;
}

/** What is to stand in the ProviderConfig's status. */
export function kcpStatus({ config, report, source, drains, wasPublished }: KcpKnowledge): ConfigStatus {
  const common = { ConfigValid: configFinding(config), ...(drains.length > 0 ? { KcpDrained: drainFinding(drains) } : {}) };
  if (source === undefined) {
    return { conditions: { ...common, ...(wasPublished ? { KcpConnected: NOT_CONFIGURED } : {}) }, fields: { kcp: undefined } };
  }
  const findings = believable({ ...report.findings, KcpEndpointsReady: endpointsFinding(source) });
  return { conditions: { ...common, ...findings }, fields: { kcp: kcpField(report, source, findings) } };
}

/** What was well when we could last look is not known to be well now. */
function believable(findings: KcpFindings): KcpFindings {
  if (findings.KcpConnected.status !== 'False') return findings;
  const unseen = (finding: ConfigFinding): ConfigFinding => (finding.status === 'True' ? NOT_CONNECTED : finding);
  return { ...findings, KcpPublished: unseen(findings.KcpPublished), KcpEndpointsReady: unseen(findings.KcpEndpointsReady), KcpNothingOrphaned: unseen(findings.KcpNothingOrphaned) };
}

const NOT_CONNECTED: ConfigFinding = { status: 'Unknown', reason: 'NotConnected', message: 'It was well when kcp could last be looked at; see KcpConnected' };

const NOT_CONFIGURED: ConfigFinding = {
  status: 'False',
  reason: 'NotConfigured',
  message: 'An export was published, and there is no valid spec to go by: its orders, and deletions of them, wait for one',
};

function drainFinding(drains: readonly DrainState[]): ConfigFinding {
  const message = drains.map(({ place, stage }) => `Workspace ${place.providerWorkspace}, export ${place.exportName}: ${drainText(place, stage)}`).join('; ');
  return { status: 'False', reason: drains.some(({ stage }) => stage.kind === 'stuck') ? 'DrainStuck' : 'Draining', message };
}

function drainText({ deletionPolicy }: DrainState['place'], stage: DrainState['stage']): string {
  switch (stage.kind) {
    case 'looking':
      return 'its orders are being looked at';
    case 'waiting': {
      const orders = `${stage.orders} orders are still there; only deletions are served`;
      return deletionPolicy === 'Delete' ? `${orders}. The export is removed when the last of ${stage.consumers} workspaces has unbound` : orders;
    }
    case 'stuck':
      return stage.message;
  }
}

function kcpField(report: KcpReport, source: WorkspaceSource, findings: KcpFindings): JsonObject {
  const wrong = KCP_CONDITIONS.map((condition) => findings[condition]).find(({ status }) => status === 'False');
  return {
    connected: findings.KcpConnected.status === 'True',
    message: wrong?.message,
    ...report.facts,
    endpoints: source.endpoints.map(({ url, state, trouble }) => withoutAbsent({ url, state, message: trouble?.message })),
    consumers: consumersField(source.consumers()),
  };
}

function endpointsFinding(source: WorkspaceSource): ConfigFinding {
  if (source.trouble !== undefined) return publishFinding(source.trouble);
  switch (source.state.kind) {
    case 'unknown':
      return { status: 'Unknown', reason: 'NotYetKnown', message: 'The endpoint slice of the export was not read yet' };
    case 'noSlice':
      return { status: 'Unknown', reason: 'WaitingForEndpointSlice', message: 'kcp makes the endpoint slice together with the export' };
    case 'noConsumer':
      return { status: 'True', reason: 'WaitingForFirstConsumer', message: 'Nobody has bound the export yet; a consumer applies the APIBinding of status.kcp.binding' };
    case 'served':
      return servedFinding(source);
  }
}

function servedFinding({ endpoints }: WorkspaceSource): ConfigFinding {
  const failing = endpoints.find(({ state }) => state === 'BackingOff');
  if (failing?.trouble !== undefined) return publishFinding(failing.trouble);
  if (endpoints.every(({ state }) => state === 'Watching')) return { status: 'True', reason: 'Serving', message: 'Orders are followed at every endpoint' };
  return { status: 'Unknown', reason: 'WaitingForEndpoint', message: 'kcp has named an endpoint and does not serve it yet; after a first binding this takes some seconds' };
}

/** Lists are compared whole: a field that is undefined on one side would never be equal. */
function withoutAbsent(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
