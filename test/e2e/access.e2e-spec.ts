import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { CALLER_ROLE } from '@portal/platform/database';
import { doorsOf } from '../support/http/doors.js';
import { meetEverybody } from '../support/http/everybody.js';
import { makeOwnParents, readForeignRows } from '../support/database/foreign-rows.js';
import { holdWorker } from '../support/processes/hold-worker.js';
import { mayCall, MEMBERS, PERMISSIONS, STEP_UP } from '../support/http/permissions.js';
import { Person, type Reply } from '../support/http/person.js';
import type { ReadyPortal } from '../support/browser/portal.js';
import { TestPortal } from '../support/browser/test-portal.js';
import {
  describedRoutes,
  NOBODY,
  nounsOf,
  RouteAddresses,
  type Kind,
  type Route,
} from '../support/http/route-addresses.js';
import { startUnfilteredApi } from '../support/http/unfiltered-api.js';
import { invited } from '../support/people/member.js';
import { Needles } from '../support/http/needles.js';

/** Addresses of rows of one author or tenant: whoever is not theirs must get the answer for a row that is not there. */
const SCOPED = /^\S+ \/api\/v1\/(applications|author|submissions|operator)\b/;
/** Rows of one person: their sessions, tokens and notifications. */
const PERSONAL = /^\S+ \/api\/v1\/(account\/sessions|api-tokens|notifications)\/\{id\}/;
/** Addresses of public data, or of data without an owner. */
const NOBODYS: Readonly<Record<string, string>> = {
  'GET /api/v1/author/agreements/{version}': 'the text of the agreement is the same for all',
  'GET /api/v1/operator/plugins/{slug}': 'a listed Drive is there for every tenant',
};
/** The records of a Drive: reviewers and admins read those of every Drive. */
const STAFF_READS =
  /^GET \S+\/drives\/\{driveId\}\/(versions|comparison|as-of|conformance(\/runs)?|content(\/pictures\/\{digest\})?)$/;
function expectEnvelope(reply: Reply, what: string): void {
  expect([what, reply.type]).toEqual([what, 'application/json; charset=utf-8']);
  const body = JSON.parse(reply.text) as { ok: boolean; error: string; message: string; request_id: string };
  expect([what, body.ok]).toEqual([what, false]);
  expect(body.error).toMatch(/^[a-z0-9_]+$/);
  expect(body.message.length).toBeGreaterThan(3);
  expect(body.request_id).toMatch(/\S/);
  expect(reply.text).not.toMatch(/\bselect\b.*\bfrom\b|node_modules|\.js:\d+|at async/i);
}

/** An answer without what differs in every one. */
const comparable = (reply: Reply): unknown => ({ ...(JSON.parse(reply.text) as object), request_id: '' });

/** Its name is in rows of everybody. */
const PRODUCT = 'Drive Portal';

