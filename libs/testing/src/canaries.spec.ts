import { describe, expect, it } from '@jest/globals';
import { Canaries } from './canaries.js';

const SECRET = 'tok-en/with+odd chars';

function withSecret(): Canaries {
  const canaries = new Canaries();
  canaries.add(SECRET, 'the token of red');
  return canaries;
}

describe('canaries', () => {
  it('name the secret and the place where it leaked', () => {
    const [leak] = withSecret().search([{ where: 'log line 7', text: `connecting with ${SECRET} now` }]);
    expect(leak).toMatchObject({ what: 'the token of red', where: 'log line 7' });
  });

  it('find nothing where nothing leaked', () => {
    expect(withSecret().search([{ where: 'an Event', text: 'order ready' }])).toEqual([]);
  });

  it.each(['', 'a', 'ab', 'abc'])('find a secret in base64 that stands behind "%s"', (before) => {
    const text = Buffer.from(`${before}${SECRET} and more`).toString('base64');
    expect(withSecret().search([{ where: 'a Secret', text }])).toHaveLength(1);
  });

  it('find a percent-encoded secret', () => {
    expect(withSecret().search([{ where: 'a uri', text: `postgresql://u:${encodeURIComponent(SECRET)}@host` }])).toHaveLength(1);
  });

  it('never show a secret in a finding, not even another one that stands before it', () => {
    const canaries = withSecret();
    canaries.add('second-secret', 'the password of blue');
    const found = JSON.stringify(canaries.search([{ where: 'log', text: `second-secret ${SECRET}` }]));
    expect(found).not.toMatch(/second-secret|tok-en/);
  });

  it('refuse what is so short that it would be found by chance', () => {
    expect(() => new Canaries().add('abc', 'a pin')).toThrow(RangeError);
  });
});
