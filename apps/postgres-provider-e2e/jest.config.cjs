module.exports = require('../../jest.preset.cjs')('postgres-provider-e2e', __dirname);
