import { describe, expect, it } from '@jest/globals';
import { NeutralNames } from './neutral-names.js';

describe('the names of a run', () => {
  it('are the same in every run, numbered in the order in which they first come', () => {
    const names = new NeutralNames();
    expect(names.of('/clusters/root:conformance-0a1b2c3d:consumer-11111111/apis')).toBe('/clusters/root:<conformance>:<consumer>/apis');
    expect(names.of('/clusters/root:conformance-0a1b2c3d:consumer-22222222/apis')).toBe('/clusters/root:<conformance>:<consumer 2>/apis');
    expect(names.of('/services/apiexport/2pdoo25jjtdee955/export-33333333/clusters/6rcq1050h8o95cgm/apis')).toBe('/services/apiexport/<cluster>/<export>/clusters/<cluster 2>/apis');
  });

  it('leave versions out, except those that mean something', () => {
    const names = new NeutralNames();
    expect(names.of('/x?resourceVersion=1796&watch=true')).toBe('/x?resourceVersion=*&watch=true');
    expect(names.of('/x?resourceVersion=0&watch=true')).toBe('/x?resourceVersion=0&watch=true');
  });

  it('are found in selectors too', () => {
    expect(new NeutralNames().of('/x?fieldSelector=metadata.name%3Dexport-b535c6ec')).toBe('/x?fieldSelector=metadata.name=<export>');
  });
});
