// TypeScript of apps and libs, and what they read, to dist/, one file at a time, only what changed.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './root.mjs';
import { writeWhole } from './write-whole.mjs';

const SOURCES = ['apps', 'libs', 'db'];
/** Files from elsewhere that a process reads. */
const ALSO = ['docs/openapi.json'];
const SKIPPED = new Set(['web', 'node_modules', 'dist']);
const COPIED = new Set(['.json', '.html', '.css', '.svg', '.sql', '.txt']);
const UNRESOLVED = /require\("[^"]*\.ts"\)/;
const RECORD = inRoot('dist', '.server-build.json');

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), crypto.createHash('sha256')).digest('hex');

/**
 * Brings dist/apps and dist/libs up to date with the sources and removes files without a source.
 * Returns { compiled, removed, errors, files }: a file that does not parse is listed in `errors` and leaves its old
 * output; the caller decides whether that matters. `files`: the hash of every source that is up to date.
 */
export async function buildServer() {
  const config = fs.readFileSync(inRoot('.swcrc'), 'utf8');
  const version = JSON.parse(fs.readFileSync(inRoot('node_modules', '@swc', 'core', 'package.json'), 'utf8')).version;
  const basis = sha256(config, version);
  const before = readRecord(basis);
  const after = {};
  const files = {};
  const errors = [];
  const excluded = (JSON.parse(config).exclude ?? []).map((pattern) => new RegExp(pattern));
  let swc;
  let compiled = 0;

  const sources = listSources(excluded);
  for (const source of sources) {
    const text = fs.readFileSync(inRoot(source));
    const hash = sha256(text);
    const outputs = outputsOf(source);
    const done = () => {
      files[source] = hash;
      after[source] = { hash, written: writtenAt(outputs) };
    };
    if (before[source]?.hash === hash && before[source].written === writtenAt(outputs)) {
      done();
      continue;
    }
    compiled += 1;
    if (!source.endsWith('.ts')) {
      write(outputs[0], text);
      done();
      continue;
    }
    swc ??= await import('@swc/core');
    try {
      const { code, map } = await swc.transform(text.toString(), {
        cwd: root,
        filename: inRoot(source),
        configFile: inRoot('.swcrc'),
      });
      const [js, jsMap] = outputs;
      write(js, map ? `${code}\n//# sourceMappingURL=${path.basename(jsMap)}\n` : code);
      write(jsMap, map ?? '{}');
      // An alias whose target does not exist yet is left as it is: not up to date until it can be resolved.
      if (!UNRESOLVED.test(code)) done();
    } catch (error) {
      errors.push(`${source}: ${String(error.message ?? error).trim()}`);
    }
  }

  const removed = removeOrphans(new Set(sources.flatMap(outputsOf)));
  write(path.relative(root, RECORD), JSON.stringify({ basis, files: after }));
  return { compiled, removed, errors, files };
}

function listSources(excluded) {
  const found = [];
  const walk = (directory, depth) => {
    for (const entry of fs.readdirSync(inRoot(directory), { withFileTypes: true })) {
      const at = `${directory}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!(depth === 1 && SKIPPED.has(entry.name)) && entry.name !== 'node_modules') walk(at, depth + 1);
      } else if (isSource(at) && !excluded.some((pattern) => pattern.test(at))) found.push(at);
    }
  };
  for (const source of SOURCES) if (fs.existsSync(inRoot(source))) walk(source, 1);
  return [...found, ...ALSO.filter((file) => fs.existsSync(inRoot(file)))].sort();
}

function isSource(file) {
  if (file.endsWith('.d.ts')) return false;
  if (file.endsWith('.ts')) return true;
  return COPIED.has(path.extname(file)) && !/\/(package|tsconfig[^/]*)\.json$/.test(file);
}

function outputsOf(source) {
  const output = `dist/${source}`;
  return source.endsWith('.ts') ? [output.replace(/\.ts$/, '.js'), output.replace(/\.ts$/, '.js.map')] : [output];
}

// Another compiler (nest build) writes the same files, from sources that we may never have seen.
function writtenAt(outputs) {
  return outputs
    .map((output) => fs.statSync(inRoot(output), { throwIfNoEntry: false })?.mtimeMs ?? 'missing')
    .join(' ');
}

function write(output, content) {
  fs.mkdirSync(path.dirname(inRoot(output)), { recursive: true });
  writeWhole(inRoot(output), content);
}

function removeOrphans(expected) {
  let removed = 0;
  const walk = (directory) => {
    for (const entry of fs.readdirSync(inRoot(directory), { withFileTypes: true })) {
      const at = `${directory}/${entry.name}`;
      if (entry.isDirectory()) {
        if (at === 'dist/apps/web') continue;
        walk(at);
        if (fs.readdirSync(inRoot(at)).length === 0) fs.rmdirSync(inRoot(at));
      } else if (!expected.has(at)) {
        fs.rmSync(inRoot(at), { force: true });
        removed += 1;
      }
    }
  };
  for (const source of SOURCES) if (fs.existsSync(inRoot('dist', source))) walk(`dist/${source}`);
  return removed;
}

function readRecord(basis) {
  try {
    const record = JSON.parse(fs.readFileSync(RECORD, 'utf8'));
    return record.basis === basis ? record.files : {};
  } catch {
    return {};
  }
}
