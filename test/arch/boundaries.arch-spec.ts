import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const RULES: { forbidden: { name: string }[] } = require(path.join(ROOT, '.dependency-cruiser.cjs'));

interface Violation {
  rule: { name: string };
  from: string;
}

/** Violations of the import rules in the apps and libs of `cwd`. */
function cruise(cwd: string): Violation[] {
  const bin = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const { stdout } = spawnSync(
    process.execPath,
    [bin, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'apps', 'libs'],
    { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

/** One planted violation per rule: files of a miniature repository that break exactly that rule. */
const PLANTS: Record<string, Record<string, string>> = {
  'level-0-looks-up': { 'libs/kernel/src/up.ts': "import '@portal/platform';" },
  'level-1-looks-up': { 'libs/platform/src/up.ts': "import '@portal/identity';" },
  'level-2-looks-up': { 'libs/approvals/src/up.ts': "import '@portal/identity';" },
  'level-3-looks-up': { 'libs/ledger/src/up.ts': "import '@portal/billing';" },
  'level-4-looks-up': { 'libs/authors/src/up.ts': "import '@portal/listings';" },
  'level-5-looks-up': { 'libs/listings/src/up.ts': "import '@portal/installs';" },
  'level-6-looks-up': { 'libs/installs/src/up.ts': "import '@portal/billing';" },
  'level-7-looks-up': { 'libs/billing/src/up.ts': "import '@portal/payouts';" },
  'level-8-looks-up': { 'libs/payouts/src/up.ts': "import '@portal/statements';" },
  'level-0-statement-proof-knows-a-sibling': { 'libs/statement-proof/src/sib.ts': "import '@portal/kernel';" },
  'level-0-contract-knows-a-sibling': { 'libs/contract/src/sib.ts': "import '@portal/kernel';" },
  'level-0-kernel-knows-a-sibling': { 'libs/kernel/src/sib.ts': "import '@portal/contract';" },
  'level-1-conformance-knows-a-sibling': { 'libs/conformance/src/sib.ts': "import '@portal/platform';" },
  'level-3-identity-knows-a-sibling': { 'libs/identity/src/sib.ts': "import '@portal/secrets';" },
  'level-3-secrets-knows-a-sibling': { 'libs/secrets/src/sib.ts': "import '@portal/ledger';" },
  'level-3-ledger-knows-a-sibling': { 'libs/ledger/src/sib.ts': "import '@portal/stripe-gateway';" },
  'level-3-stripe-gateway-knows-a-sibling': { 'libs/stripe-gateway/src/sib.ts': "import '@portal/identity';" },
  'level-9-reconciliation-knows-a-sibling': { 'libs/reconciliation/src/sib.ts': "import '@portal/webhooks';" },
  'level-9-webhooks-knows-a-sibling': { 'libs/webhooks/src/sib.ts': "import '@portal/statements';" },
  'level-9-statements-knows-a-sibling': { 'libs/statements/src/sib.ts': "import '@portal/webhooks';" },
  'only-through-index': {
    'libs/billing/src/deep.ts': "import '../../ledger/src/inner.js';",
    'libs/ledger/src/inner.ts': 'export const inner = 1;',
    'libs/billing/src/part.ts': "import '../../platform/src/database/inner.js';",
    'libs/platform/src/database/inner.ts': 'export const inner = 1;',
  },
  'database-looks-up': {
    'libs/platform/src/database/scope/up.ts': "import '../planted.js';",
    'libs/platform/src/database/planted.ts': 'export const planted = 1;',
  },
  'apps-are-not-imported': {
    'libs/platform/src/app.ts': "import '../../../apps/api/src/thing.js';",
    'apps/api/src/thing.ts': 'export const thing = 1;',
  },
  'apps-do-not-know-each-other': {
    'apps/worker/src/other.ts': "import '../../api/src/shared.js';",
    'apps/api/src/shared.ts': 'export const shared = 1;',
  },
  'no-cycles': {
    'libs/authors/src/a.ts': "import './b.js'; export const a = 1;",
    'libs/authors/src/b.ts': "export { a } from './a.js'; export const b = 1;",
  },
  'no-orphans': { 'libs/authors/src/alone.ts': 'export const alone = 1;' },
  unresolved: { 'libs/authors/src/lost.ts': "import './nowhere.js';" },
  'kernel-is-pure': { 'libs/kernel/src/impure.ts': "import 'node:fs';" },
  'contract-is-pure': { 'libs/contract/src/impure.ts': "import 'node:http';" },
  'statement-proof-is-pure': { 'libs/statement-proof/src/impure.ts': "import 'node:fs';" },
  'conformance-is-pure': { 'libs/conformance/src/impure.ts': "import 'node:http';" },
  'domain-is-pure': {
    'libs/billing/src/domain/impure.ts': "import '@nestjs/common';",
    'libs/listings/src/review/domain/impure.ts': "import '@nestjs/common';",
  },
  'edges-do-not-touch-tables': {
    'libs/billing/src/http/direct.controller.ts': "import '../persistence/rows.js';",
    'libs/billing/src/persistence/rows.ts': 'export const rows = 1;',
    'libs/listings/src/review/direct.controller.ts': "import './rows.repository.js';",
    'libs/listings/src/review/direct.processor.ts': "import './rows.repository.js';",
    'libs/listings/src/review/rows.repository.ts': 'export const rows = 1;',
  },
  'stripe-only-in-its-gateway': {
    'libs/payouts/src/direct.ts': "import Stripe from 'stripe'; export const s = Stripe;",
  },
  'pictures-only-in-one-file': {
    'libs/listings/src/picture.ts': "import sharp from 'sharp'; export const s = sharp;",
  },
  'queues-only-in-platform': { 'libs/payouts/src/queue.ts': "import { Queue } from 'bullmq'; export const q = Queue;" },
  'typeorm-only-near-tables': {
    'libs/payouts/src/orm.ts': "import { DataSource } from 'typeorm'; export const d = DataSource;",
  },
  'web-features-do-not-know-each-other': {
    'apps/web/src/features/one/first/deep.page.tsx': "import '../second/inner.js';",
    'apps/web/src/features/one/first/deep.tsx': "import '../../two/inner.js';",
    'apps/web/src/features/one/other-texts.tsx': "import '../two/texts.js';",
    'apps/web/src/features/one/outer.tsx': "import './second/inner.js';",
    'apps/web/src/features/one/second/inner.tsx': 'export const inner = 1;',
    'apps/web/src/features/two/inner.tsx': 'export const inner = 2;',
    'apps/web/src/features/two/texts.ts': 'export const texts = 2;',
  },
  'web-routes-name-their-own-pages': {
    'apps/web/src/features/four/routes.ts': "import '../five/part.js';",
    'apps/web/src/features/five/part.tsx': 'export const part = 5;',
  },
  'web-shared-code-knows-no-feature': {
    'apps/web/src/components/forms/up.tsx': "import '../../features/three/part.js';",
    'apps/web/src/shell/up.tsx': "import '../features/three/part.js';",
    'apps/web/src/features/three/part.tsx': 'export const part = 3;',
  },
  'web-shares-what-runs-in-a-browser': {
    'apps/web/src/components/whole.tsx': "import '../../../../libs/contract/src/index.js';",
    'apps/web/src/lib/other.ts': "import '../../../../libs/kernel/src/index.js';",
  },
  'browser-entry-needs-no-node': { 'libs/contract/src/browser.ts': "import 'node:crypto';" },
  'cli-knows-contract-and-conformance': { 'apps/cli/src/wide.ts': "import '@portal/ledger';" },
  'reference-drive-knows-the-contract': { 'apps/reference-drive/src/wide.ts': "import '@portal/kernel';" },
};
const LIBS = readdirSync(path.join(ROOT, 'libs'));

// `npm run check -- imports` verifies them in this repository.
describe('import rules', () => {
  let violations: Violation[];
  let house: string;

  beforeAll(() => {
    house = mkdtempSync(path.join(os.tmpdir(), 'planted-house-'));
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json'])
      symlinkSync(path.join(ROOT, file), path.join(house, file));
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(house, 'node_modules'));
    const write = (file: string, text: string): void => {
      mkdirSync(path.dirname(path.join(house, file)), { recursive: true });
      writeFileSync(path.join(house, file), `${text}\n`);
    };
    for (const lib of LIBS) write(`libs/${lib}/src/index.ts`, `export const ${lib.replaceAll('-', '')} = 1;`);
    for (const files of Object.values(PLANTS)) for (const [file, text] of Object.entries(files)) write(file, text);
    violations = cruise(house);
  });
  afterAll(() => rmSync(house, { recursive: true, force: true }));

  it('each have a planted violation', () =>
    expect(Object.keys(PLANTS).sort()).toEqual(RULES.forbidden.map((r) => r.name).sort()));

  it.each(RULES.forbidden.map((r) => r.name))('%s is violated by its planted import', (name) => {
    const planted = Object.keys(PLANTS[name]!);
    const importing = planted.filter((file) => PLANTS[name]![file]!.includes('import '));
    expect(violations.filter((v) => v.rule.name === name).map((v) => v.from)).toEqual(
      expect.arrayContaining(importing.length > 0 ? importing : planted),
    );
  });
});

interface Project {
  extends?: string;
  references?: { path: string }[];
}
const projectOf = (folder: string): Project =>
  JSON.parse(readFileSync(path.join(ROOT, folder, 'tsconfig.json'), 'utf8')) as Project;
/** Folders that the project of `folder` refers to, such as `libs/kernel`. */
const referencesOf = (folder: string): string[] =>
  (projectOf(folder).references ?? []).map((reference) => path.join(folder, reference.path)).sort();

/** Libs that the sources of `folder` name, tests left aside. */
function libsNamedIn(folder: string): string[] {
  const texts = readdirSync(path.join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(spec|int-spec)\.ts$/.test(file))
    .map((file) => readFileSync(path.join(ROOT, folder, 'src', file), 'utf8'));
  const named = texts.flatMap((text) => [
    ...text.matchAll(/\b(?:from|import)\b[ (]*'@portal\/([a-z-]+)(?:\/[a-z]+)?'/g),
  ]);
  return [...new Set(named.map(([, lib]) => `libs/${lib}`))].sort();
}

// `npm run check` reads all sources as one; without these `npm run types` would not find its imports.
describe('projects of TypeScript', () => {
  const folders = ['libs', 'apps']
    .flatMap((base) => readdirSync(path.join(ROOT, base)).map((name) => `${base}/${name}`))
    .filter((folder) => folder !== 'apps/web');

  it.each(folders)('%s refers to the libs that it imports and to no other', (folder) => {
    expect(projectOf(folder).extends).toBe('../../tsconfig.project.json');
    expect(referencesOf(folder)).toEqual(libsNamedIn(folder));
  });

  it('are all referred to by the tests, which may import everything', () =>
    expect(referencesOf('test')).toEqual([...folders].sort()));

  it('are all reached from the root', () => expect(referencesOf('.')).toEqual(['apps/web', 'test']));

  it('are more than a few, and some import others, so that these tests find something', () => {
    expect(folders.length).toBeGreaterThan(20);
    expect(libsNamedIn('libs/billing')).toEqual(
      expect.arrayContaining(['libs/kernel', 'libs/ledger', 'libs/platform']),
    );
  });
});
