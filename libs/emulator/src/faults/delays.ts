/**
 * kcp's own slowness, in milliseconds. All zero by default, so that tests are quick; switched on,
 * clients meet the gaps that a real kcp has (a URL before it serves, a binding before it is Bound).
 */
export interface Delays {
  /** Binding created → URL in the slice. */
  sliceMs: number;
  /** Binding created → Bound, for a schema that nobody has bound before. */
  firstBoundMs: number;
  /** Binding created → Bound, for a known schema. */
  boundMs: number;
  /** Workspace created → Ready, each step. */
  workspaceMs: number;
  /** Namespace or workspace deleted → its content is being deleted. */
  deletionMs: number;
  /** Last object of a deleted binding gone → binding gone. */
  unbindMs: number;
}

/** No delays at all. */
export const NO_DELAYS: Readonly<Delays> = { sliceMs: 0, firstBoundMs: 0, boundMs: 0, workspaceMs: 0, deletionMs: 0, unbindMs: 0 };

/** About what a real kcp takes on a small machine. */
export const KCP_DELAYS: Readonly<Delays> = { sliceMs: 150, firstBoundMs: 5000, boundMs: 350, workspaceMs: 500, deletionMs: 5000, unbindMs: 3000 };
