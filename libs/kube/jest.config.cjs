module.exports = require('../../jest.preset.cjs')('kube', __dirname);
