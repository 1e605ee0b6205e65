/** What the Open Component Model asks of a descriptor in serialisation v2, as far as one of ours has it: a line for each rule that is broken. */
const NAME = /^[a-z][-a-z0-9]*(\.[a-z][-a-z0-9]*)*\.[a-z]{2,}(\/[a-z][-a-z0-9_]*(\.[a-z][-a-z0-9_]*)*)+$/;
const ELEMENT_NAME = /^[a-z0-9]([-_+a-z0-9]*[a-z0-9])?$/;
const VERSION = /^v?(0|[1-9]\d*)(\.(0|[1-9]\d*)){0,2}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;
const SHA256 = /^[0-9a-f]{64}$/;

type Fields = Readonly<Record<string, unknown>>;

export function brokenRules(document: unknown): readonly string[] {
  const { meta, component } = fields(document);
  const { name, version, provider, ...lists } = fields(component);
  return [
    ...unless(fields(meta)['schemaVersion'] === 'v2', 'meta.schemaVersion is v2'),
    ...unless(matches(NAME, name) && String(name).length <= 255, 'the name begins with a domain and has a path'),
    ...unless(matches(VERSION, version), 'the version is a relaxed semantic version'),
    ...unless(typeof provider === 'string' && provider !== '', 'the provider has a name'),
    ...['repositoryContexts', 'sources', 'componentReferences', 'resources'].flatMap((key) => unless(Array.isArray(lists[key]), `${key} is a list`)),
    ...elements(lists['sources']).flatMap((source) => brokenOfElement(source)),
    ...elements(lists['resources']).flatMap((resource) => [...brokenOfElement(resource), ...brokenOfResource(resource, version)]),
    ...unless(isUnique(elements(lists['resources'])), 'no two resources have one name'),
  ];
}

function brokenOfElement({ name, version, type, access }: Fields): readonly string[] {
  return [
    ...unless(matches(ELEMENT_NAME, name) && String(name).length >= 2, `${String(name)}: the name is of small letters, digits and -_+`),
    ...unless(matches(VERSION, version), `${String(name)}: the version is a relaxed semantic version`),
    ...unless(typeof type === 'string' && typeof fields(access)['type'] === 'string', `${String(name)}: it has a type, and so has the access`),
  ];
}

function brokenOfResource({ name, version, relation, access, digest }: Fields, ofComponent: unknown): readonly string[] {
  const { hashAlgorithm, normalisationAlgorithm, value } = fields(digest);
  const { type, imageReference, localReference, mediaType } = fields(access);
  return [
    ...unless(relation === 'local' || relation === 'external', `${String(name)}: it is local or external`),
    ...unless(relation === 'external' || version === ofComponent, `${String(name)}: what is local has the version of the component`),
    ...unless(hashAlgorithm === 'SHA-256' && typeof normalisationAlgorithm === 'string' && matches(SHA256, value), `${String(name)}: the digest is whole`),
    ...unless(type !== 'localBlob' || (localReference === `sha256:${String(value)}` && typeof mediaType === 'string'), `${String(name)}: a local blob is named by its digest and has a media type`),
    ...unless(type !== 'ociArtifact' || String(imageReference).endsWith(`@sha256:${String(value)}`), `${String(name)}: the image is named by its digest`),
  ];
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function elements(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fields) : [];
}

function matches(pattern: RegExp, value: unknown): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function isUnique(resources: readonly Fields[]): boolean {
  return new Set(resources.map(({ name }) => name)).size === resources.length;
}

function unless(holds: boolean, rule: string): readonly string[] {
  return holds ? [] : [rule];
}
