// node statements-of-pages.mjs OWNER_URL LOGIN_URL INSTALLS|KEYRING: asks every GET of every role that finds something there, and
// prints how many statements each one sends, as JSON by role and route. With a number, fills a migrated database with so many installs
// for authors and operators. With a keyring, the database has the story, and of a list is printed how many statements it sends
// for one row and for a page, and how many rows that has. Then rows get copies, equal times and equal names, and of every list is
// printed how many rows it shows, and the first place at which it shows another one when asked row by row. Transaction control does
// not count. SHOW=1 prints the statements.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { fillWorld } from '../../../scripts/bench/http-world.mjs';
import { configuration, part } from '../../../scripts/bench/product.mjs';
import { inRoot } from '../../../scripts/lib/root.mjs';

const require = createRequire(import.meta.url);
require('reflect-metadata');
const { Client } = require('pg');

const [ownerUrl, loginUrl, what] = process.argv.slice(2);
const CONTROL = /^(begin|start transaction|commit|rollback|set |select set_config)/i;

let sent = 0;
const { query } = Client.prototype;
Client.prototype.query = function (...given) {
  const text = typeof given[0] === 'string' ? given[0] : given[0]?.text;
  if (text !== undefined && !CONTROL.test(text.trim())) {
    sent += 1;
    if (process.env.SHOW) process.stderr.write(`${text.replace(/\s+/g, ' ').slice(0, 160)}\n`);
  }
  return query.apply(this, given);
};

/** Tokens of people of the story, by role: of an author and an operator who have money, and one of the host's services. */
async function tokensOfStory() {
  const newToken = part('libs/platform/src/crypto/index', 'newToken');
  const sha256Hex = part('libs/platform/src/crypto/index', 'sha256Hex');
  const random = new (part('libs/kernel/src/index', 'SystemRandom'))();
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  const tokens = {};
  for (const [role, scope] of [
    ['reviewer', 'g.scope_id is null'],
    ['finance', 'g.scope_id is null'],
    ['admin', 'g.scope_id is null'],
    ['author', `g.scope_id in (select org_id from payouts.payouts) and g.member_role = 'owner'`],
    ['operator', 'g.scope_id in (select tenant_id from billing.invoices)'],
  ]) {
    const token = newToken('dpt', random).reveal();
    const { rowCount } = await client.query(
      `insert into identity.api_tokens (id, user_id, name, token_hash, prefix, roles, owner, access, expires_at, last_used_at)
       select gen_random_uuid(), g.user_id, 'pages', $1, $2, jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('role', g.role, 'member_role', g.member_role))
         || jsonb_build_object('scope_id', g.scope_id)), 'person', 'read', clock_timestamp() + interval '7 days', clock_timestamp() + interval '1 day'
       from identity.role_grants g join identity.users u on u.id = g.user_id and u.disabled_at is null
       where g.role = $3 and ${scope} order by g.id limit 1`,
      [sha256Hex(token), token.slice(0, 12), role],
    );
    if (rowCount !== 1) throw new Error(`the story has no ${role}`);
    tokens[role] = token;
  }
  tokens.host = newToken('dpt', random).reveal();
  await client.query(
    `insert into identity.api_tokens (id, user_id, name, token_hash, prefix, roles, owner, access, expires_at)
     select gen_random_uuid(), id, 'pages', $1, $2, '[{"role": "host"}]', 'host', 'read', clock_timestamp() + interval '7 days' from identity.users where demo_person = 'admin'`,
    [sha256Hex(tokens.host), tokens.host.slice(0, 12)],
  );
  await client.end();
  return tokens;
}

const installs = Number(what);
const isStory = Number.isNaN(installs);
const world = isStory ? await tokensOfStory() : await fillWorld(ownerUrl, { installs, events: installs, ventures: 10 });
const more = { LOG_LEVEL: 'error', ...(isStory && { KEYRING: what }) };
const api = part('apps/api/src/api.module', 'ApiModule').forRoot(configuration(loginUrl, more));
const app = await part(
  'apps/api/src/create-api',
  'finishApi',
)(await part('libs/platform/src/http/index', 'createHttpApp')(api));
await app.init();
await app.getHttpAdapter().getInstance().ready();

