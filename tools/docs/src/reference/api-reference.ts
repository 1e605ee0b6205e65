import { join } from 'node:path';
import { Application } from 'typedoc';

const PACKAGES = ['kube', 'schema', 'openmcp', 'nest', 'emulator', 'testing'];

/** The public names of a package could not be read; the log above says why. */
export class ReferenceFailed extends Error {
  override readonly name = 'ReferenceFailed';
  constructor() {
    super('The reference of the packages could not be made. Mend what stands above, and build again.');
  }
}

/** Writes a page for each public name of the packages, out of their sources, into a folder. */
export async function writeApiReference(root: string, folder: string): Promise<void> {
  const app = await Application.bootstrap({
    name: 'kcp-runtime',
    entryPoints: PACKAGES.map((name) => join(root, 'libs', name, 'src', 'index.ts')),
    tsconfig: join(root, 'tools', 'docs', 'typedoc.tsconfig.json'),
    basePath: root,
    displayBasePath: root,
    readme: 'none',
    disableSources: true,
    excludePrivate: true,
    excludeInternal: true,
    skipErrorChecking: true,
    logLevel: 'Error',
  });
  const project = await app.convert();
  if (project === undefined || app.logger.hasErrors()) throw new ReferenceFailed();
  await app.generateDocs(project, folder);
  if (app.logger.hasErrors()) throw new ReferenceFailed();
}
