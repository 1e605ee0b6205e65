import { describe, expect, it } from '@jest/globals';
import { ImageReferenceRefused, imageReferenceText, readImageReference } from './image-reference.js';

const sha256 = 'a'.repeat(64);

describe('a reference to an image', () => {
  it.each([
    ['images.example.org/a/postgres-provider:v0.1.0', 'images.example.org/a/postgres-provider', { kind: 'tag', tag: 'v0.1.0' }],
    ['localhost:5000/postgres-provider:local', 'localhost:5000/postgres-provider', { kind: 'tag', tag: 'local' }],
    [`localhost:5000/postgres-provider@sha256:${sha256}`, 'localhost:5000/postgres-provider', { kind: 'digest', sha256, tag: undefined }],
    [`postgres-provider:1@sha256:${sha256}`, 'postgres-provider', { kind: 'digest', sha256, tag: '1' }],
  ])('is read and written alike: %s', (text, repository, pin) => {
    expect(readImageReference(text)).toEqual({ repository, pin });
    expect(imageReferenceText(readImageReference(text))).toBe(text);
  });

  it.each(['', 'postgres-provider', 'localhost:5000/postgres-provider', 'a b:1', 'a@sha256:abc', 'a:1\nb:2'])('that leaves open which image it is, is refused: %j', (text) => {
    expect(() => readImageReference(text)).toThrow(ImageReferenceRefused);
  });
});