const { paths } = JSON.parse(readFileSync(inRoot('docs/openapi.json'), 'utf8'));
const get = async (url, role) => {
  const answer = await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${world[role]}` } });
  return answer.statusCode === 200 ? answer : undefined;
};
const dataOf = (answer) => answer?.json().data;
const IDS = { drives: world.driveId, installs: world.install, plugins: world.slug, catalogue: world.slug };

/** With the ids of the world, or of the first row of the list before each. */
async function addressOf(route, role) {
  let url = '';
  for (const step of route.split('/').slice(1)) {
    const parameter = /^\{(\w+)\}$/.exec(step)?.[1];
    let place = step;
    if (parameter !== undefined) {
      const noun = url.slice(url.lastIndexOf('/') + 1);
      const list = IDS[noun] === undefined ? dataOf(await get(url, role)) : undefined;
      const [first] = list?.items ?? (Array.isArray(list) ? list : []);
      place = IDS[noun] ?? first?.[parameter] ?? first?.id ?? first?.key;
      if (place === undefined) return undefined;
    }
    url += `/${place}`;
  }
  return url;
}

const ROLES = ['author', 'operator', ...(isStory ? ['reviewer', 'finance', 'admin'] : [])];
const PREFIX = { author: 'author', operator: 'operator', review: 'reviewer', finance: 'finance', admin: 'admin' };
const month = isStory && dataOf(await get('/api/v1/author/statements', 'author')).items[0].month;
const later = isStory && new Date(Date.parse(`${month}-01`) + 31 * 86_400_000).toISOString().slice(0, 7);
const found = {};
const routes = Object.keys(paths).filter((one) => paths[one].get?.responses[200]?.content?.['application/json']);
for (const route of routes) {
  const area = /^\/api\/v1\/(\w+)/.exec(route)?.[1];
  if (area === undefined || (!isStory && PREFIX[area] === undefined)) continue;
  const queries = new Set(paths[route].get.parameters?.filter((one) => one.in === 'query').map(({ name }) => name));
  for (const role of PREFIX[area] === undefined ? ROLES : ROLES.filter((one) => one === PREFIX[area])) {
    const path = await addressOf(route, role);
    const url = isStory && queries.has('month') ? `${path}?month=${month}` : path;
    // What is kept from one request to the next is there at the second one.
    if (path === undefined || (await get(url, role)) === undefined) continue;
    const ask = async (address) => {
      await get(address, role);
      let [rows, least] = [undefined, Infinity];
      // The process sends some by itself now and then, so of two requests the one with fewer counts.
      for (let n = 0; n < 2; n++) {
        sent = 0;
        if (process.env.SHOW) process.stderr.write(`\n== ${role} ${address}\n`);
        rows = dataOf(await get(address, role))?.items?.length;
        least = Math.min(least, sent);
      }
      return { sent: least, rows };
    };
    const limited = (limit) => `${url}${url.includes('?') ? '&' : '?'}limit=${limit}`;
    if (!isStory) found[route] = (await ask(url)).sent;
    else if (!queries.has('limit')) {
      found[`${role} ${route}`] = { page: (await ask(url)).sent };
      // Of a month without a run it is composed of what is booked so far.
      if (queries.has('month')) found[`${role} ${route} later`] = { page: (await ask(`${path}?month=${later}`)).sent };
    } else {
      const [one, page] = [await ask(limited(1)), await ask(limited(50))];
      found[`${role} ${route}`] = { one: one.sent, page: page.sent, rows: page.rows };
    }
  }
}
const walked = isStory ? await walkLists() : {};
await app.close();
process.stdout.write(`\n${JSON.stringify(isStory ? { found, walked } : found)}`);

/** By list: how many rows it shows at once, and where the rows that it shows one by one differ from them. */
async function walkLists() {
  await makeAlike();
  const walks = {};
  for (const route of routes) {
    const queries = paths[route].get.parameters?.filter((one) => one.in === 'query').map(({ name }) => name) ?? [];
    if (!queries.includes('cursor') || !queries.includes('limit')) continue;
    for (const role of Object.keys(world)) {
      const url = await addressOf(route, role);
      const page = async (query) => dataOf(await get(`${url}?${new URLSearchParams(query)}`, role));
      const { items } = (url !== undefined && (await page({ limit: 50 }))) || {};
      if (items === undefined) continue;
      const seen = [];
      let cursor;
      do {
        const next = await page(cursor === undefined ? { limit: 1 } : { limit: 1, cursor });
        seen.push(...(next?.items ?? ['refused']));
        cursor = next?.next_cursor ?? undefined;
      } while (cursor !== undefined && seen.length < items.length);
      const differs = items.findIndex((one, n) => JSON.stringify(one) !== JSON.stringify(seen[n]));
      walks[`${role} ${route}`] = { rows: items.length, differs };
    }
  }
  return walks;
}

/** Every time, month and name of a table becomes the same in all its rows, where its constraints allow it. */
async function makeAlike() {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`set session_replication_role = 'replica'`);
  await addCopies(client);
  const { rows } = await client.query(
    `select format('update %1$s set %2$I = (select max(%2$I) from %1$s) where %2$I is not null', a.attrelid::regclass, a.attname) as sql
     from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
     where a.attnum > 0 and a.attgenerated = '' and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'identity')
       and (a.atttypid = 'timestamptz'::regtype or a.attname in ('month', 'name', 'legal_name', 'title', 'slug'))`,
  );
  for (const { sql } of rows) await client.query(sql).catch(() => undefined);
  await client.end();
}

/** Two copies of every row, without what refers to it, that differ in one column of each unique index, where that can be. */
async function addCopies(client) {
  const { rows } = await client.query(
    `select c.oid::regclass::text as name,
       (select string_agg(quote_ident(attname), ', ') from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       (select jsonb_object_agg(a.attname, a.atttypid::regtype) from pg_index i cross join lateral (
          select * from pg_attribute where attrelid = c.oid and attnum = any(i.indkey)
            and atttypid = any('{uuid,text,integer,bigint,numeric}'::regtype[]::oid[])
          order by attname in ('id', 'seq') desc, atttypid = 'uuid'::regtype, attnum desc limit 1) a
        where i.indrelid = c.oid and i.indisunique) as apart
     from pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'identity', 'platform')`,
  );
  for (const { name, columns, apart } of rows)
    for (const n of [1, 2]) {
      const another = Object.entries(apart ?? {}).map(([column, type]) => {
        if (type === 'uuid') return `'${column}', gen_random_uuid()`;
        return `'${column}', ${type === 'text' ? `r.${column} || '${n}'` : `r.${column} + ${n} * 1000000`}`;
      });
      const sql = `insert into ${name} (${columns}) overriding system value
        select ${columns.replaceAll(/(^|, )/g, '$1(x).')} from (select jsonb_populate_record(r, jsonb_build_object(${another.join(', ')})) as x from ${name} r) y`;
      await client.query(sql).catch(() => undefined);
    }
}
