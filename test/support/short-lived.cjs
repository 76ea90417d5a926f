// Preloaded into the Node processes that tests start (test/support/processes/processes.ts). Those of the product load some three
// thousand files each, which is half of their start. So the first one stores V8's code cache of them in the directory
// of the run, by the text it was made from, for the next ones with the same entry. And V8 optimizes later, and
// collects less garbage: few live for long.
'use strict';

const crypto = require('node:crypto');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');
const { isMainThread } = require('node:worker_threads');

/** By when a process is up. Some are killed later, and so leave nothing at their end. */
const UP_MS = 3_000;
const { PORTAL_TEST_RUN: run } = process.env;
const [, entry = ''] = process.argv;

if (run && isMainThread && /[\\/]dist[\\/](apps|libs)[\\/]/.test(entry)) {
  v8.setFlagsFromString('--interrupt-budget=300000 --semi-space-growth-factor=8 --heap-growing-percent=400');
  // V8 refuses caches made under other flags.
  compileFrom(path.join(run, `${digest([entry, ...process.execArgv].join('\n'))}.code`));
}

function digest(text) {
  return crypto.hash('sha1', text, 'base64url');
}

function compileFrom(file) {
  const known = read(file);
  const compiled = new Map();
  const [paths, resolve] = [known?.paths ?? {}, Module._resolveFilename];
  Module._resolveFilename = (request, parent, isMain, options) => {
    if (!parent?.path || options) return resolve(request, parent, isMain, options);
    return (paths[`${parent.path} ${request}`] ??= resolve(request, parent, isMain));
  };
  const original = Module.prototype._compile;
  Module.prototype._compile = function compile(text, filename, format) {
    const key = digest(text);
    const kept = known?.codes.get(key);
    const code = format === 'module' ? (kept?.code ?? asCommonJs(text, filename)) : text;
    const script = scriptOf(code, filename, kept?.data);
    if (!script) return original.call(this, text, filename, format);
    if (!known) compiled.set(key, { script, ...(code !== text && { code }) });
    const load = script.runInThisContext();
    return load.call(this.exports, this.exports, requireOf(this), this, filename, path.dirname(filename));
  };
  if (known) return;
  setTimeout(() => leave(file, compiled, paths), UP_MS).unref();
  process.once('exit', () => leave(file, compiled, paths));
}

/** { codes: by the digest of a text, paths: where Node found modules }, or undefined while there is none. */
function read(file) {
  try {
    return v8.deserialize(fs.readFileSync(file));
  } catch {
    return undefined;
  }
}

function leave(file, compiled, paths) {
  try {
    fs.closeSync(fs.openSync(`${file}.new`, 'wx'));
  } catch {
    // Another process does, or the run has ended.
    return;
  }
  const codes = new Map(
    [...compiled].map(([key, { script, code }]) => [key, { code, data: script.createCachedData() }]),
  );
  fs.writeFileSync(`${file}.new`, v8.serialize({ codes, paths }));
  fs.linkSync(`${file}.new`, file);
}

/** Node gives ECMAScript modules no code cache, and resolves each of their imports by itself: a quarter of the start. */
function asCommonJs(text, filename) {
  const { transformSync } = require('@swc/core');
  const jsc = { target: 'es2023', parser: { syntax: 'ecmascript' } };
  return transformSync(text, { filename, swcrc: false, configFile: false, jsc, module: { type: 'commonjs' } }).code;
}

/** Undefined for a text that is not CommonJS, which only compiling it shows. */
function scriptOf(text, filename, cachedData) {
  const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  try {
    return new vm.Script(Module.wrap(text), { filename, cachedData, importModuleDynamically });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function requireOf(module) {
  const resolve = (request, options) => Module._resolveFilename(request, module, false, options);
  resolve.paths = (request) => Module._resolveLookupPaths(request, module);
  return Object.assign((id) => module.require(id), {
    resolve,
    main: process.mainModule,
    extensions: Module._extensions,
    cache: Module._cache,
  });
}
