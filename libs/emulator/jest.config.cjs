module.exports = require('../../jest.preset.cjs')('emulator', __dirname);
