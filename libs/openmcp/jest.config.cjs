module.exports = require('../../jest.preset.cjs')('openmcp', __dirname);
