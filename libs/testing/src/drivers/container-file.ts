import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import type { StartedTestContainer } from 'testcontainers';

/** Reads one text file out of a container; the engine hands it out as an archive. */
export async function fileInContainer(container: StartedTestContainer, path: string): Promise<string> {
  const archive = await container.copyArchiveFromContainer(path);
  const entries = Readable.from(archive).pipe(extract());
  for await (const entry of entries) return text(entry);
  throw new Error(`The container has no file ${path}; it ended before kcp wrote it.`);
}
