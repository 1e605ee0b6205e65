module.exports = require('../../jest.preset.cjs')('conformance', __dirname);
