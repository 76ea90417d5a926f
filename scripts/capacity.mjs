// node scripts/capacity.mjs: puts the tables that follow from docs/capacity.json into docs/capacity.md.
import fs from 'node:fs';
import { withTables } from './lib/capacity.mjs';
import { inRoot } from './lib/root.mjs';
import prettier from 'prettier';

const page = inRoot('docs', 'capacity.md');
const measured = JSON.parse(fs.readFileSync(inRoot('docs', 'capacity.json'), 'utf8'));
const options = await prettier.resolveConfig(page);
const text = withTables(fs.readFileSync(page, 'utf8'), measured);
fs.writeFileSync(page, await prettier.format(text, { ...options, filepath: page }));
