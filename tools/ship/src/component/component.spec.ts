import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { load, loadAll } from 'js-yaml';
import { ImageReferenceRefused, readImageReference } from '../image/image-reference.js';
import { step } from '../step.js';
import type { ComponentDescriptor, Resource } from './component-descriptor.js';
import { brokenRules } from './descriptor-rules.fixture.js';
import { writeComponent } from './write-component.js';

const sha256 = 'c'.repeat(64);
const settings = {
  name: 'example.org/postgres-provider',
  version: '1.2.3',
  image: readImageReference(`images.example.org/postgres-provider:v1.2.3@sha256:${sha256}`),
  source: { repository: 'https://example.org/kcp-runtime', commit: 'd'.repeat(40) },
};

let folder: string;
let descriptor: ComponentDescriptor;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'component-'));
  descriptor = await writeComponent(join(folder, 'component'), settings);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (): unknown => load(readFileSync(join(folder, 'component', 'component-descriptor.yaml'), 'utf8'));
const archived = (name: string): Buffer => readFileSync(join(folder, 'component', 'archive', 'blobs', name.replace(':', '.')));
const json = (name: string): unknown => JSON.parse(archived(name).toString('utf8'));

function resource(name: string): Resource {
  const found = descriptor.component.resources.find((each) => each.name === name);
  if (found === undefined) throw new Error(`The component has no ${name}.`);
  return found;
}

/** The files of a local resource, by their paths. */
async function filesOf(name: string): Promise<Readonly<Record<string, string>>> {
  const place = join(folder, name);
  await mkdir(place);
  await step(place, 'tar', '--extract', `--file=${join(folder, 'component', 'archive', 'blobs', `sha256.${resource(name).digest.value}`)}`);
  const paths = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(paths.map(({ parentPath, name: file }) => [join(parentPath, file).slice(place.length + 1), readFileSync(join(parentPath, file), 'utf8')]));
}

describe('the component of the provider', () => {
  it('is described by the rules of serialisation v2', () => {
    expect(written()).toEqual(descriptor);
    expect(brokenRules(written())).toEqual([]);
  });

  it('has the image by its digest', () => {
    expect(resource('postgres-provider-image')).toMatchObject({ type: 'ociImage', access: { imageReference: `images.example.org/postgres-provider:v1.2.3@sha256:${sha256}` }, digest: { value: sha256 } });
  });

  it('has what defines the kinds of both modes', async () => {
    const kinds = Object.entries(await filesOf('postgres-provider-crds')).map(([path, text]) => {
      const objects = loadAll(text) as { kind: string; spec: { names: { kind: string } } }[];
      return [path, objects.map(({ kind, spec }) => `${kind} of ${spec.names.kind}`)];
    });
    expect(Object.fromEntries(kinds)).toEqual({
      'platform.yaml': ['CustomResourceDefinition of PostgresConfig'],
      'onboarding.yaml': ['CustomResourceDefinition of Database'],
      'kcp.yaml': ['APIResourceSchema of Database'],
    });
  });

  it('has what installs it without openMCP, with the same image', async () => {
    expect(await filesOf('postgres-provider-kustomization')).toMatchObject({ 'provider/kustomization.yaml': expect.stringContaining(`digest: sha256:${sha256}`) });
  });

  it('names the state of the sources', () => {
    expect(descriptor.component.sources).toMatchObject([{ access: { repoUrl: 'https://example.org/kcp-runtime', commit: 'd'.repeat(40) } }]);
  });

  it('is refused with an image that another one may take the place of', async () => {
    await expect(writeComponent(join(folder, 'refused'), { ...settings, image: readImageReference('images.example.org/postgres-provider:v1') })).rejects.toThrow(ImageReferenceRefused);
  });

  it('is the same, byte for byte, when it is made again', async () => {
    expect(await writeComponent(join(folder, 'again'), settings)).toEqual(descriptor);
  });
});

describe('the transport archive', () => {
  it('leads from its index over the manifest to the descriptor and to all that is local', () => {
    const index = JSON.parse(readFileSync(join(folder, 'component', 'archive', 'artifact-index.json'), 'utf8')) as { artifacts: { digest: string }[] };
    expect(index.artifacts).toMatchObject([{ repository: 'component-descriptors/example.org/postgres-provider', tag: '1.2.3' }]);
    const manifest = json(String(index.artifacts[0]?.digest)) as { config: { digest: string }; layers: { digest: string }[] };
    const config = json(manifest.config.digest) as { componentDescriptorLayer: { digest: string } };
    expect(json(config.componentDescriptorLayer.digest)).toEqual(descriptor);
    const locals = descriptor.component.resources.flatMap(({ access }) => (access.type === 'localBlob' ? [access.localReference] : []));
    expect(manifest.layers.map(({ digest }) => digest)).toEqual([config.componentDescriptorLayer.digest, ...locals]);
  });

  it('names every blob by its content', () => {
    const names = readdirSync(join(folder, 'component', 'archive', 'blobs'));
    expect(names).toHaveLength(5);
    for (const name of names) expect(`sha256.${createHash('sha256').update(archived(name)).digest('hex')}`).toBe(name);
  });
});

describe('the rules of a descriptor', () => {
  const [image, crds] = ['postgres-provider-image', 'postgres-provider-crds'];
  it.each<[string, (component: ComponentDescriptor['component']) => object]>([
    ['the name begins with a domain and has a path', (component) => ({ ...component, name: 'postgres-provider' })],
    ['the version is a relaxed semantic version', (component) => ({ ...component, version: '1.2.3.4', resources: [] })],
    ['the provider has a name', (component) => ({ ...component, provider: undefined })],
    ['componentReferences is a list', (component) => ({ ...component, componentReferences: undefined })],
    ['no two resources have one name', (component) => ({ ...component, resources: component.resources.flatMap((each) => (each.name === crds ? [each, each] : [each])) })],
    [`${image}: the image is named by its digest`, (component) => ({ ...component, resources: component.resources.map((each) => ({ ...each, access: { ...each.access, imageReference: 'a:1' } })) })],
  ])('are told apart: %s', (rule, broken) => {
    expect(brokenRules({ ...descriptor, component: broken(descriptor.component) })).toContain(rule);
  });
});
