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
  /** Of the story: its author and its Drive. */
  let suffix: string;

  beforeAll(async () => {
    portal = PortalProcess.start(data.path);
    ready = await portal.ready();
    const story = await playStory(ready.url);
    if (story.exitCode !== 0) throw new Error(story.printed);
    suffix = String(story.lines.find((line) => 'listed' in line)?.['listed']).replace('story-', '');
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

  const rowOf = (visitor: Visitor, region: string, text: string): Locator =>
    visitor.page.getByRole('region', { name: region, exact: true }).getByRole('row').filter({ hasText: text });

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
});
