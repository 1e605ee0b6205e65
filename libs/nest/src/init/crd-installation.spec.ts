import { describe, expect, it } from '@jest/globals';
import { notServedBecause } from './crd-installation.js';

const why = (...conditions: readonly { type: string; status: string; message?: string }[]) =>
  notServedBecause({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'boxes' }, status: { conditions } });

describe('a kind that was installed', () => {
  it('is served once the server has established it', () => {
    expect(why({ type: 'NamesAccepted', status: 'True' }, { type: 'Established', status: 'True' })).toBeUndefined();
  });

  it('is not served before the server has looked at it', () => {
    expect(why()).toBe('the server has not looked at it yet');
  });

  it('is not served where another one has its names, and says so', () => {
    expect(why({ type: 'NamesAccepted', status: 'False', message: 'boxies has the plural' }, { type: 'Established', status: 'False', message: 'not all names are accepted' })).toBe(
      'NamesAccepted is not met: boxies has the plural; Established is not met: not all names are accepted',
    );
  });
});
