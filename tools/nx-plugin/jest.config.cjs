module.exports = require('../../jest.preset.cjs')('nx-plugin', __dirname);