describe('who may do what, and with whose rows', () => {
  const all = describedRoutes();
  const portal = TestPortal.forTests({ story: true });
  let db: Client;
  let ready: ReadyPortal;
  let people: ReadonlyMap<string, Person>;
  /** Ids of the story by the kind of row they name. */
  let ids: Map<string, string>;
  let addresses: RouteAddresses;

  beforeAll(async () => {
    ({ db, ready } = portal);
    people = await meetEverybody(db, ready.url);
    ids = await readForeignRows(db, ready);
    addresses = new RouteAddresses(ids);
  });

  const idOf = (noun: string, kind: Kind): string => addresses.idOf(noun, kind);
  const address = (route: Route, kind: Kind): string => addresses.of(route, kind);
  const ask = (person: Person, route: Route, kind: Kind): Promise<Reply> => {
    const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : route.body;
    return person.call(route.method, address(route, kind), body);
  };

  it('docs/permissions.md has a line for every route, and none for a removed one', () => {
    expect(Object.keys(PERMISSIONS).sort()).toEqual(all.map((route) => route.name).sort());
  });

  it('refuses callers outside of the row: 401 without a valid session or token, else 403, before anything is read', async () => {
    let refused = 0;
    for (const route of all) {
      for (const [name, person] of people) {
        if (mayCall(route.name, name)) continue;
        const what = `${name}: ${route.name}`;
        const reply = await ask(person, route, 'foreign');
        const expected = name === 'anonymous' || name === 'a forged token' ? 401 : 403;
        expect([what, reply.status]).toEqual([what, expected]);
        expectEnvelope(reply, what);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(300);
  });

  it('requires a recent proof of identity exactly on the routes that show a secret, move money or are an act of staff', async () => {
    let asked = 0;
    for (const route of all) {
      for (const [name, person] of people) {
        if (name === 'anonymous' || !mayCall(route.name, name) || PERMISSIONS[route.name] === 'public') continue;
        await db.query(`update identity.sessions set authenticated_at = clock_timestamp() - interval '1 hour'`);
        const what = `${name}: ${route.name}`;
        const reply = await person.once(route.method, address(route, 'unknown'), route.body);
        expect([what, reply.text.includes('"step_up_required"')]).toEqual([what, STEP_UP.has(route.name)]);
        if (STEP_UP.has(route.name)) asked += 1;
      }
    }
    expect(asked).toBeGreaterThanOrEqual(STEP_UP.size);
  });

  it('lets each member of an organisation do what their role there allows, on every route of authors', async () => {
    const owner = people.get('author')!;
    let refused = 0;
    for (const memberRole of ['owner', 'developer', 'finance', 'read_only']) {
      const account = { email: `${memberRole}@members.example`, password: 'a phrase that nobody guesses' };
      const member = await invited(ready.url, owner, { ...account, name: memberRole, role: memberRole });
      for (const route of all) {
        const allowed = MEMBERS[route.name];
        if (!allowed || route.path.endsWith('/leave')) continue;
        const what = `${memberRole}: ${route.name}`;
        const reply = await ask(member, route, 'unknown');
        expect([what, reply.text.includes('"member_role_missing"')]).toEqual([what, !allowed.includes(memberRole)]);
        if (allowed.includes(memberRole)) continue;
        expect([what, reply.status]).toEqual([what, 403]);
        expectEnvelope(reply, what);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(40);
  });

  const withForeignRows = (): Route[] =>
    all.filter(
      (route) =>
        ((SCOPED.test(route.name) && route.path.includes('{')) || PERSONAL.test(route.name)) &&
        NOBODYS[route.name] === undefined,
    );

  it('has a real row of somebody else for every place in an address of authors, operators and persons', () => {
    const places = withForeignRows().flatMap((route) => nounsOf(route).map(({ noun }) => `${route.name}: ${noun}`));
    const lacking = places.filter((place) => !ids.has(place.split(': ')[1]!));
    expect(lacking).toEqual([]);
    expect(places.length).toBeGreaterThan(70);
    expect(Object.keys(NOBODYS).filter((name) => !all.some((route) => route.name === name))).toEqual([]);
  });

  it('answers for somebody else’s row exactly as for a row that does not exist', async () => {
    let compared = 0;
    for (const route of withForeignRows()) {
      for (const [name, person] of people) {
        if (!mayCall(route.name, name)) continue;
        const isOfStaff = PERMISSIONS[route.name] !== 'signed_in' && name === 'reviewer';
        if (isOfStaff || (name === 'admin' && STAFF_READS.test(route.name))) continue;
        const what = `${name}: ${route.name}`;
        const foreign = await ask(person, route, 'foreign');
        const unknown = await ask(person, route, 'unknown');
        expect([what, foreign.status]).toEqual([what, 404]);
        expectEnvelope(foreign, what);
        expect([what, comparable(foreign)]).toEqual([what, comparable(unknown)]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(80);
  });

  describe('below one’s own Drive, webhook or tenant', () => {
    let parents: Map<string, string>;
    /** Routes whose address names a parent and a child, in the path or after it. */
    const nested = (): Route[] =>
      all.filter((route) => {
        if (!/^\S+ \/api\/v1\/(author|operator|host)\b/.test(route.name)) return false;
        // For tokens of the host only.
        if (PERMISSIONS[route.name]!.toString() === 'host') return false;
        return nounsOf(route).length > 1 || (route.name in CHILDREN && nounsOf(route).length === 1);
      });
    /** Addresses that name the child in their query. */
    const CHILDREN: Readonly<Record<string, (child: string) => string>> = {
      'GET /api/v1/author/drives/{driveId}/forecast': (child) => `?revision_id=${child}`,
      'GET /api/v1/author/drives/{driveId}/comparison': (child) => `?to=${child}&from=${child}`,
    };
    const under = (route: Route, kind: Kind, parentOf: (noun: string) => string): string => {
      const [parent, child] = nounsOf(route);
      const path = route.path
        .replace(`{${parent!.place}}`, parentOf(parent!.noun))
        .replace(`{${child?.place}}`, idOf(child?.noun ?? '', kind));
      return path + (CHILDREN[route.name]?.(idOf('revision', kind)) ?? '');
    };
    const caller = (route: Route): Person => people.get(route.path.startsWith('/api/v1/host') ? 'admin' : 'author')!;
    const asked = (route: Route, address: string): Promise<Reply> =>
      caller(route).call(route.method, address, route.method === 'GET' ? undefined : route.body);

    beforeAll(async () => {
      const { rows } = await db.query<{ id: string }>(`select id from installs.tenants where external_id = 'other'`);
      parents = await makeOwnParents(db, ready, {
        email: 'mallory@authors.example',
        tenant: rows[0]!.id,
      });
    });

    it('somebody else’s row is answered like a missing one, and nothing happens to it', async () => {
      // Meanwhile changes by the worker, such as sending a message, are not the caller's.
      const current = async (): Promise<unknown> =>
        (
          await db.query(
            `select (select jsonb_agg(jsonb_build_array(k.id, k.not_after, k.revoked_at)) from secrets.signing_keys k where k.id = $1) as key,
               (select jsonb_agg(to_jsonb(e) - 'content' order by e.id) from listings.evidence e where e.id = $2) as evidence,
               (select jsonb_agg(m.id order by m.id) from webhooks.messages m where m.endpoint_id = $3) as messages,
               (select count(*) from identity.role_grants) as grants`,
            [ids.get('keys'), ids.get('evidence'), ids.get('webhooks')],
          )
        ).rows;
      const before = await current();
      const compared: string[] = [];
      for (const route of nested()) {
        const parentOf = (noun: string): string => parents.get(noun) ?? `no parent for ${noun}`;
        const foreign = await asked(route, under(route, 'foreign', parentOf));
        const unknown = await asked(route, under(route, 'unknown', parentOf));
        expect([route.name, foreign.status]).toEqual([route.name, 404]);
        expectEnvelope(foreign, route.name);
        expect([route.name, comparable(foreign)]).toEqual([route.name, comparable(unknown)]);
        compared.push(route.name);
      }
      const expected = doorsOf(
        `/author: GET drives/{driveId}/comparison drives/{driveId}/content/pictures/{digest} drives/{driveId}/evidence/{evidenceId}/file drives/{driveId}/forecast
         /author: drives/{driveId}/evidence/{evidenceId}/withdraw drives/{driveId}/keys/{keyId}/end
         /author: webhooks/{id}/messages/{messageId}/resend; /host: tenants/{id}/operators/{userId}/remove
         /host/external/tenants/{tenant}: DELETE operators/{operator} PUT ventures/{venture}`,
        '/api/v1',
      );
      expect(compared.sort()).toEqual(expected.sort());
      expect(await current()).toEqual(before);
    });

    it('the child is refused, not the parent, which is the caller’s own', async () => {
      const author = people.get('author')!;
      for (const address of [`drives/${parents.get('drives')}/keys`, `webhooks/${parents.get('webhooks')}/messages`])
        expect([address, (await author.call('GET', `/api/v1/author/${address}`)).status]).toEqual([address, 200]);
    });

    it('a list that is filtered by somebody else’s row shows nothing of it', async () => {
      const address = `/api/v1/author/drives/${parents.get('drives')}/installs`;
      const reply = await people.get('author')!.call('GET', `${address}?revision_id=${ids.get('revision')}`);
      expect(reply.status).toBe(200);
      expect((JSON.parse(reply.text) as { data: { items: unknown[] } }).data.items).toEqual([]);
      expect(reply.text).not.toContain(ids.get('installs'));
    });
  });

  it('never answers a malformed or unknown id with 5xx, SQL or a stack', async () => {
    for (const route of all) {
      if (!route.path.includes('{')) continue;
      for (const [name, person] of people) {
        if (!mayCall(route.name, name)) continue;
        for (const kind of ['unknown', 'broken'] as const) {
          const what = `${name}: ${route.name} (${kind})`;
          const reply = await ask(person, route, kind);
          // A month exists whether or not anything happened in it.
          const harmless =
            route.name.startsWith('DELETE /api/v1/sandbox') ||
            (/^GET \S+periods\/\{month\}/.test(route.name) && kind === 'unknown');
          if (!harmless) expect([what, reply.status >= 400 && reply.status < 500]).toEqual([what, true]);
          if (!harmless) expectEnvelope(reply, what);
        }
      }
    }
  });

  it('shows no id of the story to another author, another tenant’s operator or a newcomer in any list', async () => {
    // A listed Drive and its revision are public, and so is the text that was signed.
    const isPublic = /^(slug|drives|holding|revision|signed copies|deliveries|schedules)$/;
    const secret = [...ids].filter(([kind]) => !isPublic.test(kind));
    let read = 0;
    for (const route of all) {
      if (route.method !== 'GET' || route.path.includes('{') || route.path.startsWith('/api/health')) continue;
      for (const name of ['author', 'operator', 'nobody in particular', 'anonymous']) {
        if (!mayCall(route.name, name) || route.path === '/api/v1/sandbox/mail') continue;
        const query = route.path.endsWith('/earnings') ? '?month=2026-01' : '';
        const reply = await people.get(name)!.call('GET', route.path + query);
        if (reply.status === 200) read += 1;
        const shown = secret.filter(([, id]) => reply.text.includes(id)).map(([kind]) => kind);
        expect([`${name}: ${route.name}`, shown]).toEqual([`${name}: ${route.name}`, []]);
      }
    }
    expect(read).toBeGreaterThan(15);
  });

  it('lets nobody use a foreign id in a body: installing into another tenant’s venture', async () => {
    const { rows } = await db.query<{ digest: string; permissions: string[] }>(
      `select r.digest, r.manifest->'permissionsRequested' as permissions from listings.listings l
       join listings.revisions r on r.id = l.live_revision_id where l.drive_id = $1`,
      [ids.get('drives')],
    );
    const install = (venture_id: string): Promise<Reply> =>
      people.get('operator')!.call('POST', '/api/v1/operator/installs', {
        venture_id,
        drive_id: ids.get('drives'),
        digest: rows[0]!.digest,
        permissions: rows[0]!.permissions,
        config: { brand_name: 'Other', tone: 'plain' },
      });
    const [foreign, unknown] = [await install(ids.get('venture')!), await install(NOBODY)];
    expect(foreign.status).toBe(404);
    expectEnvelope(foreign, 'foreign venture');
    expect(unknown.status).toBe(404);
    expect((JSON.parse(foreign.text) as { error: string }).error).toBe(
      (JSON.parse(unknown.text) as { error: string }).error,
    );
  });

  describe('with the filter of the application removed', () => {
    /** Tables under a policy, with the condition by which a row is the story's. */
    let walled: { table: string; mine: string }[];
    let owners: { organizations: string[]; tenants: string[] };
    let month: string;
    let theirs: Needles;
    let api: Awaited<ReturnType<typeof startUnfilteredApi>>;
    /** Rows of the two callers. */
    let [mallory, oscars] = ['', ''];

    beforeAll(async () => {
      await holdWorker(db, ready.processes['worker']!);
      const rowsOf = async (sql: string): Promise<string[]> =>
        (await db.query<{ id: string }>(sql)).rows.map(({ id }) => id);
      [mallory] = (await rowsOf(
        `select org_id as id from authors.organization_members m join identity.users u on u.id = m.user_id where u.email = 'mallory@authors.example'`,
      )) as [string];
      [oscars] = (await rowsOf(`select id from installs.tenants where external_id = 'other'`)) as [string];
      [month] = (await rowsOf(
        `select to_char(month, 'YYYY-MM') as id from billing.invoices where tenant_id = '${ids.get('tenants')}'`,
      )) as [string];
      const others = (all: string[], own: string): string[] => all.filter((id) => id !== own);
      owners = {
        organizations: [ids.get('org')!, ...others(await rowsOf('select id from authors.organizations'), mallory)],
        tenants: [ids.get('tenants')!, ...others(await rowsOf('select id from installs.tenants'), oscars)],
      };
      const { rows } = await db.query<{ table: string; columns: string[] }>(
        `select c.oid::regclass::text as table, array_agg(a.attname::text) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.relrowsecurity and a.attname in ('org_id', 'tenant_id') group by c.oid order by 1`,
      );
      walled = rows.map(({ table, columns }) => ({
        table,
        mine: columns.map((column) => `t.${column} = ${column === 'org_id' ? '$1' : '$2'}`).join(' or '),
      }));
      await db.query(
        `insert into listings.sync_notes (id, drive_id, kind, text) values (gen_random_uuid(), $1, 'refused_before', 'Of the story alone.')`,
        [ids.get('drives')],
      );
      const texts = await privateTexts();
      expect(texts).toContain('Of the story alone.');
      expect(texts.length).toBeGreaterThan(50);
      theirs = new Needles(texts);
      const { keyring } = JSON.parse(readFileSync(`${ready.data_dir}/instance.json`, 'utf8')) as { keyring: string };
      api = await startUnfilteredApi(portal.database.url, owners, {
        KEYRING: keyring,
        STRIPE_API_BASE: ready.stripe_sandbox_url,
        DATABASE_POOL: '3',
      });
    });
    afterAll(async () => {
      await api?.close();
      process.kill(ready.processes['worker']!, 'SIGCONT');
    });

    /** The current rows of the story's owners. */
    async function digest(): Promise<Record<string, string>> {
      const found: Record<string, string> = {};
      for (const { table, mine } of walled) {
        const { rows } = await db.query<{ digest: string }>(
          `select count(*) || ':' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest from ${table} t
           where ($1::uuid is not null and $2::uuid is not null) and (${mine})`,
          [ids.get('org'), ids.get('tenants')],
        );
        found[table] = rows[0]!.digest;
      }
      return found;
    }

    /** Public ids and digests, even if owners have rows with them too. */
    async function publishedTexts(): Promise<Set<string>> {
      const { rows } = await db.query<{ text: string }>(
        `select unnest(array[p.revision_id::text, r.digest]) as text from listings.publications p join listings.revisions r on r.id = p.revision_id
         union all select digest from authors.agreement_versions
         -- Runs of the checks of a listed Drive are everybody's, and name the manifest that they read, published or not.
         union all select r.digest from listings.revisions r join listings.listings l using (drive_id) where l.listed_at is not null
         union all select unnest(array[c.digest, c.body::jsonb->>'manifest']) from listings.conformance_runs c
           join listings.listings l using (drive_id) where l.listed_at is not null`,
      );
      return new Set(rows.map(({ text }) => text));
    }

    /**
     * Texts in rows of the story's owners that are nowhere in public: names, addresses, digests, ids. What the asker
     * knows (the ids in the address, the owners that the fault reveals) and the caller's own are no leak.
     */
    async function privateTexts(): Promise<string[]> {
      const { rows: tables } = await db.query<{ name: string }>(
        'select oid::regclass::text as name from pg_class where relrowsecurity order by 1',
      );
      const textsOf = async (theirs: readonly string[]): Promise<Set<string>> => {
        const found = new Set<string>();
        await db.query('begin');
        try {
          await db.query(`select set_config('role', '${CALLER_ROLE}', true), set_config('portal.owners', $1, true)`, [
            `{${theirs.join(',')}}`,
          ]);
          for (const { name } of tables) {
            const { rows } = await db.query<{ text: string }>(
              `select distinct e.value as text from (select * from ${name} limit 2000) t, jsonb_each_text(to_jsonb(t)) e where length(e.value) between 8 and 300`,
            );
            for (const { text } of rows) found.add(text);
          }
        } finally {
          await db.query('rollback');
        }
        return found;
      };
      const own = await textsOf([owners.organizations[0]!, owners.tenants[0]!]);
      const published = await publishedTexts();
      const slug = await storySlug();
      const pages = ['', `/${slug}`, `/${slug}/conformance`].map((path) =>
        people.get('anonymous')!.call('GET', `/api/public/catalogue${path}`),
      );
      const shown = (await Promise.all(pages)).map((page) => page.text).join('\n');
      const known = new Set([...owners.organizations, ...owners.tenants, ...published, ids.get('drives')!, PRODUCT]);
      const askers = await textsOf([mallory, oscars]);
      // Words of the product (states, kinds), numbers, instants and structures belong to nobody.
      const isPlain = (text: string): boolean =>
        !/^[a-z0-9_.:-]{0,24}$|^[\d.,:+ TZ-]+$|^[[{\\]/.test(text) || /^[0-9a-f-]{36}$/.test(text);
      return [...own].filter((text) => isPlain(text) && !known.has(text) && !askers.has(text) && !shown.includes(text));
    }

    async function storySlug(): Promise<string> {
      const { rows } = await db.query<{ slug: string }>('select slug from authors.drive_reservations where id = $1', [
        ids.get('drives'),
      ]);
      return rows[0]!.slug;
    }

    /** Every route of authors and operators with ids of the story, and the story's data in the answers. */
    async function leaks(): Promise<{ asked: number; leaked: string[]; statuses: Record<number, number> }> {
      const leaked: string[] = [];
      const statuses: Record<number, number> = {};
      let asked = 0;
      for (const route of all) {
        if (!SCOPED.test(route.name) && !PERSONAL.test(route.name)) continue;
        if (route.path.includes('{slug}') || route.path.endsWith('/leave')) continue;
        for (const name of ['author', 'operator']) {
          if (!mayCall(route.name, name)) continue;
          const query = route.path.endsWith('/earnings') ? `?month=${month}` : '';
          const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : route.body;
          const reply = await people
            .get(name)!
            .at(api.url)
            .call(route.method, address(route, 'foreign') + query, body);
          asked += 1;
          // Actions of approved authors only are refused because of the author's own application.
          if (reply.text.includes('"not_approved_yet"')) continue;
          statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
          if (reply.status >= 400) continue;
          let shown = theirs.in(reply.text);
          // The worker runs meanwhile, and a run of the checks may have read a manifest that was private until then.
          if (shown.length > 0) {
            const published = await publishedTexts();
            shown = shown.filter((text) => !published.has(text));
          }
          // A foreign row must not change, whatever the answer.
          if (shown.length > 0 || (route.method !== 'GET' && route.path.includes('{')))
            leaked.push(`${name}: ${route.name} shows ${shown.slice(0, 5).join(', ')}`);
        }
      }
      return { asked, leaked, statuses };
    }

    it('the database shows another author and another operator nothing of the story, on every route', async () => {
      const before = await digest();
      const { asked, leaked, statuses } = await leaks();
      expect(leaked).toEqual([]);
      // They were refused for the row, not for the caller.
      expect([statuses[401] ?? 0, statuses[403] ?? 0, statuses[429] ?? 0]).toEqual([0, 0, 0]);
      expect(asked).toBeGreaterThan(60);
      expect(await digest()).toEqual(before);
    });

    it('a member of two organisations sees and changes nothing of the one they do not act for', async () => {
      const both = await Person.signIn(ready.url, 'both@members.example', 'a phrase that nobody guesses', 'Both');
      const orgs = [mallory, ids.get('org')!];
      await db.query(
        `insert into identity.role_grants (id, user_id, role, scope_id, member_role)
         select gen_random_uuid(), u.id, 'author', o.id, 'owner' from identity.users u, unnest($1::uuid[]) o (id) where u.email = 'both@members.example'`,
        [orgs],
      );
      const act = (orgId: string): Promise<unknown> =>
        both.must('POST', `/api/v1/author/organizations/${orgId}/choose`, {});
      const asked = async (method: 'GET' | 'POST'): Promise<{ replies: number; shown: string[]; done: string[] }> => {
        const [shown, done]: [string[], string[]] = [[], []];
        let replies = 0;
        for (const route of all) {
          const isOfOne =
            SCOPED.test(route.name) && mayCall(route.name, 'author') && !route.path.includes('/operator/');
          if (!isOfOne || (route.method === 'GET') !== (method === 'GET') || route.path.includes('/organizations'))
            continue;
          if (route.path.endsWith('/leave') || (method === 'POST' && !route.path.includes('{'))) continue;
          const reply = await ask(both, route, 'foreign');
          replies += 1;
          if (theirs.in(reply.text).length > 0) shown.push(route.name);
          if (method === 'POST' && reply.status < 400) done.push(route.name);
        }
        return { replies, shown, done };
      };
      await act(mallory);
      const before = await digest();
      const [read, written] = [await asked('GET'), await asked('POST')];
      expect([read.shown, written.shown, written.done]).toEqual([[], [], []]);
      expect([read.replies > 25, written.replies > 15]).toEqual([true, true]);
      expect(await digest()).toEqual(before);
      await act(ids.get('org')!);
      expect((await asked('GET')).shown.length).toBeGreaterThan(10);
    });

    it('the same calls leak when the policies of the database are removed', async () => {
      const { rows } = await db.query<{ table: string }>(
        'select oid::regclass::text as table from pg_class where relrowsecurity',
      );
      const before = await digest();
      for (const { table } of rows) await db.query(`alter table ${table} disable row level security`);
      try {
        const { leaked } = await leaks();
        expect(leaked.length).toBeGreaterThan(25);
        expect(leaked.filter((one) => /^author: GET \S+ shows \S/.test(one)).length).toBeGreaterThan(5);
        expect(leaked.filter((one) => /^operator: GET \S+ shows \S/.test(one)).length).toBeGreaterThan(5);
        expect(await digest()).not.toEqual(before);
      } finally {
        for (const { table } of rows) await db.query(`alter table ${table} enable row level security`);
      }
    });
  });
});
