module.exports = require('../../jest.preset.cjs')('nest', __dirname);
