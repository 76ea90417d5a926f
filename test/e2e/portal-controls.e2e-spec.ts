import type { Locator } from 'playwright-core';
import type { Visitor } from '../support/browser/browser-tour.js';
import { ChangingDrives } from '../support/drives/changing-drives.js';
import { describeWith } from '../support/needs.js';
import { eventually } from '../support/test-timeout.js';
import { invited } from '../support/people/member.js';
import { Person } from '../support/http/person.js';
import { approveInBrowser, pick, PortalInBrowser, rowOf } from '../support/browser/portal-in-browser.js';
import { approveAtPortal } from '../support/people/staff-role.js';
import { badge, confirm, firstOf, follow, leave, checkPage, press, write } from '../support/browser/story-steps.js';

const REASON = 'Agreed upon at the desk this morning.';
const SANDBOX_KEY = 'sk_test_sandbox';

interface Things {
  items: Record<string, unknown>[];
}

describeWith('browser', 'corrections and withdrawals in a browser', () => {
  const stage = PortalInBrowser.forTests({
    story: true,
    settings: () => ({ SANDBOX_DRIVE_PORTS: '1024-65535' }),
  });

  let drives: ChangingDrives | undefined;
  const changing = async () => (drives ??= await ChangingDrives.of(stage));
  const ask = <T>(...call: Parameters<PortalInBrowser['ask']>): Promise<T> => stage.ask<T>(...call);

  it('a person without the confirmation mail requests it again, and not twice within a minute', async () => {
    const visitor = await stage.anybody();
    await visitor.go('/sign-in');
    await press(visitor, 'No confirmation email?');
    await write(visitor, visitor.page.getByLabel('Email address of the account'), 'nobody-knows@people.example');
    await press(visitor, 'Resend email');
    await visitor.page.getByText('We sent an email to nobody-knows@people.example.').waitFor();
    await visitor.page.getByText(/^Available again in \d+ s/).waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Resend email' }).isDisabled()).toBe(true);
    await checkPage(visitor, 'resend-confirmation');
    await leave(visitor);
  });

  it('a share is found by name, given in percent, previewed on an example, and approved by another person', async () => {
    const preparer = await stage.enter('finance-preparer');
    await preparer.go('/finance/revenue-shares');
    await pick(preparer, 'Author or Drive', `Story Works ${stage.suffix}`);
    await write(preparer, preparer.page.getByLabel('Author’s share, %'), '80');
    const effect = (text: string): Locator => rowOf(preparer, 'Effect', text);
    await effect('With this share').getByText('$80.00').waitFor();
    expect((await effect('Current').innerText()).split(/\s*\t\s*/)).toEqual(['Current', '70 %', '$70.00', '$30.00']);
    await write(preparer, preparer.page.getByLabel('Example amount, USD'), '0.05');
    await effect('With this share').getByText('$0.04').waitFor();
    await preparer.page.getByText(/install keeps its share/).waitFor();
    await write(preparer, preparer.page.getByLabel('Reason'), 'The founding authors keep more.');
    await checkPage(preparer, 'share-preview');
    await press(preparer, 'Propose');
    const proposed = rowOf(preparer, 'Revenue-share overrides', `Story Works ${stage.suffix}`);
    await proposed.getByText('80 %').waitFor();
    expect(await proposed.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
    await leave(preparer);

    const approver = await stage.enter('finance-approver');
    await approver.go('/finance/revenue-shares');
    await follow(approver, rowOf(approver, 'Revenue-share overrides', `Story Works ${stage.suffix}`).getByRole('link'));
    await approver.page.getByText(/^The author gets 80 % instead of 70 %/).waitFor();
    await checkPage(approver, 'share-approval');
    await press(approver, /^Approve, /);
    await approver.page.getByText('Nothing waits for a second person.').waitFor();
    await approver.go('/finance/revenue-shares');
    await rowOf(approver, 'Revenue-share overrides', `Story Works ${stage.suffix}`)
      .getByText('Approved', { exact: true })
      .waitFor();
    await leave(approver);
  });

  it('two admins give a first-party Drive the fleet secret, and its own again', async () => {
    const { driveId, slug } = await (await changing()).submitted('fleet-signed');
    const [preparer, approver, first, second] = await Promise.all(
      ['finance-preparer', 'finance-approver', 'admin', 'second-admin'].map((who) => Person.demo(stage.url, who)),
    );
    const terms = {
      kind: 'billing_model',
      drive_id: driveId,
      model: 'first_party',
      valid_from: '2020-01-01T00:00:00Z',
    };
    await preparer!.must('POST', '/api/v1/finance/commercial-changes', { ...terms, reason: REASON });
    await approveAtPortal(approver!, 'commercial_change', `billing_model:${driveId}`);
    await first!.call('POST', '/api/v1/admin/fleet-keys/issue', {});
    const admin = await stage.enter('admin');
    for (const [verb, scope] of [
      ['Use fleet secret', 'The fleet secret'],
      ['Use own secret', 'Its own secret'],
    ] as const) {
      await admin.go('/admin/fleet-keys');
      await write(admin, admin.page.getByLabel('Drive or author'), slug);
      await press(admin, `${verb} (${slug})`);
      await write(admin, admin.page.getByRole('dialog').getByLabel('In your words'), REASON);
      if (verb === 'Use fleet secret') await checkPage(admin, 'use-fleet-secret');
      await confirm(admin, verb);
      await admin.page.getByText('Proposed. Another person must approve it.').waitFor();
      await approveAtPortal(second!, 'key_scope', driveId);
      await admin.page.reload();
      await rowOf(admin, 'Drives', slug).getByText(scope, { exact: true }).waitFor();
    }
    await leave(admin);
  });

  it('an author withdraws a submission while a reviewer has it', async () => {
    const made = await (await changing()).submitted('taken-back');
    const [author, reviewer] = [await stage.enter('author'), await stage.enter('reviewer')];
    await author.go(`/author/submissions/${made.submissionId}`);
    await badge(author, 'Waiting for review');
    await press(author, 'Withdraw');
    await checkPage(author, 'withdraw-submission');
    await confirm(author, 'Withdraw submission');
    await badge(author, 'Withdrawn');
    expect(await author.page.getByRole('button', { name: 'Withdraw', exact: true }).count()).toBe(0);
    const waiting = await ask<Things>(reviewer, 'GET', '/review/submissions');
    expect(waiting.items.filter((item) => item['id'] === made.submissionId)).toEqual([]);
    await leave(author);
    await leave(reviewer);
  });

  /** The running month ends and is closed; gives its name. */
  async function closeMonth(preparer: Visitor): Promise<string> {
    const admin = await stage.enter('admin');
    const { clock_now: now } = await ask<{ clock_now: string }>(admin, 'GET', '/sandbox');
    const month = now.slice(0, 7);
    const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1, 1));
    const { lease } = await ask<{ lease: string }>(admin, 'POST', '/sandbox/clock/lease', { ttl_ms: 60_000 });
    await ask(admin, 'POST', '/sandbox/clock', { to: next.toISOString(), lease });
    await ask(admin, 'DELETE', `/sandbox/clock/lease/${lease}`);
    await ask(preparer, 'POST', `/finance/periods/${month}/close`);
    await leave(admin);
    return month;
  }

  it('a run that was not sent is cancelled, and the amounts set aside are released', async () => {
    const preparer = await stage.enter('finance-preparer');
    const month = await closeMonth(preparer);
    await preparer.go(`/finance/invoices?month=${month}`);
    for (const tenant of ['Alder', 'Birch'])
      await rowOf(preparer, 'Invoices', `${tenant} ${stage.suffix}`).getByText('Paid', { exact: true }).waitFor();
    await preparer.go('/finance/runs');
    await press(preparer, /^Prepare /);
    await badge(preparer, 'Awaiting second person');
    await press(preparer, 'Cancel run');
    const dialog = preparer.page.getByRole('dialog');
    await dialog.getByText(/^The reserved amounts \(\$\d+\.\d\d\) return to the authors’ balances/).waitFor();
    await write(preparer, dialog.getByLabel('In your words'), 'A refund is still to be booked first.');
    await checkPage(preparer, 'cancel-run');
    await confirm(preparer, 'Cancel run');
    await badge(preparer, 'Cancelled');
    await preparer.page.getByText('A refund is still to be booked first.').waitFor();
    await checkPage(preparer, 'cancelled-run');
    await preparer.go('/finance/runs');
    await preparer.page.getByRole('button', { name: /^Prepare / }).waitFor();
    await leave(preparer);
  });

  it('the debt of a tenant that is gone is shown, and written off by two', async () => {
    const [preparer, operator] = [await stage.enter('finance-preparer'), await stage.enter('operator')];
    const { items } = await ask<Things>(operator, 'GET', '/operator/ventures');
    const gone = items.find((venture) => String(venture['tenant_name']).startsWith('Birch'))!;
    await ask(operator, 'POST', `/operator/tenants/${String(gone['tenant_id'])}/payment-method`, {
      payment_method: 'pm_card_chargeCustomerFail',
    });
    await leave(operator);
    const month = await closeMonth(preparer);
    await preparer.go(`/finance/invoices?month=${month}`);
    const unpaid = rowOf(preparer, 'Invoices', `Birch ${stage.suffix}`);
    await unpaid.getByText('Overdue').waitFor();
    await follow(preparer, unpaid.getByRole('link'));
    await press(preparer, `Propose all of Birch ${stage.suffix}`);
    await preparer.page.getByRole('dialog').getByRole('region', { name: 'Owed' }).getByText('Overdue').waitFor();
    await write(preparer, preparer.page.getByLabel('In your words'), 'The company is dissolved; nobody answers.');
    await checkPage(preparer, 'write-off-tenant');
    await confirm(preparer, 'Propose 1 write-off');
    await preparer.page.getByText('1 proposed.').waitFor();
    await press(preparer, `Propose all of Birch ${stage.suffix}`);
    await preparer.page.getByText('Nothing to propose.').waitFor();
    expect(await preparer.page.getByRole('button', { name: 'Nothing to propose' }).isDisabled()).toBe(true);
    await leave(preparer);

    const approver = await stage.enter('finance-approver');
    await approver.go('/approvals');
    await follow(approver, rowOf(approver, 'Waiting', `Birch ${stage.suffix}`).getByRole('link'));
    await press(approver, /^Approve, /);
    await approver.page.getByText('Approved').first().waitFor();
    await leave(approver);
  });

  it('no page calls a Drive free that its author bills', async () => {
    // Without a listing fee no live listing can be billed by its author.
    const [first, second] = await Promise.all(
      ['finance-preparer', 'finance-approver'].map((who) => Person.demo(stage.url, who)),
    );
    const { clock_now: valid_from } = await first!.must<{ clock_now: string }>('GET', '/api/v1/sandbox');
    const fee = { value: { usd: '1900' }, valid_from, reason: REASON };
    await first!.must('POST', '/api/v1/finance/policies/listing_fee/proposals', fee);
    await approveAtPortal(second!, 'policy', 'listing_fee');
    const [preparer, approver] = [await stage.enter('finance-preparer'), await stage.enter('finance-approver')];
    await preparer.go('/finance/prices');
    await pick(preparer, 'Drive', `story-${stage.suffix}`);
    await preparer.page.getByLabel('Billed by').selectOption({ label: 'Its author, who pays us the listing fee' });
    await write(
      preparer,
      preparer.page.getByLabel('Why', { exact: true }),
      'The author asked to bill its customers itself.',
    );
    await checkPage(preparer, 'prices');
    await press(preparer, 'Propose who bills');
    await preparer.page
      .getByText(/is billed by its author/)
      .first()
      .waitFor();
    await leave(preparer);
    await approveInBrowser(approver, 'is billed by its author');
    await approver.go('/finance/prices');
    await rowOf(approver, 'Changes', 'is billed by its author').getByText('Approved', { exact: true }).waitFor();
    await leave(approver);

    const anybody = await stage.anybody();
    // A page of the catalogue that was requested before is cached for ten seconds.
    await eventually(
      'the catalogue says who bills',
      async () => {
        await anybody.go('/catalogue');
        return anybody.page.locator('main').innerText();
      },
      (shown) => shown.includes('Billed by the author'),
    );
    await leave(anybody);
    const operator = await stage.enter('operator');
    await operator.go(`/plugins/story-${stage.suffix}`);
    await operator.page.locator('summary', { hasText: 'Price' }).click();
    await operator.page.getByText('Agree on the price with its author.').waitFor();
    expect(await operator.page.getByText('Free', { exact: true }).count()).toBe(0);
    await checkPage(operator, 'author-billed-plugin');
    await operator.go('/plugins/installed');
    await rowOf(operator, 'Installed plugins', 'Birch').getByText('Billed by the author').waitFor();
    await leave(operator);
  });

  it('a read-only colleague sees who may act, and no button that would be refused', async () => {
    const { email, password } = stage.storyAuthor;
    const owner = await Person.signIn(stage.url, email, password);
    const guest = { email: 'rea@people.example', password: 'a phrase that nobody guesses' };
    await invited(stage.url, owner, { ...guest, name: 'Rea Reader', role: 'read_only' });
    await owner.must('POST', '/api/v1/author/webhooks', {
      url: `${stage.ready.reference_drive_url}/hooks`,
      event_types: ['payout.settled'],
    });
    const idOf = async (list: string): Promise<string> =>
      String((await owner.must<Things>('GET', `/api/v1/author/${list}`)).items[0]!['id']);
    const [drive, webhook] = [await idOf('drives'), await idOf('webhooks')];
    const found = await stage.db.query<{ id: string }>(
      'select id from listings.submissions where drive_id = $1 order by created_at desc limit 1',
      [drive],
    );
    // Buttons of owners that the reader does not get, and whether the page says who can.
    const pages: readonly (readonly [string, readonly string[], boolean])[] = [
      ['/author/application', [], false],
      [`/author/drives/${drive}`, ['Announce retirement', 'Publish now'], true],
      [`/author/submissions/${found.rows[0]!.id}`, ['Share report'], false],
      [
        `/author/secrets?drive=${drive}`,
        ['Report a leak', 'Rotate secret', 'Test every install', 'Use one secret per tenant'],
        true,
      ],
      [`/author/webhooks/${webhook}`, ['Remove', 'Report a leak', 'Rotate secret', 'Save events', 'Turn off'], true],
      ['/author/drives/new', ['Check and submit', 'Use the reference Drive'], true],
      ['/apply', ['Check the manifest', 'Save and leave', 'Submit application'], true],
    ];
    const reader = await stage.signIn('reader', guest);
    const writer = await stage.signIn('writer', stage.storyAuthor);
    const buttonsOf = async (visitor: Visitor, page: string): Promise<string[]> => {
      await visitor.go(page);
      return (await visitor.page.locator('main').getByRole('button').allInnerTexts()).map((name) => name.trim());
    };
    for (const [page, names, says] of pages) {
      expect([page, await buttonsOf(writer, page)]).toEqual([page, expect.arrayContaining([...names])]);
      const shown = await buttonsOf(reader, page);
      expect([page, shown.filter((name) => names.includes(name))]).toEqual([page, []]);
      const notes = await reader.page.getByText(/^Only (an owner|owners and developers) of the organisation/).count();
      expect([page, notes > 0]).toEqual([page, says]);
    }
    await leave(reader);
    await leave(writer);
  });

  it('a paused Drive keeps its page for operators, which says that nobody can install it', async () => {
    const slug = `story-${stage.suffix}`;
    const reviewer = await stage.enter('reviewer');
    const { items } = await ask<Things>(reviewer, 'GET', `/review/drives?q=${slug}`);
    const state = `/review/drives/${String(items[0]!['drive_id'])}/state`;
    await ask(reviewer, 'POST', state, { to: 'paused', reason: REASON });
    const operator = await stage.enter('operator');
    await operator.go(`/plugins/${slug}`);
    await operator.page.getByText('The host has stopped new installs of it for now.').waitFor();
    await operator.page.getByRole('heading', { name: 'Permissions' }).waitFor();
    // The author's text stays readable.
    await operator.page.locator('.plugin header p').first().waitFor();
    expect(await operator.page.getByRole('link', { name: 'Install', exact: true }).count()).toBe(0);
    await checkPage(operator, 'paused-plugin');
    await operator.go(`/plugins/${slug}/install`);
    await operator.page.getByText('The host has stopped new installs of it for now.').waitFor();
    await leave(operator);
    await ask(reviewer, 'POST', state, { to: 'listed', reason: REASON });
    await leave(reviewer);
  });

  it('a Drive with an announced end keeps its page, which gives the date', async () => {
    const DAY_MS = 86_400_000;
    const author = await stage.signIn('author', stage.storyAuthor);
    const slug = `story-${stage.suffix}`;
    const { items } = await ask<Things>(author, 'GET', '/author/drives');
    const { id } = items.find((drive) => drive['slug'] === slug)!;
    const { clock_now } = await ask<{ clock_now: string }>(author, 'GET', '/sandbox');
    const inDays = (days: number): string => new Date(Date.parse(clock_now) + days * DAY_MS).toISOString();
    const days = { closes_at: inDays(30), retires_at: inDays(120) };
    await ask(author, 'POST', `/author/drives/${String(id)}/deprecation`, { ...days, reason: REASON });
    await leave(author);

    const anybody = await stage.anybody();
    await anybody.go(`/catalogue/${slug}`);
    await anybody.page.getByRole('heading', { name: 'Permissions' }).waitFor();
    const date = (at: string): string =>
      new Date(at).toLocaleDateString('en-GB', { timeZone: 'UTC', dateStyle: 'medium' });
    const said = await anybody.page.getByText('This plugin is being retired.').innerText();
    expect(said).toContain(`until ${date(days.closes_at)}`);
    expect(said).toContain(`end on ${date(days.retires_at)}`);
    await checkPage(anybody, 'retiring-plugin');
    await leave(anybody);
  });

  it('an item of the worklist is assigned to a third person, and to nobody', async () => {
    const response = await fetch(`${stage.ready.stripe_sandbox_url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SANDBOX_KEY}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'amount=1234&currency=usd&payment_method=pm_card_visa&confirm=true&automatic_payment_methods[enabled]=true&automatic_payment_methods[allow_redirects]=never',
    });
    expect(response.status).toBe(200);
    const preparer = await stage.enter('finance-preparer');
    const { page } = preparer;
    await preparer.go('/finance/exceptions');
    await press(preparer, 'Reconcile now');
    await follow(preparer, firstOf(preparer, 'Exceptions'));
    await press(preparer, 'Assign');
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('combobox', { name: 'Finance user' });
    await preparer.reach(field);
    expect(await dialog.getByRole('option').first().innerText()).toContain('You');
    await page.keyboard.press('Escape');
    await dialog.getByRole('listbox').waitFor({ state: 'detached' });
    await pick(preparer, 'Finance user', 'Ann Approver');
    await checkPage(preparer, 'hand-over');
    await confirm(preparer, 'Assign to Ann Approver');
    await page.getByText('Assigned to Ann Approver').waitFor();
    await page.getByRole('definition').filter({ hasText: 'Ann Approver' }).waitFor();
    await press(preparer, 'Assign');
    await confirm(preparer, 'Remove assignee');
    await page.getByText('Unassigned', { exact: true }).waitFor();
    await leave(preparer);
  });
});
