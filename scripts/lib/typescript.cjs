// Lets a script require TypeScript of test/support: compiled by swc as it is loaded, with the libs as they are in dist/.
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { transformSync } = require('@swc/core');

const root = path.resolve(__dirname, '..', '..');
const { module: format, jsc } = JSON.parse(fs.readFileSync(path.join(root, '.swcrc'), 'utf8'));
const { baseUrl: _baseUrl, paths: _paths, ...settings } = jsc;

const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const lib = /^@portal\/(platform\/)?([^/]+)$/.exec(request);
  if (lib) request = path.join(root, 'dist', 'libs', lib[1] ? `platform/src/${lib[2]}` : `${lib[2]}/src`, 'index.js');
  else if (request.startsWith('.') && parent?.filename?.endsWith('.ts')) request = request.replace(/\.js$/, '.ts');
  return resolve.call(this, request, parent, ...rest);
};

Module._extensions['.ts'] = (module, filename) => {
  const options = { filename, swcrc: false, sourceMaps: 'inline', module: format, jsc: settings };
  module._compile(transformSync(fs.readFileSync(filename, 'utf8'), options).code, filename);
};
