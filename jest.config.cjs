const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

/** The suites of conformance are run on one server at a time, by `npm test`. */
const apart = ['tools/conformance'];

/** All unit tests in one run: every project that has a jest configuration. */
const projects = ['libs', 'apps', 'tools']
  .flatMap((folder) => readdirSync(join(__dirname, folder)).map((name) => `${folder}/${name}`))
  .filter((project) => !apart.includes(project) && existsSync(join(__dirname, project, 'jest.config.cjs')));

module.exports = {
  projects: projects.map((project) => `<rootDir>/${project}`),
  testTimeout: 30_000,
  workerIdleMemoryLimit: '1GB',
  // Many specs wait for sockets and deadlines: on two cores a worker a core takes less time than jest's default of one.
  maxWorkers: '100%',
  // Half a second, as jest has it, is too short on a busy machine to tell what hangs from what is slow.
  workerGracefulExitTimeout: 10_000,
};
