import type { Kept, KeptPublication } from './kept-state.js';

/** An export in a workspace: what one run serves. */
export type Place = Pick<KeptPublication, 'providerWorkspace' | 'exportName'>;

/** Whether both are the same export. Another Secret leads to the same place. */
export function isSamePlace(a: Place, b: Place): boolean {
  return a.providerWorkspace === b.providerWorkspace && a.exportName === b.exportName;
}

/**
 * What is to be kept once `target` is served: a place that was published to and is no longer named is drained, and one that
 * is named again is drained no more. Without a target every place is.
 */
export function placesFor({ publication, draining: left = [] }: Kept, target: Place | undefined): Pick<Kept, 'publication' | 'draining'> {
  const places = [...(publication === undefined ? [] : [publication]), ...left];
  const isTarget = (place: Place): boolean => target !== undefined && isSamePlace(place, target);
  const others = places.filter((place) => !isTarget(place));
  const draining = others.filter((place, index) => others.findIndex((other) => isSamePlace(other, place)) === index);
  return { publication: places.find(isTarget), draining: draining.length === 0 ? undefined : draining };
}
