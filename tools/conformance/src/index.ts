export { allItems } from './items/all-items.js';
export type { Item, Section } from './item.js';
