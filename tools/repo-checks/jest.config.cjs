module.exports = require('../../jest.preset.cjs')('repo-checks', __dirname);
