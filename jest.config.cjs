const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

/** All unit tests in one run: every project that has a jest configuration. */
const projects = ['libs', 'apps', 'tools']
  .flatMap((folder) => readdirSync(join(__dirname, folder)).map((name) => `${folder}/${name}`))
  .filter((project) => existsSync(join(__dirname, project, 'jest.config.cjs')));

module.exports = { projects: projects.map((project) => `<rootDir>/${project}`), workerIdleMemoryLimit: '1GB' };
