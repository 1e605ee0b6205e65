import { expect } from '@jest/globals';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { ALL_WIDGETS, GROUP } from '../../world/widgets.js';
import { only } from '../../world/world.js';

export const consumerByNameOnly: Item = {
  number: '35',
  section: 'virtual workspace',
  title: "a consumer's path is 403; an unknown name answers discovery and refuses its objects",
  check: async (world) => {
    const scene = await world.standing();
    expectRefusal(await scene.virtual.get(`/${only(scene).path}${ALL_WIDGETS}`), 403, 'Forbidden');
    expect((await scene.virtual.get(`/nosuch/apis/${GROUP}/v1`)).status).toBe(200);
    expectRefusal(await scene.virtual.get(`/nosuch${ALL_WIDGETS}`), 403, 'Forbidden');
  },
};
