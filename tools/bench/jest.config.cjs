module.exports = require('../../jest.preset.cjs')('bench', __dirname);
