// First file of a thread whose code is the TypeScript source: Jest's own transformation does not reach into threads.
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { transformSync } = require('@swc/core');

const root = path.resolve(__dirname, '../../..');
const swcrc = JSON.parse(fs.readFileSync(path.join(root, '.swcrc'), 'utf8'));
const { baseUrl: _baseUrl, paths: _paths, ...jsc } = swcrc.jsc;
const options = { swcrc: false, configFile: false, module: swcrc.module, jsc, sourceMaps: 'inline' };

Module._extensions['.ts'] = (module, filename) =>
  module._compile(transformSync(fs.readFileSync(filename, 'utf8'), { ...options, filename }).code, filename);
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const [, lib, part = ''] = /^@portal\/([^/]+)(?:\/([^/]+))?$/.exec(request) ?? [];
  if (lib) return path.join(root, 'libs', lib, 'src', part, 'index.ts');
  const source =
    /^[./]/.test(request) && path.resolve(path.dirname(parent?.filename ?? root), request.replace(/\.js$/, '.ts'));
  return source && source.endsWith('.ts') && fs.existsSync(source)
    ? source
    : resolve.call(this, request, parent, ...rest);
};

require('../../../libs/platform/src/jobs/threads/thread-main.ts');
