export { makeKcpImage } from './image/local-images.js';
export { packInto } from './packages/pack.js';
export type { PackedPackage } from './packages/pack.js';
export { publishedPackages } from './packages/published-packages.js';
export type { PackageManifest, PublishedPackage } from './packages/published-packages.js';
export { StepFailed } from './step.js';
