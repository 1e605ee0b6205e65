module.exports = require('../../jest.preset.cjs')('docs', __dirname);
