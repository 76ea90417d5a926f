import { claimBack } from '../support/people/claims.js';
import { describeWith } from '../support/needs.js';
import type { Visitor } from '../support/browser/browser-tour.js';
import { PortalInBrowser, refusedOnce } from '../support/browser/portal-in-browser.js';
import { leave, checkPage, press, write } from '../support/browser/story-steps.js';

interface Items<T> {
  readonly items: readonly T[];
}

interface WayToTheBank {
  readonly timeline: readonly { label: string }[];
}

describeWith('browser', 'worklists and single pages in a browser', () => {
  const stage = PortalInBrowser.forTests({ story: true });
  let slug: string;

  beforeAll(async () => {
    slug = `story-${stage.suffix}`;
  });

  const one = async (sql: string, params: unknown[] = []): Promise<string> => {
    const { rows } = await stage.db.query<{ id: string }>(sql, params);
    if (!rows[0]) throw new Error(`nothing: ${sql}`);
    return rows[0].id;
  };

  async function see(visitor: Visitor, ...addresses: string[]): Promise<void> {
    for (const address of addresses) {
      await visitor.walk(address);
      await checkPage(visitor, address);
    }
  }

  it('single pages have no fault in any scheme or width: card, result, webhook, invoice, refund, dispute, report, operators, source, statement, exception', async () => {
    const preparer = await stage.enter('finance-preparer');
    const { refund, dispute } = await claimBack({
      db: stage.db,
      sandboxUrl: stage.ready.stripe_sandbox_url,
      refund: (id, body) => stage.ask(preparer, 'POST', `/finance/invoices/${id}/refunds`, body),
    });
    const author = await stage.signIn('story-author', stage.storyAuthor);
    await stage.ask(author, 'POST', '/account/step-up', { password: stage.storyAuthor.password });
    const { webhook } = await stage.ask<{ webhook: { id: string } }>(author, 'POST', '/author/webhooks', {
      url: `${stage.ready.reference_drive_url}/hooks`,
      description: 'Our pager',
      event_types: ['version.held'],
    });
    const driveId = await one('select id from authors.drive_reservations where slug = $1', [slug]);
    const submission = await one('select id from listings.submissions where drive_id = $1 limit 1', [driveId]);
    const { shared } = await stage.ask<{ shared: { path: string } }>(
      author,
      'POST',
      `/submissions/${submission}/share`,
    );
    await see(author, `/author/webhooks/${webhook.id}`, `/author/drives/${driveId}/installs`, shared.path);
    await leave(author);
    const source = await one(
      `select source_type || '/' || source_id as id from ledger.ledger_tx where source_type <> 'author_shares' limit 1`,
    );
    const statement = await one(
      'select payout_id as id from statements.statements where payout_id is not null limit 1',
    );
    await stage.db.query(
      `insert into payouts.conversions (payout_id, payment_id, balance_transaction_id, source_amount, source_currency, target_amount,
         target_currency, exchange_rate, recorded_at)
       select id, 'py_looked_at', 'txn_looked_at', amount, currency, 4200, 'chf', 0.8811, now() from payouts.payouts where id = $1
       on conflict do nothing`,
      [statement],
    );
    const owner = await one('select org_id as id from payouts.payouts where id = $1', [statement]);
    const { items } = await stage.ask<Items<WayToTheBank>>(
      preparer,
      'GET',
      `/finance/authors/${owner}/payouts?id=${statement}`,
    );
    await preparer.walk(`/finance/statements/${statement}`);
    const way = preparer.page.locator('section', { has: preparer.page.getByText('On its way to the author') }).last();
    for (const { label } of items[0]!.timeline) await way.getByText(label, { exact: true }).waitFor();
    await way.getByText(/became CHF\s42\.00, rate 0\.8811/).waitFor();
    await checkPage(preparer, 'finance-statement');
    const exception = await one(
      `insert into reconciliation.items (id, ref, kind, currency, amount, blocking, occurred_at, detail, facts, owner_id, owner_name)
       values (gen_random_uuid(), 'looked-at', 'unknown_movement', 'usd', 1, false, now(), 'What is this?', '{}', gen_random_uuid(), 'Pat') returning id`,
    );
    const pages = [`refunds/${refund}`, `disputes/${dispute}`, `ledger/sources/${source}`];
    pages.push(`authors/${owner}`, `exceptions/${exception}`);
    await see(preparer, ...pages.map((page) => `/finance/${page}`));
    await leave(preparer);

    const admin = await stage.enter('admin');
    const tenant = `/admin/tenants/${await one('select id from installs.tenants limit 1')}`;
    const hook = await one(
      `insert into webhooks.endpoints (id, url, description, event_types, created_at)
       values (gen_random_uuid(), 'https://hooks.host.example/portal', 'Our mirror', '{install.failed}', now()) returning id`,
    );
    await see(admin, `${tenant}/operators`, `${tenant}/ventures`, `/admin/webhooks/${hook}`);
    await leave(admin);

    const operator = await stage.enter('operator');
    const invoices = await stage.ask<Items<{ id: string }>>(operator, 'GET', '/operator/invoices');
    await see(operator, `/plugins/invoices/${invoices.items[0]!.id}`);
    await leave(operator);

    const anybody = await stage.anybody();
    await see(anybody, `/catalogue/${slug}`);
    await anybody.walk(
      `/validate?url=${encodeURIComponent(`${stage.ready.reference_drive_url}/api/platform/drive/manifest`)}`,
    );
    const result = anybody.page.locator('main a[href^="/validations/"]').first();
    await anybody.page.getByText('Passes', { exact: true }).waitFor();
    await see(anybody, (await result.getAttribute('href'))!);
    await anybody.page.getByText('Passes', { exact: true }).waitFor();
    await leave(anybody);
  });

  it.each([
    ['admin', 'Story', /^\/(admin\/(people|tenants)|audit|review\/drives)$/],
    ['finance-preparer', 'Story', /^\/finance\/authors\//],
    ['reviewer', 'Story', /^\/review\//],
    ['operator', 'Story', /^\/plugins\//],
  ])('%s finds things by a part of their name with Ctrl K, and opens them', async (person, text, where) => {
    const visitor = await stage.enter(person);
    const { page } = visitor;
    await visitor.go('/notifications');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Page, name or id' }).fill(text);
    const found = page.getByRole('option').filter({ hasText: text }).first();
    await found.waitFor();
    await checkPage(visitor, 'palette-names');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => where.test(url.pathname));
    await visitor.settle();
    await leave(visitor);
  });

  it('a thing with an id is found by it, by those who have a page for it and by nobody else', async () => {
    const PERSONS = ['admin', 'finance-preparer', 'reviewer', 'operator', 'author'] as const;
    const visitors = await Promise.all(PERSONS.map((person) => stage.enter(person)));
    const finders = async (id: string): Promise<string[]> => {
      const found = await Promise.all(
        visitors.map(async (visitor, i) => {
          const { items } = await stage.ask<Items<{ kind: string; id: string }>>(visitor, 'GET', `/search?q=${id}`);
          return items.map(({ kind }) => `${PERSONS[i]}: ${kind}`);
        }),
      );
      return found.flat().sort();
    };
    const expected: [string, string[]][] = [
      [`select id from identity.users where email = 'reviewer@demo.local'`, ['admin: person']],
      [`select tenant_id as id from installs.installs order by id limit 1`, ['admin: tenant']],
      [`select venture_id as id from installs.installs order by id limit 1`, ['admin: venture']],
      [`select id from installs.installs order by id limit 1`, ['admin: install', 'operator: install']],
      [
        `select id from authors.organizations where name like '%' || '${stage.suffix}'`,
        ['admin: author', 'finance-preparer: author'],
      ],
      [`select id from authors.applications order by id limit 1`, ['reviewer: application']],
      [`select id from listings.submissions order by id limit 1`, ['reviewer: submission']],
      [
        `select drive_id as id from listings.listings where slug = '${slug}'`,
        ['admin: live_drive', 'author: plugin', 'finance-preparer: plugin', 'operator: plugin', 'reviewer: live_drive'],
      ],
      [
        `select id from billing.invoices where state <> 'draft' order by id limit 1`,
        ['finance-preparer: invoice', 'operator: own_invoice'],
      ],
      [`select id from billing.refunds order by id limit 1`, ['finance-preparer: refund']],
      [`select id from billing.disputes order by id limit 1`, ['finance-preparer: dispute']],
      [`select id from payouts.payout_runs order by id limit 1`, ['finance-preparer: payout_run']],
      [
        `select id from payouts.payouts order by id limit 1`,
        ['finance-preparer: payout_run', 'finance-preparer: statement'],
      ],
    ];
    for (const [sql, finds] of expected) expect([sql, await finders(await one(sql))]).toEqual([sql, finds]);

    // Its author finds the same things on pages of their own.
    const own = await stage.signIn('story-author', stage.storyAuthor);
    for (const [sql, kinds] of [
      [`select id from listings.submissions order by id limit 1`, ['own_submission']],
      [`select id from statements.statements order by id limit 1`, ['own_statement']],
      [`select drive_id as id from listings.listings where slug = '${slug}'`, ['drive', 'plugin']],
    ] as const) {
      const { items } = await stage.ask<Items<{ kind: string }>>(own, 'GET', `/search?q=${await one(sql)}`);
      expect(items.map((one) => one.kind)).toEqual(kinds);
    }
    await Promise.all([own, ...visitors].map(leave));
  });

  it('an admin finds a page by a part of a name, a mail address or an id', async () => {
    const admin = await stage.enter('admin');
    const { page } = admin;
    const jump = async (text: string, option: string | RegExp): Promise<void> => {
      // Nobody waits for a dialog before typing: no letter may be lost.
      await page.keyboard.press('Control+k');
      await page.keyboard.type(text);
      expect(await page.getByRole('combobox', { name: 'Page, name or id' }).inputValue()).toBe(text);
      await page.getByRole('option', { name: option }).first().waitFor();
    };
    await admin.go('/audit');
    await jump('reviewer@demo', /Person, reviewer@demo\.local/);
    await checkPage(admin, 'palette-person');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('reviewer@demo.local');
    await page.getByRole('cell', { name: 'reviewer@demo.local' }).first().waitFor();

    await jump('birch', /Tenant/);
    await page
      .getByRole('option', { name: /Tenant/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Tenants' }).waitFor();
    await page.getByRole('row', { name: /Birch/ }).first().waitFor();

    const { rows } = await stage.db.query<{ id: string }>('select id from installs.installs order by id limit 1');
    await jump(rows[0]!.id, /Installed in/);
    await page.getByRole('option', { name: /Installed in/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit trail' }).waitFor();
    expect(new URL(page.url()).searchParams.get('subject_id')).toBe(rows[0]!.id);
    await leave(admin);
  });

  it('j, k and Enter go through a table whose rows have no link', async () => {
    const admin = await stage.enter('admin');
    const { page } = admin;
    await admin.go('/audit');
    const rows = page.getByRole('region', { name: 'Audit trail' }).locator('tbody tr');
    await rows.nth(2).waitFor();
    await admin.reach(page.getByRole('region', { name: 'Audit trail' }));
    for (const [key, at] of [
      ['j', 0],
      ['j', 1],
      ['j', 2],
      ['k', 1],
    ] as const) {
      await page.keyboard.press(key);
      await rows.nth(at).and(page.locator(':focus')).waitFor();
    }
    // Nothing of such a row opens: Enter leaves everything as it is, and copies no id.
    await page.keyboard.press('Enter');
    await rows.nth(1).and(page.locator(':focus')).waitFor();
    await leave(admin);
  });

  it('the audit trail is filtered in the address, and exported as filtered', async () => {
    const admin = await stage.enter('admin');
    const { page } = admin;
    await admin.go('/audit');
    await write(admin, page.getByLabel('Actor'), 'reviewer');
    await write(admin, page.getByLabel('Action'), 'submission');
    await press(admin, 'Filter');
    await page.waitForURL((url) => url.searchParams.get('actor') === 'reviewer');
    const narrowed = page.url();
    const rows = page.getByRole('region', { name: 'Audit trail' }).locator('tbody tr');
    // The old content stays until the answer has come.
    await rows.filter({ hasNotText: 'submission.' }).first().waitFor({ state: 'detached' });
    await rows.first().waitFor();
    await checkPage(admin, 'audit-narrowed');
    await admin.go(narrowed);
    expect(await page.getByLabel('Action').inputValue()).toBe('submission');
    const href = (await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href'))!;
    const text = await page.evaluate(async (at) => (await fetch(at)).text(), href);
    const [head, ...lines] = text.trimEnd().split('\r\n');
    expect(head).toMatch(/^seq,at,actor_kind/);
    expect(lines.length).toBe(await rows.count());
    for (const line of lines) expect(line).toContain(',submission.');
    await page.getByLabel('Action').fill('no_such_action');
    await press(admin, 'Filter');
    await page.getByText('No results for these filters.').waitFor();
    await leave(admin);
  });

  it('a reviewer claims what is due first, and is told when nothing waits', async () => {
    const reviewer = await stage.enter('reviewer');
    const { page } = reviewer;
    await stage.db.query(`update approvals.claims set held_until = held_since`);
    await reviewer.go('/review');
    const before = await stage.ask<Items<{ id: string }>>(reviewer, 'GET', '/review/submissions?claimed=free');
    await press(reviewer, 'Claim next');
    if (before.items[0]) await page.waitForURL((url) => url.pathname === `/review/submissions/${before.items[0]!.id}`);
    else {
      await page.getByText('There is no case waiting that you can review').waitFor();
      refusedOnce(reviewer, 404);
    }
    await leave(reviewer);
  });
});
