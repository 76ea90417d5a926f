import type { Client } from 'pg';
import { readSchemaFiles, schemaNames } from '../../../apps/migrate/src/schema-files.js';
import { pageOf } from '../../../scripts/lib/testing/recorded.mjs';
import { applicationFor, decideApplication } from '../people/applications.js';
import type { Visitor } from './browser-tour.js';
import { ChangingDrives } from '../drives/changing-drives.js';
import { claimBack } from '../people/claims.js';
import { holdWorker } from '../processes/hold-worker.js';
import { describeWith } from '../needs.js';
import { poison } from '../database/poison.js';
import { eventually } from '../test-timeout.js';
import { PortalInBrowser } from './portal-in-browser.js';
import { Person } from '../http/person.js';
import { pagesOf, portalPages } from './portal-pages.js';
import { decideCase } from '../people/review.js';
import { authorOf, runDemo } from './story.js';
import { control } from '../drives/console.js';

const API = '/api/v1';
/** Things that must not be on any page, whatever was stored. */
const HARM = `[...document.querySelectorAll('main *, dialog *, header *')].flatMap((node) =>
  ['SCRIPT', 'IFRAME', 'OBJECT', 'EMBED'].includes(node.tagName) || [...node.attributes].some(({ name, value }) =>
    /^on/.test(name) || (['href', 'src', 'action', 'formaction', 'data'].includes(name) && /^\\s*(javascript|data:text|vbscript):?/i.test(value)))
    ? [node.outerHTML.slice(0, 200)] : [])`;
const STEERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;
const HURT = 'window.hurt';
/** Short enough for every field of a manifest, so that it is submitted like any other. */
const MARKUP = '<img src=x onerror=window.hurt=8><svg/onload=window.hurt=9>';

interface Row {
  readonly id: string;
}

type Reader = 'anybody' | 'reviewer' | 'author' | 'story author' | 'operator' | 'finance-preparer' | 'admin';

/**
 * Opens every page of these readers on a portal whose columns are full of hostile text. Two suites share the readers, because
 * each takes minutes; `onlyOnce` adds what is the same for all of them.
 */
