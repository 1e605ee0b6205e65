import { configFinding } from '../config/config-finding.js';
import type { ConfigState } from '../config/config-snapshot.js';
import { OPENMCP_NOT_SERVED } from '../config/config-status-writer.js';
import type { ConfigFinding, ConfigStatus } from '../config/config-status-writer.js';
import type { Mode } from '../offer/order.js';
import type { OnboardingSource } from '../source/onboarding-source.js';
import { ordersFinding } from './onboarding-findings.js';

/** The condition of the ProviderConfig that is standard mode's alone. */
const STANDARD_CONDITIONS: readonly string[] = ['OnboardingReady'];

/** Every condition type that standard mode writes into the ProviderConfig. Where there is kcp mode, that tells of the spec. */
export function ownConditions(modes: readonly Mode[]): readonly string[] {
  return modes.includes('kcp') ? STANDARD_CONDITIONS : ['ConfigValid', ...STANDARD_CONDITIONS];
}

/** What standard mode knows when it writes. */
export interface StandardKnowledge {
  readonly config: ConfigState;
  /** How it stands with the connection to the onboarding cluster. */
  readonly connection: ConfigFinding;
  readonly source: Pick<OnboardingSource, 'trouble' | 'isFollowing'>;
}

/** What is to stand in the ProviderConfig's status; the writer takes of it what is the mode's own. */
export function standardStatus({ config, connection, source }: StandardKnowledge): ConfigStatus {
  const onboarding = connection.status === 'True' ? ordersFinding(source) : connection;
  return { conditions: { ConfigValid: configFinding(config), OnboardingReady: onboarding }, fields: {} };
}

/** The same where the platform cluster is no openMCP platform. */
export function offStatus(config: ConfigState): ConfigStatus {
  return { conditions: { ConfigValid: configFinding(config), OnboardingReady: OFF }, fields: {} };
}

const OFF: ConfigFinding = {
  ...OPENMCP_NOT_SERVED,
  message: 'Standard mode is off, since the platform cluster does not serve clusters.openmcp.cloud. It is looked at again; where there is no openMCP, nothing is wrong',
};
