import { ownRequest } from '@kcp-runtime/openmcp';
import type { AccessOrder, PermissionRule } from '@kcp-runtime/openmcp';
import type { ServedOffer } from '../reconcile/served-offer.js';

/** The purpose under which openMCP has its onboarding cluster. */
const PURPOSE = 'onboarding';
const LOCAL_NAME = { run: 'onboarding-run', init: 'onboarding-init' } as const;

/** The provider, as the requests for itself are called. */
export interface OwnRequestPlace {
  readonly offers: readonly Pick<ServedOffer, 'api'>[];
  /** The provider's namespace on the platform cluster. */
  readonly namespace: string;
}

/**
 * What a provider's requests for itself begin with: the API group of its offers, as those of Go providers do. A provider with offers of
 * several groups goes by the first.
 */
export function ownController(offers: OwnRequestPlace['offers']): string {
  return offers[0]?.api.group ?? '';
}

/** The access to the onboarding cluster for a provider that runs: its orders, their Events, and a look at the ControlPlanes. */
export function onboardingRequest(place: OwnRequestPlace): Omit<AccessOrder, 'wake'> {
  return accessFor('run', place, [...place.offers.flatMap(({ api }) => orderRules(api)), ...COMMON_RULES]);
}

/** The access of `init`, which brings the kinds there. */
export function onboardingInitRequest(place: OwnRequestPlace): Omit<AccessOrder, 'wake'> {
  return accessFor('init', place, [{ apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'], verbs: ['get', 'create', 'patch'] }]);
}

function accessFor(use: keyof typeof LOCAL_NAME, { offers, namespace }: OwnRequestPlace, rules: readonly PermissionRule[]): Omit<AccessOrder, 'wake'> {
  return { request: ownRequest(ownController(offers), LOCAL_NAME[use], namespace), cluster: { kind: 'ordered', purpose: PURPOSE }, token: { permissions: [{ rules }] } };
}

const COMMON_RULES: readonly PermissionRule[] = [
  { apiGroups: [''], resources: ['events'], verbs: ['create'] },
  { apiGroups: ['core.open-control-plane.io'], resources: ['controlplanes'], verbs: ['get', 'list', 'watch'] },
];

function orderRules({ group, plural }: ServedOffer['api']): PermissionRule[] {
  return [
    { apiGroups: [group], resources: [plural], verbs: ['get', 'list', 'watch', 'patch'] },
    { apiGroups: [group], resources: [`${plural}/status`], verbs: ['get', 'patch'] },
  ];
}