export const describeHostileText = (readers: readonly Reader[], onlyOnce?: 'once') =>
  describeWith('browser', 'hostile text', () => {
    const stage = PortalInBrowser.forTests({ settings: () => ({ SANDBOX_DRIVE_PORTS: '1024-65535' }) });
    let db: Client;
    let base: string;
    let world: ChangingDrives;
    /** Columns that hold hostile text now. */
    let poisoned: string[] = [];
    /** Pages by who opens them. */
    const pages: Record<string, string[]> = {};
    let storyAuthor: { email: string; password: string };

    beforeAll(async () => {
      ({ db, url: base } = stage);
      const { ready } = stage;
      world = await ChangingDrives.of(stage);
      // Before the story, which moves the clock by months: rows that it does not produce.
      const seeded = await seed();
      // Statements are sealed with the author's name at that time.
      await db.query(
        `create function public.hostile_name() returns trigger language plpgsql as $$ begin new.name := '${MARKUP}' || new.name; return new; end $$`,
      );
      await db.query(
        'create trigger hostile_name before insert on authors.organizations for each row execute function public.hostile_name()',
      );
      const story = await runDemo(base);
      expect([story.verdict['story'], story.printed]).toEqual(['passed', expect.any(String)]);
      storyAuthor = authorOf(story);
      await choosePages(seeded, ready.stripe_sandbox_url);
      // The row is locked while it is being poisoned.
      await holdWorker(db, ready.processes['worker']!);
      poisoned = await poison(db, schemaNames(readSchemaFiles()));
      process.kill(ready.processes['worker']!, 'SIGCONT');
    });

    const one = async (sql: string): Promise<string> => (await db.query<Row>(sql)).rows[0]!.id;

    /** A case under review with judgements and an exception, waiting and blocked upgrades, webhooks, proposals. */
    async function seed() {
      const { submissionId, driveId: neverLive } = await world.submitted('hostile-case', {
        drive: { pricing_tier: 'custom' },
        compliance: { frameworks: ['SOC 2'], data_residency: ['eu'], subprocessors_url: 'https://a.example/subs' },
      });
      await world.judged(submissionId);
      const { notes } = await world.author.must<{ notes: { revision: string } }>(
        'GET',
        `${API}/submissions/${submissionId}`,
      );
      await world.author.must('POST', `${API}/submissions/${submissionId}/notes`, {
        revision: notes.revision,
        permission_reasons: [{ permission: 'venture.read', reason: 'It greets the venture by name.' }],
        test_notes: 'Sign in as demo.',
        contact: 'Ada',
      });
      const asked = await world.submitted('hostile-asked');
      await decideCase(world.as(world.reviewer), asked.submissionId, 'request_changes', 'One thing is missing.');
      const refused = await world.submitted('hostile-refused');
      await decideCase(world.as(world.reviewer), refused.submissionId, 'reject', 'Nobody can tell what it does.');
      await world.author.must('POST', `${API}/submissions/${refused.submissionId}/appeal`, {
        text: 'The tagline says what it does, and for whom.',
      });
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
      const event = { type: 'draft.created', payload: { title: MARKUP, [MARKUP]: MARKUP } };
      expect((await control(live.drive.url, 'emit', event)).status).toBe(200);
      await world.operator.must('POST', `${API}/operator/installs/${waits}/refresh`);
      live.overlay['drive'] = at('1.1.0', `Other words, ${MARKUP}`);
      await world.publishNow(live.driveId);
      await world.approve(await world.waiting(live.driveId));
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
      await eventually(
        'the delivery',
        () =>
          world.author.must<{ items: { attempts: object[] }[] }>(
            'GET',
            `${API}/author/webhooks/${webhook.id}/messages`,
          ),
        ({ items }) => items.some((message) => message.attempts.length > 0),
      );
      const admin = await Person.demo(base, 'admin');
      const { webhook: hostWebhook } = await admin.must<{ webhook: Row }>('POST', `${API}/admin/webhooks`, {
        url: `${live.drive.url}/hooks`,
        description: 'Our pager',
        event_types: ['tenant.suspended'],
      });
      const retry = `${API}/finance/policies/payment_retry`;
      const { value } = await world.finance.must<{ value: { grace_days: number } }>('GET', retry);
      await world.finance.must('POST', `${retry}/proposals`, {
        value: { ...value, grace_days: value.grace_days + 1 },
        valid_from: '2090-01-01T00:00:00Z',
        reason: 'One day more.',
      });
      await world.finance.must('POST', `${API}/finance/revenue-share-overrides`, {
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
      return {
        submissionId,
        askedId: asked.submissionId,
        refusedId: refused.submissionId,
        neverLive,
        live,
        waits,
        blocked,
        webhook,
        hostWebhook,
      };
    }

    /** Pages with only our own words and the reader's own input, or that redirect. */
    const OWN_WORDS =
      `/agreement /first-admin /help /privacy /sell /status /terms /sign-in /sign-up /cancel-second-factor-removal /confirm-email /forgot-password
    /reset-password /staff-invitation /invitation`.split(/\s+/);

    async function choosePages(seeded: Awaited<ReturnType<typeof seed>>, sandboxUrl: string): Promise<void> {
      const claims = await claimBack({
        db,
        sandboxUrl,
        refund: (id, body) => world.finance.must('POST', `${API}/finance/invoices/${id}/refunds`, body),
      });
      // Both are kept for days only, and the story took months.
      const { shared } = await world.author.must<{ shared: { path: string } }>(
        'POST',
        `${API}/submissions/${seeded.submissionId}/share`,
      );
      const { submissionId, neverLive, live, waits, blocked, webhook, hostWebhook } = seeded;
      const manifestUrl = encodeURIComponent(live.drive.manifestUrl);
      const checked = await fetch(`${base}/api/public/manifest-validate?url=${manifestUrl}`);
      expect(checked.status).toBe(200);
      await askForChanges();
      await fillDesks(live.driveId);
      await suspendTwice();
      const { rows: booked } = await db.query<{ at: string }>(
        `select distinct on (source_type) source_type || '/' || source_id as at from ledger.ledger_tx
       where source_type <> 'author_shares' order by source_type`,
      );
      const item = await one(`select id from reconciliation.items where ref = 'hostile'`);
      const story = {
        statement: await one(`select payout_id as id from statements.statements where payout_id is not null limit 1`),
        run: await one(`select id from payouts.payout_runs limit 1`),
        approval: await one(`select id from approvals.approvals where kind = 'share_override' limit 1`),
        payee: await one(`select org_id as id from payouts.payouts limit 1`),
        invoice: await one(`select id from billing.invoices limit 1`),
        drive: await one(`select id from authors.drive_reservations where slug like 'story-%' limit 1`),
        month: await one(`select to_char(month, 'YYYY-MM') as id from billing.periods order by month limit 1`),
        validation: await one('select id from listings.validations order by validated_at desc limit 1'),
        demoInvoice: (await world.operator.must<{ items: Row[] }>('GET', `${API}/operator/invoices`)).items[0]!.id,
      };
      const tabs = [
        'checklist',
        'permissions',
        'claims',
        'security',
        'terms',
        'changes',
        'checks',
        'thread',
        'history',
      ];
      tabs.push('exceptions');
      Object.assign(pages, {
        reviewer: [
          ...pagesOf('reviewer'),
          '/review?tab=applications&party=all',
          '/review?tab=appeals',
          '/review?tab=exceptions',
          '/review?tab=evidence',
          '/review/exceptions?state=all',
          ...[live.driveId, neverLive].map((id) => `/review/drives/${id}`),
          '/notifications',
          ...tabs.map((tab) => `/review/submissions/${submissionId}?tab=${tab}`),
          `/review/applications/${await one('select id from authors.applications order by id desc limit 1')}`,
          `/review/appeals/${await one('select id from listings.appeals limit 1')}`,
        ],
        author: [
          ...pagesOf('author'),
          `/author/drives/${live.driveId}`,
          `/author/drives/${live.driveId}/installs`,
          `/author/drives/${live.driveId}/listing`,
          `/author/drives/${live.driveId}/case`,
          ...[submissionId, seeded.askedId, seeded.refusedId].map((id) => `/author/submissions/${id}`),
          `/author/webhooks/${webhook.id}`,
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
          ...pagesOf('operator'),
          `/plugins/${live.slug}`,
          `/plugins/${live.slug}/install`,
          ...['?tab=embed', '/open', '/open/drafts'].map((part) => `/plugins/installed/${waits}${part}`),
          ...[waits, blocked].flatMap((id) =>
            ['', '?tab=events', '?tab=history'].map((tab) => `/plugins/installed/${id}${tab}`),
          ),
          `/plugins/invoices/${story.demoInvoice}`,
        ],
        'finance-preparer': [
          ...pagesOf('finance-preparer'),
          `/finance/invoices/${story.invoice}`,
          `/finance/runs/${story.run}`,
          `/finance/authors/${story.payee}`,
          `/finance/statements/${story.statement}`,
          ...booked.map(({ at }) => `/finance/ledger/sources/${at}`),
          `/finance/exceptions/${item}`,
          '/finance/policies/payment_retry',
          `/approvals/${story.approval}`,
          `/finance/periods/${story.month}`,
          `/finance/refunds/${claims.refund}`,
          `/finance/disputes/${claims.dispute}`,
        ],
        admin: [
          ...pagesOf('admin'),
          `/admin/webhooks/${hostWebhook.id}`,
          `/admin/tenants/${(await world.ventures())[0]!.tenant_id}/operators`,
          `/admin/tenants/${(await world.ventures())[0]!.tenant_id}/ventures`,
          ...[live.driveId, neverLive].map((id) => `/admin/drives/${id}`),
          '/admin/suspensions?show=open',
          '/admin/policies?policy=payment_retry',
        ],
        anybody: [
          ...pagesOf('anybody').filter((page) => !OWN_WORDS.includes(page)),
          `/validate?url=${manifestUrl}`,
          `/catalogue/${live.slug}`,
          shared.path,
          `/validations/${story.validation}`,
        ],
      });
    }

    /** An application of the author's that the reviewer sent back with a question. */
    async function askForChanges(): Promise<void> {
      const { id } = await world.author.must<Row>('POST', `${API}/applications`, applicationFor('hostile-ask'));
      await world.author.must('POST', `${API}/applications/${id}/submit`);
      await decideApplication(world.as(world.reviewer), id, 'request_changes');
    }

    /** Rows for worklists that the story leaves empty: a hold, a price, a debt, a file, failures. */
    async function fillDesks(driveId: string): Promise<void> {
      const { org } = await world.author.must<{ org: Row }>('GET', `${API}/author/account`);
      const reason = 'The website is gone.';
      await world.finance.must('POST', `${API}/finance/payout-holds`, {
        org_id: org.id,
        kind: 'manual',
        basis_points: 10_000,
        reason,
      });
      await world.finance.must('POST', `${API}/finance/commercial-changes`, {
        kind: 'agreed_price',
        drive_id: driveId,
        venture_id: (await world.ventures())[0]!.id,
        currency: 'usd',
        amount_minor: '1234',
        valid_from: '2090-01-01T00:00:00Z',
        reason,
      });
      await world.finance.must('POST', `${API}/finance/exports`, { kind: 'refunds', format: 'csv' });
      await db.query(`update platform.job_schedules set last_error = 'It failed.'`);
      await db.query(
        `update platform.deliveries set state = 'failed', done_at = null, last_error = 'It failed.'
       where (event_id, consumer) = (select event_id, consumer from platform.deliveries where state = 'done' limit 1)`,
      );
    }

    /** One ended suspension of the author, and one in force. */
    async function suspendTwice(): Promise<void> {
      const { org } = await world.author.must<{ org: Row }>('GET', `${API}/author/account`);
      const at = `${API}/admin/authors/${org.id}`;
      const why = { reason_code: 'other', reason: 'The website is gone.' };
      await world.reviewer.must('POST', `${at}/suspend`, why);
      await world.reviewer.must('POST', `${at}/resume`, { reason: 'The website is back.' });
      await world.reviewer.must('POST', `${at}/suspend`, why);
    }

    async function enter(who: string): Promise<Visitor> {
      const visitor = await stage.anybody(`hostile-${who.replace(' ', '-')}`);
      visitor.holdsAnswers = false;
      if (who === 'anybody') return visitor;
      const { request } = visitor.page.context();
      const [path, body] =
        who === 'story author' ? ['auth/sign-in', storyAuthor] : (['demo/sign-in', { person: who }] as const);
      const answer = await request.post(`${base}${API}/${path}`, { data: body });
      expect([who, answer.status()]).toEqual([who, 200]);
      return visitor;
    }

    if (onlyOnce) {
      it('is in every field that people fill in', () => {
        const fields = `authors.applications.drive_name authors.organizations.name authors.suspensions.reason
      approvals.approvals.reason identity.users.name installs.tenants.name installs.ventures.name
      installs.upgrade_differences.changes listings.appeals.text listings.listings.name listings.revisions.manifest
      listings.submission_notes.permission_reasons listings.submission_notes.test_notes listings.sync_notes.text
      payouts.payout_holds.reason platform.audit_log.reason platform.deliveries.last_error
      platform.job_schedules.last_error platform.mail_messages.body reconciliation.items.detail
      reconciliation.item_history.text webhooks.endpoints.description`;
        expect(poisoned).toEqual(expect.arrayContaining(fields.split(/\s+/)));
        expect(poisoned.length).toBeGreaterThan(60);
      });

      it('is checked on every page, except those that show no text of others', () => {
        const routes = portalPages;
        expect(routes.length).toBeGreaterThan(80);
        const routeOf = (address: string): string | undefined => pageOf(address.split('?')[0]!, routes);
        const addresses = Object.values(pages).flat();
        expect(addresses.filter((address) => routeOf(address) === undefined)).toEqual([]);
        const opened = new Set([...addresses.map(routeOf), ...OWN_WORDS]);
        expect(routes.filter((route) => !route.startsWith('/docs') && !opened.has(route))).toEqual([]);
        expect(OWN_WORDS.filter((route) => !routes.includes(route))).toEqual([]);
      });

      it('is in a statement from before it was sealed', async () => {
        const { rows } = await db.query<{ facts: unknown }>('select facts from statements.statements');
        expect(JSON.stringify(rows)).toContain(MARKUP);
      });
    }

    it.each(readers)(
      'has no effect on any page of %s: no script, no request elsewhere, nothing refused by the policy, nothing hidden',
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
          for (const { width, beyond } of await visitor.beyondTheEdge())
            problems.push(`${address}: scrolls sideways by ${beyond} px at ${width} px`);
          if (/You do not have access|Page not found|does not exist/.test(shown))
            problems.push(`${address}: was not opened`);
        }
        await visitor.close();
        expect({ problems, elsewhere, complaints: visitor.complaints }).toEqual({
          problems: [],
          elsewhere: [],
          complaints: [],
        });
        // The words are visible: the pages were not empty.
        expect(words).toBeGreaterThan(pages[who]!.length / 3);
      },
    );
  });
