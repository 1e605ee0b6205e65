module.exports = require('../../jest.preset.cjs')('schema', __dirname);
