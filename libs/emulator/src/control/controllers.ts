import { BindingIndex } from '../apis/binding/binding-index.js';
import { BindingController } from '../apis/binding/bindings.js';
import { DefinitionController } from '../apis/definition/custom-resource-definitions.js';
import { EndpointSliceController } from '../apis/export/endpoint-slices.js';
import { ExportController } from '../apis/export/exports.js';
import { ResourceOwners } from '../apis/binding/resource-owners.js';
import { SchemaTypes } from '../apis/definition/schema-types.js';
import { UnbindingController } from '../apis/binding/unbinding.js';
import type { ServiceAccountTokens } from '../auth/service-account-tokens.js';
import { TokenSecretController } from '../auth/token-secrets.js';
import type { Delays } from '../faults/delays.js';
import { EventExpiry } from './event-expiry.js';
import { GarbageCollector } from './garbage-collector.js';
import { ApiError } from '../server/answer/api-error.js';
import type { WatchSessions } from '../server/watch/watch-sessions.js';
import type { ControllerLoop } from './controller-loop.js';
import type { KcpState } from '../workspace/kcp-state.js';
import { NamespaceController } from '../workspace/namespaces.js';
import { WorkspaceDeletionController } from '../workspace/workspace-deletion.js';
import { WorkspaceController } from '../workspace/workspaces.js';

/** What the controllers work on. */
export interface ControllerParts {
  readonly state: KcpState;
  readonly tokens: ServiceAccountTokens;
  readonly sessions: WatchSessions;
  readonly delays: () => Delays;
}

/** Adds all of kcp's own controllers; gives what requests need of them. */
export function addControllers(loop: ControllerLoop, { state, tokens, sessions, delays }: ControllerParts): { bindings: BindingIndex; types: SchemaTypes } {
  const bindings = new BindingIndex(state.storage);
  const types = new SchemaTypes();
  const owners = new ResourceOwners();
  loop.add(new NamespaceController(state, () => 0));
  loop.add(new WorkspaceController(state, () => delays().workspaceMs));
  loop.add(new WorkspaceDeletionController(state, () => delays().deletionMs));
  loop.add(new TokenSecretController(state, tokens));
  loop.add(new GarbageCollector(state));
  loop.add(new EventExpiry(state));
  loop.add(new DefinitionController(state, owners, (cluster, type) => sessions.endOf(state.collectionOf(type), cluster)));
  loop.add(new ExportController(state, () => 0));
  loop.add(new EndpointSliceController(state, bindings, () => delays().sliceMs));
  loop.add(
    new BindingController(state, bindings, types, owners, delays, (hash, type) => {
      sessions.break(`${hash} ${type.group}/${type.plural}`, new ApiError(500, 'InternalError', 'unable to decode an event from the watch stream: context canceled'));
    }),
  );
  loop.add(new UnbindingController(state, owners, () => delays().unbindMs));
  return { bindings, types };
}
