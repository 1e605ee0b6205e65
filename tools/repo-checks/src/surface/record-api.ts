import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { workspacePackages } from '../workspace/workspace-packages.js';
import { recordFile, surfaceOf } from './api-record.js';

for (const published of workspacePackages().filter(({ isPublished }) => isPublished)) {
  const file = recordFile(published.name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, surfaceOf(published));
}
