import { Client } from 'pg';
import { chromium, type Browser } from 'playwright-core';
import { SCHEMAS } from '../../apps/migrate/src/grants.js';
import { Visitor } from '../support/browser-tour.js';
import { ChangingDrives } from '../support/changing-drives.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { holdWorker } from '../support/hold-worker.js';
import { browser as found, describeWith } from '../support/needs.js';
import { poison } from '../support/poison.js';
import { eventually } from '../support/patience.js';
import { PortalProcess, temporaryDataDir } from '../support/portal.js';
import { playStory } from '../support/story.js';

const API = '/api/v1';
/** What must not be anywhere on a page, whatever was stored. */
const HARM = `[...document.querySelectorAll('main *, dialog *, header *')].flatMap((node) =>
  ['SCRIPT', 'IFRAME', 'OBJECT', 'EMBED'].includes(node.tagName) || [...node.attributes].some(({ name, value }) =>
    /^on/.test(name) || (['href', 'src', 'action', 'formaction', 'data'].includes(name) && /^\\s*(javascript|data:text|vbscript):?/i.test(value)))
    ? [node.outerHTML.slice(0, 200)] : [])`;
const STEERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;
const HURT = 'window.hurt';
/** Short enough for every field of a manifest: this comes in by the front door. */
const MARKUP = '<img src=x onerror=window.hurt=8><svg/onload=window.hurt=9>';

interface Row {
  readonly id: string;
}

