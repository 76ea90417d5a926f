// npm run generate [-- --check]: writes the files generated from the code: docs/openapi.json, docs/errors.md,
// docs/events.md, docs/permissions.md, THIRD-PARTY-NOTICES.md, the tables of docs/webhooks.md, the picture of the levels in ARCHITECTURE.md,
// docs/contract, the JSON Schemas of libs/contract; and what is built of these and not committed (the portal's API types and
// the content of its pages under /docs). With --check nothing is written; exit code 1 names what is stale. Also compares the
// migrated tables with the entities. Nothing is done when neither inputs nor results have changed since it last succeeded.
import './lib/node-version.cjs';
import crypto from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { errorList } from './lib/docs/error-list.mjs';
import { contractPages } from './lib/docs/index.mjs';
import { withLevelsPicture } from './lib/docs/levels-picture.mjs';
import { code, table } from './lib/docs/markdown.mjs';
import { readMessageSchemas } from './lib/docs/message-schemas.mjs';
import { withEventTable, withWebhookTables } from './lib/docs/webhooks-page.mjs';
import { permissionsPage } from './lib/docs/permissions.mjs';
import { createProgram, readOperations } from './lib/docs/source.mjs';
import { ensureApiTypes } from './lib/ensure-api-types.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { fail } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';
import { inRoot, root } from './lib/root.mjs';
import { schemaDifferences } from './lib/schema-differences.mjs';
import { prepareTestDatabase } from './lib/test-database.mjs';
import { treeDigest } from './lib/tree-digest.mjs';
import { thirdPartyNotices } from './supply-chain/notices.mjs';

const require = createRequire(import.meta.url);
const checking = process.argv.includes('--check');
const stale = [];

