import { BindingIndex } from './apis/binding-index.js';
import { BindingController } from './apis/bindings.js';
import { DefinitionController } from './apis/custom-resource-definitions.js';
import { EndpointSliceController } from './apis/endpoint-slices.js';
import { ExportController } from './apis/exports.js';
import { ResourceOwners } from './apis/resource-owners.js';
import { SchemaTypes } from './apis/schema-types.js';
import { UnbindingController } from './apis/unbinding.js';
import type { ServiceAccountTokens } from './auth/service-account-tokens.js';
import { TokenSecretController } from './auth/token-secrets.js';
import type { Delays } from './faults/delays.js';
import { GarbageCollector } from './registry/garbage-collector.js';
import { ApiError } from './server/api-error.js';
import type { WatchSessions } from './server/watch-sessions.js';
import type { ControllerLoop } from './workspace/controller-loop.js';
import type { KcpState } from './workspace/kcp-state.js';
import { NamespaceController } from './workspace/namespaces.js';
import { WorkspaceDeletionController } from './workspace/workspace-deletion.js';
import { WorkspaceController } from './workspace/workspaces.js';

/** What the controllers work on. */
export interface ControllerParts {
  readonly state: KcpState;
  readonly tokens: ServiceAccountTokens;
  readonly sessions: WatchSessions;
  readonly delays: () => Delays;
}

/** Adds all of kcp's own controllers; gives what requests need of them. */
export function addControllers(loop: ControllerLoop, { state, tokens, sessions, delays }: ControllerParts): { bindings: BindingIndex; types: SchemaTypes } {
  const bindings = new BindingIndex(state.shard);
  const types = new SchemaTypes();
  const owners = new ResourceOwners();
  loop.add(new NamespaceController(state, () => 0));
  loop.add(new WorkspaceController(state, () => delays().workspaceMs));
  loop.add(new WorkspaceDeletionController(state, () => delays().deletionMs));
  loop.add(new TokenSecretController(state, tokens));
  loop.add(new GarbageCollector(state));
  loop.add(new DefinitionController(state, owners));
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
