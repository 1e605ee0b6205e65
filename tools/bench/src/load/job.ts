/** Where objects are made, and as whom. */
export interface LoadTarget {
  /** With the path of a workspace, where there is one. */
  readonly url: string;
  readonly ca: string;
  readonly token: string;
}

/** Makes ConfigMaps as fast as the server takes them, over `lanes` connections with one request at a time each. */
export interface CreateJob {
  readonly kind: 'create';
  readonly target: LoadTarget;
  /** Begins every name. */
  readonly prefix: string;
  readonly count: number;
  readonly lanes: number;
  /** Length of the text in each. */
  readonly noteBytes: number;
}

/** Makes ConfigMaps one by one, with a pause between them, and watches them come. */
export interface FollowJob {
  readonly kind: 'follow';
  readonly target: LoadTarget;
  readonly prefix: string;
  readonly count: number;
  readonly pauseMs: number;
}

/** What a load process is told on its input. */
export type Job = CreateJob | FollowJob;

/** What came of creations. */
export interface CreateOutcome {
  readonly seconds: number;
  /** Of the client alone. */
  readonly cpuSeconds: number;
  /** Length of one answer. */
  readonly answerBytes: number;
}

/** What came of watching: for each object the time from the sending of its creation to its event. */
export interface FollowOutcome {
  readonly eventMs: readonly number[];
}

/** Path of the ConfigMaps below a target. */
export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** A ConfigMap to make. */
export function configMap(name: string, noteBytes: number): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { note: 'x'.repeat(noteBytes) } };
}
