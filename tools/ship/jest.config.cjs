module.exports = require('../../jest.preset.cjs')('ship', __dirname);
