import type { Locator } from 'playwright-core';
import type { Visitor } from '../support/browser/browser-tour.js';
import { describeWith } from '../support/needs.js';
import {
  approveInBrowser,
  pick,
  PortalInBrowser,
  refusedOnce,
  rowOf,
  whyNot,
} from '../support/browser/portal-in-browser.js';
import { leave, checkPage, press, unfoldTenants, write } from '../support/browser/story-steps.js';

describeWith('browser', 'lists and forms that several people work on', () => {
  const stage = PortalInBrowser.forTests({ story: true });

  const enter = (person: string): Promise<Visitor> => stage.enter(person);

  const widen = async (person: Visitor, narrowed: string, widened: string): Promise<void> => {
    await person.go(narrowed);
    await person.page.getByText('No results for these filters.').first().waitFor();
    await press(person, 'Clear filters');
    await person.page.waitForURL((url) => `${url.pathname}${url.search}` === widened);
  };

  it('two operators change the same billing details: the later one gets both values, keeps the input, and decides', async () => {
    const [first, second] = [await enter('operator'), await enter('operator')];
    for (const one of [first, second]) {
      await one.go('/plugins/billing');
      await unfoldTenants(one);
    }
    const field = (one: Visitor, label: string): Locator => one.page.getByLabel(label).first();
    const saved = (one: Visitor): Promise<void> =>
      one.page.getByText('Saved. Applies from the next invoice.').waitFor();
    const save = async (one: Visitor): Promise<void> => {
      await one.page.getByRole('button', { name: 'Save billing details' }).first().focus();
      await one.page.keyboard.press('Enter');
    };
    for (const [label, text] of [
      ['Name on the invoice', 'First Words Inc.'],
      ['Street and number', 'Main Street 1'],
      ['Postal code', '10115'],
      ['City', 'Berlin'],
      ['Country', 'DE'],
    ] as const)
      for (const one of [first, second]) await write(one, field(one, label), text);
    await write(second, field(second, 'Name on the invoice'), 'Second Words Inc.');
    await save(first);
    await saved(first);
    await save(second);
    const both = second.page.getByRole('alert').filter({ hasText: 'Someone else changed this while you were editing' });
    await both.getByText('Now: “First Words Inc.”. You wrote: “Second Words Inc.”.').waitFor();
    // Both sit at the same demo person's browser here.
    await both.getByText(/^Last changed by you /).waitFor();
    expect(await both.getByText('City').count()).toBe(0);
    expect(await field(second, 'Name on the invoice').inputValue()).toBe('Second Words Inc.');
    refusedOnce(second, 409);
    await checkPage(second, 'billing-details-conflict');
    await save(second);
    await saved(second);

    // And the first one, who read an older state, takes the current one.
    await write(first, field(first, 'Name on the invoice'), 'Third Words Inc.');
    await save(first);
    await press(first, 'Load the current version');
    await first.page.locator('input[value="Second Words Inc."]').first().waitFor();
    refusedOnce(first, 409);
    for (const one of [first, second]) await leave(one);
  });

  it('lists of money are filtered in the address: a copied link shows the same, and filters are removed at once', async () => {
    const person = await enter('finance-preparer');
    for (const [path, state] of [
      ['refunds', 'failed'],
      ['credit-notes', 'countered'],
      ['disputes', 'prevented'],
    ] as const) {
      await person.go(`/finance/${path}?state=${state}&month=2026-01&currency=usd&q=nobody&author=none`);
      expect(await person.page.getByLabel('Status').inputValue()).toBe(state);
      expect(await person.page.getByLabel('Tenant or invoice').inputValue()).toBe('nobody');
      expect(await person.page.getByLabel('Author or Drive').inputValue()).toBe('none');
      await checkPage(person, `${path}-narrowed`);
      await press(person, 'Clear filters');
      await person.page.waitForURL((url) => url.pathname === `/finance/${path}` && url.search === '');
      await write(person, person.page.getByLabel('Tenant or invoice'), 'no such tenant');
      await person.page.waitForURL((url) => url.searchParams.get('q') === 'no such tenant');
      await person.page.getByText('No results for these filters.').waitFor();
    }
    await person.go('/finance/periods?state=closed');
    const months = person.page.getByRole('region', { name: 'Months' }).locator('tbody tr');
    const closed = await months.count();
    expect(closed).toBeGreaterThan(0);
    expect(await months.filter({ hasText: 'Closed' }).count()).toBe(closed);
    await person.go('/finance/prices?tier=pro&holds=now');
    const prices = person.page.getByRole('region', { name: 'Prices' }).locator('tbody tr');
    await prices.first().waitFor();
    expect(await prices.filter({ hasText: 'Pro,' }).count()).toBe(await prices.count());
    await person.go('/finance/prices?holds=ended&tier=flagship');
    await press(person, 'Clear filters');
    await prices.nth(5).waitFor();
    await leave(person);
  });

  it('a filter without matches says so, and removing it leaves the rest of the address', async () => {
    const reviewer = await stage.enterThroughPage('second-reviewer');
    await reviewer.page.waitForURL((url) => url.pathname === '/review' && url.search === '?tab=appeals');
    await reviewer.page.getByRole('tab', { name: 'Appeals', selected: true }).waitFor();
    for (const [narrowed, widened] of [
      ['/review?party=author&kind=update&claimed=mine&due=overdue', '/review'],
      ['/review?tab=applications&party=author&due=overdue', '/review?tab=applications'],
      ['/review/drives?q=nobody&state=paused&health=failing', '/review/drives'],
    ] as const)
      await widen(reviewer, narrowed, widened);
    await leave(reviewer);

    const admin = await stage.enterThroughPage('admin');
    await admin.page.waitForURL((url) => url.pathname === '/admin');
    await widen(admin, '/admin/people?q=nobody&role=finance&state=disabled', '/admin/people');
    await leave(admin);

    const finance = await enter('finance-preparer');
    await widen(finance, '/finance/exceptions?state=closed&kind=in_suspense&blocking=true', '/finance/exceptions');
    await leave(finance);
  });

  it('a list is exported as a file, as filtered: requested on its page, found under Exports', async () => {
    const person = await enter('finance-preparer');
    const invoices = '/finance/invoices?currency=usd&limit=100';
    const { items } = await stage.ask<{ items: { number: string }[] }>(person, 'GET', invoices);
    const shown = items.map((one) => one.number);
    expect(shown.length).toBeGreaterThan(0);
    await person.go('/finance/invoices?currency=usd');
    await press(person, 'Export');
    await person.page.getByRole('menuitem', { name: 'CSV' }).click();
    await person.page.waitForURL((url) => url.pathname === '/finance/exports');
    const row = rowOf(person, 'Exports', 'Invoices, as listed');
    const file = row.getByRole('link', { name: 'Invoices, as listed, CSV' });
    await file.waitFor({ timeout: 120_000 });
    expect(await row.innerText()).toContain('Currency: usd');
    await checkPage(person, 'exports-of-lists');
    const href = (await file.getAttribute('href'))!;
    const text = await person.page.evaluate(async (at) => (await fetch(at)).text(), href);
    const [head, ...rows] = text.trimEnd().split('\r\n');
    expect(head).toMatch(/^number,id,kind,.*,sandbox$/);
    expect(rows.map((one) => one.split(',')[0])).toEqual(shown);
    await leave(person);
  });

  it('a price agreed with one venture is proposed by one person, who learns what is missing, and approved by another', async () => {
    const [venture] = (
      await stage.db.query<{ name: string }>('select name from installs.ventures order by length(name) desc limit 1')
    ).rows;
    const preparer = await enter('finance-preparer');
    await preparer.go('/finance/prices');
    const propose = 'Propose the agreed price';
    expect(await whyNot(preparer, propose)).toBe('Choose a Drive first.');
    await pick(preparer, 'Drive with an agreed price', `story-${stage.suffix}`);
    expect(await whyNot(preparer, propose)).toBe('Choose the venture that the price was agreed with.');
    await pick(preparer, 'Venture', venture!.name);
    await write(preparer, preparer.page.getByLabel('Agreed amount a month'), '12.34');
    expect(await whyNot(preparer, propose)).toBe('Enter a reason of at least 20 characters.');
    await write(preparer, preparer.page.getByLabel('Why this price'), 'Agreed in writing this morning.');
    await checkPage(preparer, 'agreed-price');
    await press(preparer, propose);
    await rowOf(preparer, 'Changes', '$12.34').getByText('Waiting').waitFor();
    await leave(preparer);

    const approver = await enter('finance-approver');
    await approveInBrowser(approver, '$12.34');
    await approver.go('/finance/prices');
    await rowOf(approver, 'Changes', '$12.34').getByText('Approved', { exact: true }).waitFor();
    await leave(approver);
  });

  it('an admin finds the author to offboard by the mail of a member, and types the name to confirm', async () => {
    const admin = await enter('admin');
    await admin.go('/admin/offboardings');
    expect(await whyNot(admin, 'Announce closure')).toBe('Choose an author first.');
    await pick(admin, 'Author', `story-${stage.suffix}@authors.example`, stage.suffix);
    const name = (await admin.page.getByText(/^Type .* to confirm\.$/).innerText()).slice(
      'Type '.length,
      -' to confirm.'.length,
    );
    expect(name).toContain(stage.suffix);
    await write(admin, admin.page.getByLabel('Organisation name, to confirm'), 'Somebody else');
    expect(await whyNot(admin, 'Announce closure')).toBe(`Type ${name} to confirm.`);
    await write(admin, admin.page.getByLabel('Organisation name, to confirm'), name);
    expect(await whyNot(admin, 'Announce closure')).toBe('Give a reason.');
    await write(admin, admin.page.getByLabel('Reason'), 'Agreed with the author by letter.');
    await checkPage(admin, 'end-account');
    await press(admin, 'Announce closure');
    await rowOf(admin, 'Offboarding', name).getByText('Agreed with the author by letter.').waitFor();
    await leave(admin);
  });

  it('the form of a policy reports each error once, and leads to the field', async () => {
    const preparer = await enter('finance-preparer');
    // A policy that is one number has a field too, with its bounds next to it.
    for (const [key, label, bounds] of [
      ['trial_days', 'Trial days', '0 to 365.'],
      ['reconciliation_max_age_hours', 'Hours that a reconciliation is valid', '1 to 168.'],
    ] as const) {
      await preparer.go(`/finance/policies/${key}`);
      await preparer.page.getByRole('textbox', { name: label, description: bounds }).waitFor();
    }
    await preparer.go('/finance/policies/author_share');
    expect(await whyNot(preparer, 'Propose')).toBe('No changes yet.');
    const field = preparer.page.getByLabel("The author's share in percent");
    await write(preparer, field, '150');
    expect(await whyNot(preparer, 'Propose')).toBe('Preview the change before you propose it.');
    await press(preparer, 'Preview the change');
    const ways = preparer.page.getByRole('list', { name: 'Fields to correct' });
    await ways.getByRole('link').first().waitFor();
    const id = await field.getAttribute('aria-describedby');
    const said = await preparer.page
      .locator(`[id="${id!.split(' ').find((one) => one.endsWith('error'))!}"]`)
      .innerText();
    expect(said.length).toBeGreaterThan(5);
    expect(await preparer.page.getByText(said).count()).toBe(1);
    refusedOnce(preparer, 422);
    await checkPage(preparer, 'policy-refused');
    await ways.getByRole('link').first().focus();
    await preparer.page.keyboard.press('Enter');
    expect(await field.evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true);
    await leave(preparer);
  });

  it('a shared report is read without an account, and says when it was ended', async () => {
    const author = await stage.signIn('story-author', stage.storyAuthor);
    const [submission] = (
      await stage.db.query<{ id: string }>(
        `select s.id from listings.submissions s join authors.organizations o on o.id = s.org_id where o.name like '%' || $1 order by s.created_at limit 1`,
        [stage.suffix],
      )
    ).rows;
    const report = `/submissions/${submission!.id}/share`;
    const { shared } = await stage.ask<{ shared: { path: string } }>(author, 'POST', report);

    const anybody = await stage.anybody('anybody-with-the-address');
    await anybody.go(shared.path);
    await anybody.page.getByText(/shares this report until/).waitFor();
    await checkPage(anybody, 'shared-report');

    await stage.ask(author, 'DELETE', report);
    // Also for an open page, which refetches it by itself.
    await anybody.page
      .getByText('This report is not shared, or the link has expired. Ask the author for a new link.')
      .waitFor();
    refusedOnce(anybody, 404);
    await checkPage(anybody, 'shared-report-ended');
    await leave(anybody);
    await leave(author);
  });
});
