// Writes apps/web/src/api/schema.d.ts, the types of the API, from docs/openapi.json; nothing when they were made of the
// same document before. A package of its own because the generator needs TypeScript 5.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');
const target = path.join(root, 'apps', 'web', 'src', 'api', 'schema.d.ts');
const document = fs.readFileSync(path.join(root, 'docs', 'openapi.json'));
const generator = ['package.json', 'generate.mjs'].map((name) => fs.readFileSync(path.join(import.meta.dirname, name)));
const digest = crypto
  .createHash('sha256')
  .update(Buffer.concat([document, ...generator]))
  .digest('hex');
const header = `// Made of docs/openapi.json (${digest}); not committed.\n`;

if (!fs.existsSync(target) || !fs.readFileSync(target, 'utf8').startsWith(header)) {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const ast = await openapiTS(JSON.parse(document.toString()), {
    alphabetize: true,
    immutable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
  });
  // Whole or not at all: an editor or a check may read it at the same time.
  const next = `${target}.${process.pid}`;
  fs.writeFileSync(next, `${header}\n${astToString(ast)}`);
  fs.renameSync(next, target);
}
