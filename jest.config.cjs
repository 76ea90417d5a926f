const fs = require('node:fs');
const path = require('node:path');

const swcrc = JSON.parse(fs.readFileSync(path.join(__dirname, '.swcrc'), 'utf8'));
const { baseUrl: _baseUrl, paths: _paths, ...jsc } = swcrc.jsc;
const typescript = { sourceMaps: 'inline', module: swcrc.module, jsc, swcrc: false };
const javascript = { ...typescript, jsc: { ...jsc, parser: { syntax: 'ecmascript' }, transform: {} } };
const react = {
  ...typescript,
  jsc: { ...jsc, parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } },
};

// Jest on Node 20 cannot load ESM-only packages, so every installed package that declares itself as ESM is transpiled.
function esmPackages(dir, found = new Set()) {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const at = path.join(dir, entry.name);
    if (entry.name.startsWith('@')) {
      esmPackages(at, found);
      continue;
    }
    const manifest = path.join(at, 'package.json');
    if (fs.existsSync(manifest) && JSON.parse(fs.readFileSync(manifest, 'utf8')).type === 'module') {
      found.add(at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length));
    }
    const nested = path.join(at, 'node_modules');
    if (fs.existsSync(nested)) esmPackages(nested, found);
  }
  return found;
}
const esm = [...esmPackages(path.join(__dirname, 'node_modules'))]
  .map((name) => name.replace(/[.+]/g, '\\$&'))
  .join('|');

const SUITES = path.join(__dirname, 'test-output', 'suites');
fs.mkdirSync(SUITES, { recursive: true });
const roots = [...['apps', 'libs', 'test'].map((directory) => path.join(__dirname, directory)), SUITES];

const common = {
  rootDir: __dirname,
  roots,
  // Not below the directory for temporary files, which in a run of tests ends with the run.
  cacheDirectory: path.join(__dirname, 'node_modules', '.cache', 'jest'),
  testEnvironment: 'node',
  transform: {
    '^.+\\.ts$': ['@swc/jest', typescript],
    '^.+\\.tsx$': ['@swc/jest', react],
    '^.+\\.m?js$': ['@swc/jest', javascript],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${esm})/)`],
  moduleNameMapper: {
    '^@portal/platform/([^/]+)$': '<rootDir>/libs/platform/src/$1/index.ts',
    '^@portal/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '/thread-main-path\\.js$': '<rootDir>/test/support/threads/main-path.cjs',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^fast-check$': '<rootDir>/test/support/fast-check.cjs',
    '^@node-rs/argon2$': '<rootDir>/test/support/argon2.cjs',
  },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
};
const database = {
  globalSetup: '<rootDir>/test/support/global-setup.cjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.cjs',
};

module.exports = {
  // Only to end what hangs: a machine that does much else takes its time.
  testTimeout: 600_000,
  // Of one file, next to the other worker's: each has a database and a pool of its own.
  maxConcurrency: 2,
  // What test files leave behind in a worker slows its later ones; a new worker begins without it.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/scripts/lib/testing/longest-first.cjs',
  projects: [
    // Suites are written by npm test, from the files of unit and integration (scripts/lib/testing/suites.mjs).
    {
      ...common,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/test-output/suites/unit.*.suite.cjs',
        '<rootDir>/{apps,libs,test}/**/*.spec.ts',
        '<rootDir>/{apps,libs}/**/*.spec.tsx',
      ],
    },
    {
      ...common,
      ...database,
      displayName: 'integration',
      testMatch: [
        '<rootDir>/test-output/suites/integration.*.suite.cjs',
        '<rootDir>/{apps,libs,test}/**/*.int-spec.ts',
      ],
    },
    { ...common, displayName: 'arch', testMatch: ['<rootDir>/test/arch/**/*.arch-spec.ts'] },
    {
      ...common,
      ...database,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/e2e/**/*.e2e-spec.ts'],
      setupFilesAfterEnv: ['<rootDir>/test/support/journeys-take-time.cjs'],
    },
  ],
};
