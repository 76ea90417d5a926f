import { chromium, type Browser, type Locator } from 'playwright-core';
import { Visitor } from '../support/browser-tour.js';
import { browser as found, describeWith } from '../support/needs.js';
import { PortalProcess, temporaryDataDir, type ReadyPortal } from '../support/portal.js';
import { leave, look, press, write } from '../support/story-by-hand.js';
import { playStory } from '../support/story.js';

describeWith('browser', 'lists and forms that several people work on', () => {
  const data = temporaryDataDir();
  let portal: PortalProcess;
  let ready: ReadyPortal;
  let chrome: Browser;

  beforeAll(async () => {
    portal = PortalProcess.start(data.path);
    ready = await portal.ready();
    const story = await playStory(ready.url);
    if (story.exitCode !== 0) throw new Error(story.printed);
    chrome = await chromium.launch(found());
  }, 400_000);

  afterAll(async () => {
    await chrome?.close();
    await portal?.stop();
    data.remove();
  });

  async function enter(person: string): Promise<Visitor> {
    const visitor = await Visitor.open(chrome, ready.url, person);
    await visitor.go('/');
    await visitor.page.locator(`[data-person="${person}"] button`).click();
    await visitor.page.getByRole('button', { name: /^Account of/ }).waitFor();
    return visitor;
  }

  /** The browser notes every refusal; this one was asked for. */
  function refusedOnce(visitor: Visitor, status: number): void {
    expect(visitor.complaints).toEqual([expect.stringContaining(`status of ${status}`)]);
    visitor.complaints.length = 0;
  }

  it('two operators change the same billing details: the later one sees both, keeps what was typed, and decides', async () => {
    const [first, second] = [await enter('operator'), await enter('operator')];
    for (const one of [first, second]) await one.go('/plugins/billing');
    const field = (one: Visitor, label: string): Locator => one.page.getByLabel(label).first();
    const saved = (one: Visitor): Promise<void> =>
      one.page.getByText('Saved. It holds from the next invoice.').waitFor();
    const save = async (one: Visitor): Promise<void> => {
      await one.page.getByRole('button', { name: 'Save billing details' }).first().focus();
      await one.page.keyboard.press('Enter');
    };
    for (const [label, text] of [
      ['Name on the invoice', 'First Words Inc.'],
      ['Street and number', 'Main Street 1'],
      ['Postal code', '10115'],
      ['City', 'Berlin'],
      ['Country (two letters)', 'DE'],
    ] as const)
      for (const one of [first, second]) await write(one, field(one, label), text);
    await write(second, field(second, 'Name on the invoice'), 'Second Words Inc.');
    await save(first);
    await saved(first);
    await save(second);
    const both = second.page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile' });
    await both.getByText('Now: “First Words Inc.”. You wrote: “Second Words Inc.”.').waitFor();
    expect(await both.getByText('City').count()).toBe(0);
    expect(await field(second, 'Name on the invoice').inputValue()).toBe('Second Words Inc.');
    refusedOnce(second, 409);
    await look(second, 'billing-details-conflict');
    await save(second);
    await saved(second);

    // And the first one, who looked at an older state, takes what holds.
    await write(first, field(first, 'Name on the invoice'), 'Third Words Inc.');
    await save(first);
    await press(first, 'Take what holds now');
    await first.page.locator('input[value="Second Words Inc."]').first().waitFor();
    refusedOnce(first, 409);
    for (const one of [first, second]) await leave(one);
  }, 300_000);

  it('lists of money are narrowed in the address: a copied link shows the same, and filters are taken off at once', async () => {
    const person = await enter('finance-preparer');
    for (const [path, state] of [
      ['refunds', 'failed'],
      ['credit-notes', 'voided'],
      ['disputes', 'prevented'],
      ['write-offs', 'rejected'],
    ] as const) {
      await person.go(`/finance/${path}?state=${state}&month=2026-01&currency=usd&q=nobody`);
      expect(await person.page.getByLabel('Status').inputValue()).toBe(state);
      expect(await person.page.getByLabel('Tenant or invoice').inputValue()).toBe('nobody');
      await look(person, `${path}-narrowed`);
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
  }, 300_000);
});