describeWith('browser', 'text that wants to do harm', () => {
  const data = temporaryDataDir();
  let database: TestDatabase;
  let db: Client;
  let portal: PortalProcess;
  let chrome: Browser;
  let base: string;
  let world: ChangingDrives;
  /** Columns that hold hostile text now. */
  let poisoned: string[] = [];
  /** Pages by who opens them. */
  const pages: Record<string, string[]> = {};
  let storyAuthor: { email: string; password: string };

  beforeAll(async () => {
    database = await createTestDatabase();
    portal = PortalProcess.start(data.path, { DATABASE_URL: database.url, SANDBOX_DRIVE_PORTS: '1024-65535' });
    const ready = await portal.ready();
    base = ready.url;
    db = new Client({ connectionString: database.url });
    await db.connect();
    world = await ChangingDrives.of(base);
    // Before the story, which moves the clock by months: what it does not come by.
    const seeded = await seed();
    // Statements are sealed with the name that the author has by then.
    await db.query(
      `create function public.hostile_name() returns trigger language plpgsql as $$ begin new.name := '${MARKUP}' || new.name; return new; end $$`,
    );
    await db.query(
      'create trigger hostile_name before insert on authors.organizations for each row execute function public.hostile_name()',
    );
    const story = await playStory(base);
    expect([story.verdict['story'], story.printed]).toEqual(['passed', expect.any(String)]);
    const suffix = String(story.lines[0]!['slug']).slice('story-'.length);
    storyAuthor = { email: `story-${suffix}@authors.example`, password: `Draft-${suffix}-horse-battery` };
    await choosePages(seeded);
    // Nobody else changes a row that is just being poisoned.
    await holdWorker(db, ready.processes['worker']!);
    poisoned = await poison(db, SCHEMAS);
    process.kill(ready.processes['worker']!, 'SIGCONT');
    const { executablePath, args } = found();
    chrome = await chromium.launch({ executablePath, args });
  });
  afterAll(async () => {
    await chrome?.close();
    await world?.close();
    await db?.end();
    await portal?.stop();
    await database?.drop();
    data.remove();
  });

  const one = async (sql: string): Promise<string> => (await db.query<Row>(sql)).rows[0]!.id;

  /** A case under review with judgements and an exception, waiting and blocked upgrades, webhooks, proposals, a simulation. */
  async function seed() {
    const { submissionId } = await world.submitted('hostile-case', {
      drive: { pricing_tier: 'custom' },
      compliance: { frameworks: ['SOC 2'], data_residency: ['eu'], subprocessors_url: 'https://a.example/subs' },
    });
    await world.judged(submissionId);
    await world.reviewer.must('POST', `${API}/review/submissions/${submissionId}/exceptions`, {
      check_id: 'L04',
      reason: 'Agreed in writing with the host.',
      ends_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    });
    const at = (version: string, tagline: string) => ({ name: MARKUP, version, pricing_tier: 'free', tagline });
    const live = await world.listed('hostile-live', {
      drive: at('1.0.0', MARKUP),
      config_schema: { properties: { brand_name: { title: MARKUP, description: MARKUP } } },
    });
    const [first, second] = await world.ventures();
    const [waits, blocked] = [
      await world.installed(live.slug, first!.id),
      await world.installed(live.slug, second!.id),
    ];
    await db.query(
      `insert into installs.tenant_compliance (tenant_id, residency, revision, changed_at) values ($1, 'moon', 1, now())`,
      [second!.tenant_id],
    );
    const emitted = await fetch(`${live.drive.url}/_control/emit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'draft.created', payload: { title: MARKUP, [MARKUP]: MARKUP } }),
    });
    expect(emitted.status).toBe(200);
    await world.operator.must('POST', `${API}/operator/installs/${waits}/refresh`);
    live.overlay['drive'] = at('1.1.0', `Other words, ${MARKUP}`);
    await world.publishNow(live.driveId);
    await eventually(
      'the upgrade',
      () => world.operator.must<{ upgrade_available: boolean }>('GET', `${API}/operator/installs/${waits}`),
      ({ upgrade_available: open }) => open,
    );
    live.overlay['drive'] = at('0.1.0', MARKUP);
    await world.publishNow(live.driveId);
    await eventually(
      'the note',
      () => world.author.must<{ notes: object[] }>('GET', `${API}/author/drives/${live.driveId}`),
      ({ notes }) => notes.length > 0,
    );
    const { webhook } = await world.author.must<{ webhook: Row }>('POST', `${API}/author/webhooks`, {
      url: `${live.drive.url}/hooks`,
      description: 'Our pager',
      event_types: ['version.held'],
    });
    await world.author.must('POST', `${API}/author/webhooks/${webhook.id}/test`, {});
    await eventually(
      'the delivery',
      () =>
        world.author.must<{ items: { attempts: object[] }[] }>('GET', `${API}/author/webhooks/${webhook.id}/messages`),
      ({ items }) => items.some((message) => message.attempts.length > 0),
    );
    const retry = `${API}/finance/policies/payment_retry`;
    const { value } = await world.finance.must<{ value: { grace_days: number } }>('GET', retry);
    await world.finance.must('POST', `${retry}/proposals`, {
      value: { ...value, grace_days: value.grace_days + 1 },
      valid_from: '2090-01-01T00:00:00Z',
      reason: 'One day more.',
    });
    await world.finance.must('POST', `${API}/finance/share-overrides`, {
      drive_id: live.driveId,
      basis_points: 7_500,
      month: '2090-01',
      reason: 'Agreed for the launch.',
    });
    await db.query(
      `insert into reconciliation.items (id, ref, kind, currency, amount, blocking, occurred_at, detail, facts, owner_id, owner_name)
       values (gen_random_uuid(), 'hostile', 'unknown_movement', 'usd', 1, false, now(), 'What is this?', '{"description":"x","name":"y"}', gen_random_uuid(), 'Pat')`,
    );
    await db.query(
      `insert into reconciliation.item_history (id, item_id, what, by_name, text) select gen_random_uuid(), id, 'note', 'Pat', 'Asked the bank.' from reconciliation.items where ref = 'hostile'`,
    );
    const simulation = await simulate();
    return { submissionId, live, waits, blocked, webhook, simulation };
  }

  async function choosePages(seeded: Awaited<ReturnType<typeof seed>>): Promise<void> {
    const { submissionId, live, waits, blocked, webhook, simulation } = seeded;
    const item = await one(`select id from reconciliation.items where ref = 'hostile'`);
    const story = {
      statement: await one(`select payout_id as id from statements.statements where payout_id is not null limit 1`),
      run: await one(`select id from payouts.payout_runs limit 1`),
      invoice: await one(`select id from billing.invoices limit 1`),
      drive: await one(`select id from authors.drive_reservations where slug like 'story-%' limit 1`),
    };
    const tabs = ['checklist', 'permissions', 'claims', 'security', 'terms', 'changes', 'checks', 'thread', 'history'];
    tabs.push('exceptions');
    Object.assign(pages, {
      reviewer: [
        '/review',
        '/review?tab=applications&party=all',
        '/review/exceptions?state=all',
        '/review/drives',
        `/review/drives/${live.driveId}`,
        '/notifications',
        ...tabs.map((tab) => `/review/submissions/${submissionId}?tab=${tab}`),
        `/review/applications/${await one('select id from authors.applications order by id desc limit 1')}`,
      ],
      author: [
        '/author',
        '/author/application',
        '/author/secrets',
        '/author/drives',
        `/author/drives/${live.driveId}`,
        `/author/submissions/${submissionId}`,
        '/author/webhooks',
        `/author/webhooks/${webhook.id}`,
        '/author/team',
        `/author/simulator?simulation=${simulation}`,
        '/account',
        '/notifications',
      ],
      'story author': [
        '/author',
        `/author/drives/${story.drive}`,
        '/author/earnings',
        '/author/payouts',
        `/author/payouts/${story.statement}`,
        '/author/payout-account',
        '/author/tax-profile',
      ],
      operator: [
        '/plugins',
        `/plugins/${live.slug}`,
        `/plugins/${live.slug}/install`,
        '/plugins/installed',
        ...[waits, blocked].flatMap((id) => [`/plugins/installed/${id}`, `/plugins/installed/${id}?tab=events`]),
        '/plugins/billing',
      ],
      'finance-preparer': [
        '/finance',
        '/finance/periods',
        '/finance/invoices',
        `/finance/invoices/${story.invoice}`,
        '/finance/runs',
        `/finance/runs/${story.run}`,
        '/finance/statements',
        `/finance/statements/${story.statement}`,
        '/finance/ledger',
        '/finance/exceptions',
        `/finance/exceptions/${item}`,
        '/finance/policies',
        '/finance/policies/payment_retry',
        '/finance/shares',
        '/finance/prices',
        '/finance/holds',
        '/finance/refunds',
        '/finance/disputes',
        '/finance/exports',
        '/finance/write-offs',
        '/finance/simulator',
      ],
      admin: ['/audit', '/admin/people', '/admin/tenants', '/admin/agreements', '/admin/deliveries', '/sandbox'],
      anybody: ['/catalogue', `/catalogue/${live.slug}`, '/statistics', '/statement-roots'],
    });
  }

  /** A month in the author's simulator, that has run. */
  async function simulate(): Promise<string> {
    const { id } = await world.author.must<Row>('POST', `${API}/author/simulations`, {
      scenario: 1,
      title: 'One install',
      authors: { alice: {} },
      drives: { notes: { author: 'alice' } },
      tenants: { acme: {} },
      events: [
        {
          at: '2026-01-11',
          type: 'install',
          install: 'i1',
          drive: 'notes',
          tenant: 'acme',
          price: 4900,
          currency: 'usd',
        },
      ],
    });
    await eventually(
      'the simulation',
      () => world.author.must<{ state: string }>('GET', `${API}/author/simulations/${id}`),
      ({ state }) => state === 'done',
    );
    return id;
  }

  async function enter(who: string): Promise<Visitor> {
    const visitor = await Visitor.open(chrome, base, `hostile-${who.replace(' ', '-')}`);
    if (who === 'anybody') return visitor;
    const { request } = visitor.page.context();
    const [path, body] =
      who === 'story author' ? ['auth/sign-in', storyAuthor] : (['demo/sign-in', { person: who }] as const);
    const answer = await request.post(`${base}${API}/${path}`, { data: body });
    expect([who, answer.status()]).toEqual([who, 200]);
    return visitor;
  }

  it('is in every place that holds somebody’s words', () => {
    expect(poisoned).toEqual(
      expect.arrayContaining([
        'authors.applications.drive_name',
        'authors.organizations.name',
        'identity.users.name',
        'installs.tenants.name',
        'installs.ventures.name',
        'installs.upgrade_differences.changes',
        'listings.listings.name',
        'listings.review_exceptions.reason',
        'listings.revisions.manifest',
        'listings.sync_notes.text',
        'platform.audit_log.reason',
        'reconciliation.items.detail',
        'reconciliation.item_history.text',
        'simulator.simulations.title',
        'webhooks.endpoints.description',
      ]),
    );
    expect(poisoned.length).toBeGreaterThan(60);
  });

  it('was in a statement before it was sealed', async () => {
    const { rows } = await db.query<{ facts: unknown }>('select facts from statements.statements');
    expect(JSON.stringify(rows)).toContain(MARKUP);
  });

  it.each(['anybody', 'reviewer', 'author', 'story author', 'operator', 'finance-preparer', 'admin'])(
    'does nothing on any page of %s: no script, no request elsewhere, nothing refused by the policy, nothing hidden',
    async (who) => {
      const visitor = await enter(who);
      const { page } = visitor;
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(base)) elsewhere.push(request.url());
      });
      const problems: string[] = [];
      let words = 0;
      for (const address of pages[who]!) {
        await visitor.go(address);
        const shown = await page.locator('body').innerText();
        words += shown.includes('window.hurt') || shown.includes('onload=') ? 1 : 0;
        const steering = STEERS.exec(shown);
        if (steering)
          problems.push(
            `${address}: shows U+${steering[0].codePointAt(0)!.toString(16)}: ${shown.slice(Math.max(0, steering.index - 60), steering.index)}`,
          );
        for (const html of await page.evaluate<string[]>(HARM)) problems.push(`${address}: ${html}`);
        if ((await page.evaluate(HURT)) !== undefined) problems.push(`${address}: a script ran`);
        const wide = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        if (wide > 0) problems.push(`${address}: scrolls sideways by ${wide} px`);
        if (/You may not open this|Page not found|does not exist/.test(shown))
          problems.push(`${address}: was not opened`);
      }
      await visitor.close();
      expect({ problems, elsewhere, complaints: visitor.complaints }).toEqual({
        problems: [],
        elsewhere: [],
        complaints: [],
      });
      // The words are there to be read: the pages were not empty.
      expect(words).toBeGreaterThan(pages[who]!.length / 3);
    },
  );
});
