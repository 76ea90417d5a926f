import type { Locator } from 'playwright-core';
import { Visitor } from './browser-tour.js';
import { eventually } from '../test-timeout.js';

/** Somebody signed in as a demo person. */
export type Enter = (person: string) => Promise<Visitor>;

export interface Stage {
  readonly enter: Enter;
  /** Address of the running reference Drive, whose console is a page too. */
  readonly driveUrl: string;
}

const REASON = 'Everything asked for is there and in order.';

/** A status next to the page's title, once it is there: live pages change by themselves. */
export async function badge(visitor: Visitor, text: string): Promise<void> {
  await visitor.page.locator('.page-head .badge', { hasText: text }).waitFor();
}

/** Checks the current page in every scheme and width. */
export async function checkPage(visitor: Visitor, label: string): Promise<void> {
  const problems = await visitor.inspect(label);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** Ends the visit; whatever the browser complained about meanwhile counts. */
export async function leave(visitor: Visitor): Promise<void> {
  await visitor.close();
  if (visitor.complaints.length > 0) throw new Error(visitor.complaints.join('\n'));
}

/** Everything is done by the keyboard alone, unless specified otherwise. */
async function strike(visitor: Visitor, target: Locator, key: 'Enter' | 'Space'): Promise<void> {
  await visitor.reach(target);
  await visitor.page.keyboard.press(key);
}

export const press = (visitor: Visitor, name: string | RegExp): Promise<void> =>
  strike(visitor, visitor.page.getByRole('button', { name, exact: typeof name === 'string' }), 'Enter');

export const confirm = (visitor: Visitor, name: string | RegExp): Promise<void> =>
  strike(
    visitor,
    visitor.page.getByRole('dialog').getByRole('button', { name, exact: typeof name === 'string' }),
    'Enter',
  );

export const follow = (visitor: Visitor, link: Locator): Promise<void> => strike(visitor, link, 'Enter');

export const tick = (visitor: Visitor, box: Locator): Promise<void> => strike(visitor, box, 'Space');

export async function write(visitor: Visitor, field: Locator, text: string): Promise<void> {
  await visitor.reach(field);
  await visitor.page.keyboard.press('ControlOrMeta+a');
  await visitor.page.keyboard.insertText(text);
}

/** Runs in the page, so it uses nothing from here. */
function placeAmong(node: { parentElement: { children: ArrayLike<unknown> } }): number {
  return Array.from(node.parentElement.children).indexOf(node);
}

/** Within the tabs of a page the arrows lead on, as Tab leads from control to control. */
export async function openTab(visitor: Visitor, name: string | RegExp): Promise<void> {
  const { page } = visitor;
  const wanted = page.getByRole('tab', { name }).first();
  await wanted.waitFor();
  const open = page.getByRole('tab', { selected: true }).first();
  const placeOf = (tab: Locator): Promise<number> => tab.evaluate(placeAmong as never as (node: unknown) => number);
  const way = (await placeOf(wanted)) - (await placeOf(open));
  await visitor.reach(open);
  for (let left = Math.abs(way); left > 0; left -= 1) await page.keyboard.press(way > 0 ? 'ArrowRight' : 'ArrowLeft');
  await wanted.and(page.locator('[aria-selected="true"]')).waitFor();
}

async function fill(visitor: Visitor, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await write(visitor, visitor.page.getByLabel(label), value);
}

/** The first row of a table. */
export const firstOf = ({ page }: Visitor, region: string): Locator =>
  page.getByRole('region', { name: region, exact: true }).locator('tbody a').first();

/** Applies, is approved, signs: the author's way in. */
export async function becomeAuthor({ enter }: Stage): Promise<void> {
  const author = await enter('author');
  await author.go('/apply');
  await press(author, 'Fill in for the reference Drive');
  await author.page.locator('input[name="drive_slug"]:not([value=""])').waitFor();
  await fill(author, {
    'Your name': 'Ada Author',
    Company: 'Ada Works',
    Website: 'https://ada.example.com',
    'What it does': 'Turns a brief into a first draft in the voice of the venture that asked.',
    'Permissions it will request': 'venture.read, events.emit',
    'Data it will process': 'contact',
    Email: 'security@ada.example.com',
  });
  await write(author, author.page.getByRole('combobox', { name: 'Country' }), 'US');
  await press(author, 'Submit application');
  await badge(author, 'Waiting for review');

  const reviewer = await enter('reviewer');
  await reviewer.go('/review?tab=applications');
  await follow(reviewer, reviewer.page.getByRole('link', { name: 'Ada Works' }));
  await press(reviewer, 'Claim');
  await badge(reviewer, 'In review');
  await write(reviewer, reviewer.page.getByLabel('Message'), 'Thank you. We look at it today.');
  await press(reviewer, 'Send message');
  await reviewer.page.getByText('Thank you. We look at it today.').first().waitFor();
  await judgeApplication(reviewer);
  await checkPage(reviewer, 'application');
  await press(reviewer, 'Approve');
  await write(reviewer, reviewer.page.getByLabel('In your words'), REASON);
  await checkPage(reviewer, 'approve-application');
  await confirm(reviewer, 'Approve');
  await reviewer.page.getByRole('heading', { level: 1, name: 'Review queue' }).waitFor();
  await leave(reviewer);

  await author.go('/author/agreement');
  await tick(author, author.page.getByLabel('I am authorised to sign for the company'));
  await write(author, author.page.getByLabel('Your full name'), 'Ada Author');
  await press(author, /^Sign version/);
  await badge(author, 'Signed');
  await leave(author);
}

/** Takes the secret that is shown once over to the Drive, by its author's console. */
async function handOver(visitor: Visitor, driveUrl: string): Promise<string> {
  const dialog = visitor.page.getByRole('dialog');
  await press(visitor, 'Show');
  await checkPage(visitor, 'secret-shown-once');
  const secret = await dialog.getByTestId('secret-value').innerText();
  const drive = await visitor.page.context().newPage();
  await drive.goto(driveUrl);
  await drive.getByLabel('Secret', { exact: true }).fill(secret);
  await drive.getByRole('button', { name: 'Accept' }).click();
  await drive.waitForURL(/done=/);
  await drive.close();
  await tick(visitor, dialog.getByLabel('I stored it'));
  await confirm(visitor, 'Done');
  await dialog.waitFor({ state: 'detached' });
  return secret;
}

/** The secret, the manifest, the checks live, the listing. */
export async function listDrive({ enter, driveUrl }: Stage): Promise<void> {
  const author = await enter('author');
  await author.go('/author/secrets');
  await press(author, 'Issue secret');
  const secret = await handOver(author, driveUrl);
  if ((await author.page.content()).includes(secret)) throw new Error('the secret is still on the page');
  await author.go('/author/drives/new');
  await press(author, 'Use the reference Drive');
  await press(author, 'Check and submit');
  await badge(author, 'Waiting for review');
  await checkPage(author, 'submission');
  await leave(author);
  await approveSubmission(enter);
}

/**
 * The case is the reader's by claiming it; criteria without a finding are judged at once, the rest one by one with the
 * keyboard.
 */
async function answerCriteria(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Claim', exact: true }).waitFor();
  await page.keyboard.press('c');
  await page.getByText('Assigned to you until').waitFor();
  if ((await page.getByRole('button', { name: 'Approve', exact: true }).isEnabled()) !== false)
    throw new Error('a case that nobody judged can be approved');
  await judge(visitor);
}

/** Judges an application criterion by criterion; three of the seven require a note on the evidence. */
async function judgeApplication(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const rows = page.getByRole('list', { name: 'Criteria' }).locator(':scope > li');
  const all = await rows.count();
  for (let at = 0; at < all; at += 1) {
    await visitor.reach(rows.nth(at).getByRole('group').getByRole('button', { name: 'Passed' }));
    await page.keyboard.press('Enter');
    const note = page.getByLabel(/^What you checked/);
    if ([0, 1, 6].includes(at)) {
      await write(visitor, note, 'The register of companies and the website.');
      await press(visitor, 'Save verdict');
    }
    await page
      .getByRole('status')
      .filter({ hasText: `${at + 1} of ${all} reviewed` })
      .waitFor();
  }
}

/** Judges the open criteria: those whose checks are all in order at once, the rest one after the other. */
export async function judge(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByText('Assigned to you until').waitFor();
  const criteria = page.getByRole('list', { name: 'Criteria' });
  const rows = criteria.locator(':scope > li');
  const open = criteria.locator(':scope > li[data-state="open"]');
  const count = (judged: number): Promise<void> =>
    page
      .getByRole('status')
      .filter({ hasText: `${judged} of ${all} reviewed` })
      .waitFor();
  const all = await rows.count();
  const before = all - (await open.count());
  const plain = page.getByRole('button', { name: /^Pass \d+ with every check in order$/ });
  const quiet = (await plain.isVisible()) ? Number(/\d+/.exec(await plain.innerText())![0]) : 0;
  if (quiet > 0) await strike(visitor, plain, 'Enter');
  await count(before + quiet);
  if (before + quiet === all) return;
  await visitor.reach(rows.first());
  // As fast as somebody types: no verdict waits for the answer to the one before, and none is lost.
  for (let at = 0; at < all; at += 1) {
    if ((await rows.nth(at).getAttribute('data-state')) === 'open') {
      await page.keyboard.press('p');
      const note = rows.nth(at).getByRole('textbox');
      // What no check shows is passed in writing.
      if (await note.isVisible()) {
        await page.keyboard.type('Looked at it with the author.');
        await rows.nth(at).getByRole('button', { name: 'Save verdict' }).press('Enter');
        await visitor.reach(rows.nth(at));
      }
    }
    await page.keyboard.press('j');
  }
  await count(all);
}

async function approveSubmission(enter: Enter, also?: 'Changes'): Promise<void> {
  const reviewer = await enter('reviewer');
  await reviewer.go('/review');
  await follow(reviewer, firstOf(reviewer, 'Submissions'));
  await badge(reviewer, 'Waiting for review');
  await answerCriteria(reviewer);
  if (!also) {
    await checkPage(reviewer, 'submission-checklist');
    for (const tab of ['Claims', 'Security', 'Terms', 'Thread', 'History', 'Exceptions']) {
      await openTab(reviewer, new RegExp(`^${tab}`));
      await checkPage(reviewer, `submission-${tab.toLowerCase()}`);
    }
  }
  await openTab(reviewer, /^Scope/);
  await reviewer.page.getByRole('region', { name: 'Permissions' }).waitFor();
  await checkPage(reviewer, 'submission-permissions');
  if (also) {
    await openTab(reviewer, /^Changes/);
    await strike(
      reviewer,
      reviewer.page.getByRole('button', { name: 'Technical details', exact: true }).first(),
      'Enter',
    );
    await reviewer.page.getByRole('region', { name: 'Differences as JSON' }).waitFor();
    await checkPage(reviewer, 'submission-changes');
  }
  await press(reviewer, 'Approve');
  await write(reviewer, reviewer.page.getByLabel('In your words'), REASON);
  await confirm(reviewer, 'Approve');
  await reviewer.page.getByRole('heading', { level: 1, name: 'Review queue' }).waitFor();
  await leave(reviewer);
}

/** Opens the forms of every tenant on the page Billing. */
export async function unfoldTenants(visitor: Visitor): Promise<void> {
  await visitor.page.locator('details.fold').first().waitFor();
  for (const closed of await visitor.page.locator('details.fold > summary').all())
    if ((await closed.locator('..').getAttribute('open')) === null) await follow(visitor, closed);
}

/** A saved card, then the four steps of an install. */
export async function installPlugin({ enter }: Stage): Promise<void> {
  const operator = await enter('operator');
  const { page } = operator;
  await operator.go('/plugins/billing');
  await unfoldTenants(operator);
  const cards = await page.getByRole('button', { name: 'Save this card' }).all();
  for (const card of cards) await follow(operator, card);
  // Every tenant's: continuing before the last one is saved would leave it unsaved.
  await page
    .getByText('Ready', { exact: true })
    .nth(cards.length - 1)
    .waitFor();
  await operator.go('/plugins');
  await follow(operator, page.locator('article a').first());
  await page.getByRole('link', { name: 'Install', exact: true }).waitFor();
  await checkPage(operator, 'plugin');
  await follow(operator, page.getByRole('link', { name: 'Install', exact: true }));
  await tick(operator, page.getByRole('radio').first());
  await press(operator, 'Continue to permissions');
  await tick(operator, page.getByLabel('I have read them and I am authorised to grant them'));
  await checkPage(operator, 'install-permissions');
  await press(operator, 'Continue to settings');
  await press(operator, 'Continue to confirm');
  await page.getByText('This field is required.').first().waitFor();
  await checkPage(operator, 'install-settings-errors');
  await write(operator, page.getByLabel('Brand name'), 'Northwind');
  await press(operator, 'Continue to confirm');
  await page.getByRole('button', { name: /^Install for \$/ }).waitFor();
  await checkPage(operator, 'install-confirm');
  await press(operator, /^Install for \$/);
  await badge(operator, 'Active');
  await leave(operator);
}

/** Something happens at the Drive, and its operator reads it. */
export async function seeEvents({ enter, driveUrl }: Stage): Promise<void> {
  const operator = await enter('operator');
  const drive = await operator.page.context().newPage();
  await drive.goto(driveUrl);
  await drive.getByLabel('Workspace').selectOption({ index: 1 });
  await drive.getByRole('button', { name: 'Emit' }).click();
  await drive.waitForURL(/done=/);
  await drive.close();
  await openInstall(operator);
  await press(operator, 'Read now');
  await openTab(operator, 'Events');
  await operator.page.getByRole('region', { name: 'Events' }).getByText('draft.created').first().waitFor();
  await checkPage(operator, 'events');
  await leave(operator);
}

async function openInstall(operator: Visitor): Promise<void> {
  await operator.go('/plugins/installed');
  await follow(operator, firstOf(operator, 'Installed plugins'));
  await operator.page.getByRole('tab', { name: 'Overview' }).waitFor();
}

/** The Drive's next version, read at once and waiting for a reviewer. */
export async function publishAtDrive(enter: Enter, driveUrl: string): Promise<void> {
  const author = await enter('author');
  const drive = await author.page.context().newPage();
  await drive.goto(driveUrl);
  await drive.getByRole('button', { name: 'Publish', exact: true }).click();
  await drive.waitForURL(/done=/);
  await drive.close();
  await author.go('/author/drives');
  await follow(author, firstOf(author, 'Drives'));
  await press(author, 'Publish now');
  await badge(author, 'Live, update in review');
  await leave(author);
}

/** The Drive publishes, the change is reviewed, the operator consents to exactly the changes. */
export async function upgrade({ enter, driveUrl }: Stage): Promise<void> {
  await publishAtDrive(enter, driveUrl);
  await approveSubmission(enter, 'Changes');
  const operator = await enter('operator');
  await openInstall(operator);
  const upgrades = operator.page.getByRole('button', { name: /^Upgrade to/ });
  await upgrades.waitFor();
  await checkPage(operator, 'upgrade-prompt');
  for (const grant of await operator.page.getByRole('checkbox', { name: /^Grant:/ }).all()) await tick(operator, grant);
  await press(operator, /^Upgrade to/);
  await badge(operator, 'Active');
  await leave(operator);
}

/** A second secret; both are accepted for a day. */
export async function rotateSecret({ enter, driveUrl }: Stage): Promise<void> {
  const author = await enter('author');
  await author.go('/author/secrets');
  await press(author, 'Rotate secret');
  await write(
    author,
    author.page.getByRole('dialog').getByLabel('Reason', { exact: true }),
    'Yearly rotation of the secret.',
  );
  await checkPage(author, 'rotate');
  await confirm(author, 'Create a new secret');
  await author.page.getByRole('heading', { name: 'Your new signing secret' }).waitFor();
  await handOver(author, driveUrl);
  await author.page.getByText('Two secrets are accepted.').waitFor();
  await checkPage(author, 'secrets-overlap');
  await leave(author);
}

/** The processor's own page, and back. */
export async function openPayoutAccount({ enter }: Stage): Promise<void> {
  const author = await enter('author');
  await author.go('/author/payout-account');
  await press(author, 'Set up payouts');
  await author.page.getByRole('button', { name: 'Complete onboarding' }).click();
  await author.page.getByRole('heading', { level: 1, name: 'Payout account' }).waitFor();
  await badge(author, 'Ready');
  await leave(author);
}

export async function advance(enter: Enter, by: string): Promise<void> {
  const admin = await enter('admin');
  await admin.go('/sandbox');
  await admin.page.getByLabel('Advance by').selectOption({ label: by });
  await press(admin, 'Advance the clock');
  await confirm(admin, /^Advance to/);
  await admin.page.getByRole('dialog').waitFor({ state: 'detached' });
  await leave(admin);
}

/** Moves the test clock to the first of the next month. */
export async function startMonth({ enter }: Stage): Promise<void> {
  await advance(enter, 'To the first of the next month');
}

/** The month ends, is closed, invoiced, charged; one person prepares, another approves and executes. */
export async function payAuthor(stage: Stage): Promise<void> {
  const { enter } = stage;
  await startMonth(stage);
  const preparer = await enter('finance-preparer');
  await preparer.go('/finance/periods');
  await press(preparer, 'Close month');
  await confirm(preparer, /^Close /);
  await preparer.page.getByRole('region', { name: 'Months' }).getByText('Closed', { exact: true }).waitFor();
  await preparer.go('/finance/invoices');
  await preparer.page.getByRole('region', { name: 'Invoices' }).getByText('Paid', { exact: true }).nth(1).waitFor();
  await preparer.go('/finance/runs');
  await press(preparer, /^Prepare /);
  await badge(preparer, 'Awaiting second person');
  await preparer.page.getByText('You prepared this run.').waitFor();
  if (await preparer.page.getByRole('button', { name: 'Approve' }).isEnabled())
    throw new Error('the preparer is offered the approval');
  await leave(preparer);

  await advance(enter, '7 days'); // card money becomes available at the processor
  const approver = await enter('finance-approver');
  await compareBooks(approver);
  await approver.go('/finance/runs');
  await follow(approver, firstOf(approver, 'Payout runs'));
  await press(approver, 'Approve');
  await checkPage(approver, 'approve-run');
  await confirm(approver, /^Approve \$/);
  await badge(approver, 'Approved, not executed');
  await press(approver, 'Execute');
  await confirm(approver, /^Pay \$/);
  await badge(approver, 'Done');
  await approver.page.getByRole('region', { name: 'Payouts' }).getByText('Paid', { exact: true }).waitFor();
  await leave(approver);
}

/** No money leaves before our books were compared with the processor's. */
async function compareBooks(visitor: Visitor): Promise<void> {
  const books = `fetch('/api/v1/finance/reconciliation').then((answer) => answer.json()).then(({ data }) => data)`;
  await visitor.go('/finance/exceptions');
  const before = await visitor.page.evaluate<string | null>(`${books}.then((seen) => seen.reconciled_at)`);
  await press(visitor, 'Reconcile now');
  await eventually(
    'the comparison',
    () => visitor.page.evaluate<{ running: boolean; reconciled_at: string | null }>(books),
    (seen) => !seen.running && seen.reconciled_at !== before,
  );
  await visitor.page.getByText('Reconciled', { exact: true }).waitFor();
}

/** The statement is verified. */
export async function verifyStatement({ enter }: Stage): Promise<void> {
  const author = await enter('author');
  await author.go('/author/payouts');
  await follow(author, firstOf(author, 'Statements'));
  await press(author, 'Verify now');
  await author.page.getByText('All checks pass').waitFor();
  await checkPage(author, 'statement');
  await leave(author);
}

/** Typed by name, ended at once. */
export async function uninstall({ enter }: Stage): Promise<void> {
  const operator = await enter('operator');
  await openInstall(operator);
  await press(operator, 'Uninstall');
  const dialog = operator.page.getByRole('dialog');
  const label = await dialog.locator('label').innerText();
  await write(operator, dialog.getByRole('textbox'), /“(.+)”/.exec(label)?.[1] ?? '');
  await confirm(operator, /^Uninstall from/);
  await badge(operator, 'Removed');
  await leave(operator);
}