/** Of the last success. */
const RECORD = inRoot('dist', '.generated');
/** Inputs and results. */
const FILES = [
  ...['apps', 'libs', 'db', 'docs', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json', '.swcrc'],
  ...['.prettierrc.json', 'ARCHITECTURE.md', 'THIRD-PARTY-NOTICES.md'],
  ...[':!apps/web/src/**', ':!*.spec.ts', ':!*.int-spec.ts'],
];

async function main() {
  const digest = treeDigest(...FILES);
  if (digest === undefined || !fs.existsSync(RECORD) || fs.readFileSync(RECORD, 'utf8') !== digest) await generate();
  if (!checking) {
    ensureApiTypes();
    await ensureBuilt(createProgress({ quiet: true }), { web: false, docs: true });
  }
  if (stale.length > 0) {
    process.stdout.write(`Out of date: ${stale.join(', ')}. Run npm run generate and commit the result.\n`);
    process.exitCode = 1;
  }
  if (!process.exitCode) fs.writeFileSync(RECORD, treeDigest(...FILES) ?? '');
}

async function generate() {
  const database = await prepareTestDatabase({ progress: createProgress({ quiet: true }) });
  try {
    const app = await bootApi(database.url);
    const { createOpenApiDocument } = require(inRoot('dist/apps/api/src/openapi/create-document.js'));
    const { eventCatalogue } = require(inRoot('dist/libs/platform/src/events/index.js'));
    const kernel = require(inRoot('dist/libs/kernel/src/index.js'));
    const errors = kernel.errorCatalogue();
    const program = createProgram();
    const operations = readOperations(
      program,
      errors.map(({ code }) => code),
    );
    const messages = webhookMessages(readMessageSchemas(program));
    const openapi = createOpenApiDocument(app, operations, messages);
    const of = (receiver) => messages.filter((message) => message.receiver === receiver);
    const { RETRY_AFTER_MS } = require(inRoot('dist/libs/webhooks/src/domain/retry-plan.js'));
    await rewrite('docs/webhooks.md', (text) => withWebhookTables(text, RETRY_AFTER_MS, of('author')));
    await rewrite('docs/host-api.md', (text) => withEventTable(text, of('host')));
    put('docs/openapi.json', await formatted('docs/openapi.json', JSON.stringify(openapi)));
    const { accessRules } = require(inRoot('dist/apps/api/src/openapi/access-rules.js'));
    put('docs/permissions.md', permissionsPage(openapi, accessRules(app)));
    await rewrite('ARCHITECTURE.md', withLevelsPicture);
    put('docs/errors.md', errorList(errors));
    put('THIRD-PARTY-NOTICES.md', thirdPartyNotices());
    put('docs/events.md', eventsPage(eventCatalogue()));
    const { configUpdateJsonSchema, deliveredEventJsonSchema, manifestJsonSchema } = require(
      inRoot('dist/libs/contract/src/index.js'),
    );
    for (const [name, schema] of Object.entries({
      'manifest-structured': manifestJsonSchema('structured'),
      'manifest-flat': manifestJsonSchema('flat'),
      'config-update': configUpdateJsonSchema(),
      'delivered-event': deliveredEventJsonSchema(),
    })) {
      const file = `libs/contract/schemas/${name}.schema.json`;
      put(file, await formatted(file, JSON.stringify(schema)));
    }
    for (const [file, text] of await contractPages()) put(file, await formatted(file, text));
    await app.close();
    const differences = await differencesOfEntities(database.url);
    if (differences.length > 0) {
      process.stdout.write(`Entities and tables do not match:\n${differences.map((d) => `  ${d}`).join('\n')}\n`);
      process.exitCode = 1;
    }
  } finally {
    await database.stop();
  }
}

async function bootApi(url) {
  Object.assign(process.env, {
    PORTAL_MODE: 'sandbox',
    DATABASE_URL: url,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_only_to_describe_the_api',
    KEYRING: `generate:${crypto.randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'error',
    DEMO: '1',
    DESCRIBES_API: '1',
  });
  const { Config } = require(inRoot('dist/libs/platform/src/config/index.js'));
  const { createApi } = require(inRoot('dist/apps/api/src/create-api.js'));
  const app = await createApi(Config.fromEnv());
  await app.init();
  return app;
}

/** Each message of webhooks with who receives it, its sentence and the schema of its data. */
function webhookMessages(schemas) {
  const { AUTHOR_EVENTS } = require(inRoot('dist/libs/webhooks/src/domain/event-catalogue.js'));
  const { HOST_EVENTS } = require(inRoot('dist/libs/webhooks/src/domain/host-event-catalogue.js'));
  const described = (receiver, events) =>
    Object.entries(events).map(([type, text]) => {
      if (!schemas.has(type)) throw new Error(`Nothing sends ${type}`);
      return { receiver, type, text, data: schemas.get(type) };
    });
  return [...described('author', AUTHOR_EVENTS), ...described('host', HOST_EVENTS)];
}

/** Changes the parts of a page that are made from the code. */
async function rewrite(file, change) {
  put(file, await formatted(file, change(fs.readFileSync(inRoot(file), 'utf8'))));
}

/** Every entity of the libs with the tables; the product's processes load only those that they use (decision 3). */
async function differencesOfEntities(url) {
  const { createDataSource } = require(inRoot('dist/libs/platform/src/database/index.js'));
  const files = fs.readdirSync(inRoot('dist/libs'), { recursive: true }).filter((file) => file.endsWith('.entity.js'));
  const entities = files.flatMap((file) => Object.values(require(inRoot('dist/libs', file))));
  const settings = { url, pool: 1, waitMs: 30_000, applicationName: 'check', entities };
  const source = await createDataSource(settings).initialize();
  try {
    return await schemaDifferences(source);
  } finally {
    await source.destroy();
  }
}

async function formatted(file, text) {
  const prettier = await import('prettier');
  return prettier.format(text, { ...(await prettier.resolveConfig(inRoot('package.json'))), filepath: file });
}

function put(file, text) {
  const known = fs.existsSync(inRoot(file)) ? fs.readFileSync(inRoot(file), 'utf8') : undefined;
  if (known === text) return;
  if (checking) stale.push(file);
  else {
    fs.writeFileSync(inRoot(file), text);
    process.stdout.write(`wrote ${file}\n`);
  }
}

function eventsPage(events) {
  const rows = [...events].sort((a, b) => (a.type < b.type ? -1 : 1)).map(({ type, version }) => [code(type), version]);
  return `# Events\n\nFacts that leave a feature through the outbox, at least once. The payload's fields are documented with the definition in the lib's \`events.ts\`. Made by \`npm run generate\`.\n\n${table(['Event', 'Version'], rows)}\n`;
}

main().catch(fail);
