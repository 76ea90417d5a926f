// node statements-of-pages.mjs OWNER_URL LOGIN_URL INSTALLS: fills a migrated database, asks every GET of authors and operators
// that finds something there, and prints how many statements each one sends, as JSON by role and route. Transaction control does not
// count.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { fillWorld } from '../../../scripts/bench/http-world.mjs';
import { configuration, part } from '../../../scripts/bench/product.mjs';
import { inRoot } from '../../../scripts/lib/root.mjs';

const require = createRequire(import.meta.url);
require('reflect-metadata');
const { Client } = require('pg');

const [ownerUrl, loginUrl, installs] = process.argv.slice(2);
const CONTROL = /^(begin|start transaction|commit|rollback|set |select set_config)/i;

let sent = 0;
const { query } = Client.prototype;
Client.prototype.query = function (...given) {
  const text = typeof given[0] === 'string' ? given[0] : given[0]?.text;
  if (text !== undefined && !CONTROL.test(text.trim())) sent += 1;
  return query.apply(this, given);
};

const world = await fillWorld(ownerUrl, { installs: Number(installs), events: Number(installs), ventures: 10 });
const api = part('apps/api/src/api.module', 'ApiModule').forRoot(configuration(loginUrl, { LOG_LEVEL: 'error' }));
const app = await part(
  'apps/api/src/create-api',
  'finishApi',
)(await part('libs/platform/src/http/index', 'createHttpApp')(api));
await app.init();
await app.getHttpAdapter().getInstance().ready();

const IDS = { drives: world.driveId, installs: world.install, plugins: world.slug, catalogue: world.slug };
const addressOf = (route) => route.replace(/\/([a-z-]+)\/\{\w+\}/g, (all, of) => (IDS[of] ? `/${of}/${IDS[of]}` : all));
const found = {};
const { paths } = JSON.parse(readFileSync(inRoot('docs/openapi.json'), 'utf8'));
for (const route of Object.keys(paths).filter((one) => paths[one].get !== undefined)) {
  const role = /^\/api\/v1\/(author|operator)\//.exec(route)?.[1];
  const url = addressOf(route);
  if (role === undefined || url.includes('{')) continue;
  const get = () => app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${world[role]}` } });
  // What is kept from one request to the next is there at the second one.
  if ((await get()).statusCode !== 200) continue;
  sent = 0;
  await get();
  found[route] = sent;
}
await app.close();
process.stdout.write(JSON.stringify(found));
