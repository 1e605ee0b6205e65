module.exports = require('../../jest.preset.cjs')('postgres-provider', __dirname);
