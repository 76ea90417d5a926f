import type { Visitor } from './browser-tour.js';
import {
  advance,
  badge,
  confirm,
  firstOf,
  follow,
  judge,
  leave,
  checkPage,
  press,
  publishAtDrive,
  tick,
  write,
  type Stage,
} from './story-steps.js';

const APPROVER = 'finance-approver';
/** What every menu of somebody who is signed in ends with. */
export const RESOURCES = ['Catalogue', 'Check a manifest', 'Review statistics', 'Documentation', 'Status', 'Sandbox'];
const REASON = 'Agreed upon at the desk this morning.';

/** Who only signed up sees one way on, and no entry that would not open. */
export async function lookAroundBefore({ enter }: Stage): Promise<void> {
  const author = await enter('author');
  await author.go('/author/webhooks');
  await author.page.getByRole('heading', { level: 1, name: 'Apply first' }).waitFor();
  await checkPage(author, 'apply-first');
  const entries = await author.page.getByRole('navigation', { name: 'Author' }).getByRole('link').allInnerTexts();
  expect(entries.map((text) => text.trim())).toEqual(['Home', 'Application', 'Agreement', ...RESOURCES]);
  await follow(author, author.page.getByRole('main').getByRole('link', { name: 'Apply to publish Drives' }));
  await author.page.getByRole('heading', { level: 1, name: 'Apply to publish Drives' }).waitFor();
  await author.close();
}

/** Two reviewers are needed wherever one may not decide alone. */
export async function makeReviewer({ enter }: Stage): Promise<void> {
  const admin = await enter('admin');
  await admin.go('/admin/people');
  const row = admin.page.getByRole('row', { name: /Ann Approver/ });
  await admin.reach(row.getByRole('button', { name: 'Change roles' }));
  await admin.page.keyboard.press('Enter');
  await write(admin, admin.page.getByRole('dialog').getByLabel('In your words'), REASON);
  await checkPage(admin, 'roles');
  await confirm(admin, 'Propose the role reviewer');
  await admin.page.getByRole('dialog').waitFor({ state: 'hidden' });
  await leave(admin);
  const second = await enter('second-admin');
  await second.go('/approvals');
  await follow(second, second.page.getByRole('row', { name: /Ann Approver/ }).getByRole('link'));
  await press(second, /^Approve, /);
  await second.page.getByText('Nothing waits for a second person.').waitFor();
  await leave(second);
}

async function openCase(visitor: Visitor): Promise<void> {
  await visitor.go('/review');
  await follow(visitor, firstOf(visitor, 'Submissions'));
  await badge(visitor, 'Waiting for review');
}

/** The first criterion fails; the rest passes. */
async function judgeAgainst(visitor: Visitor, key: 'c' | 'f', note: string): Promise<void> {
  const { page } = visitor;
  // Only the reviewer who claimed the case gives verdicts; before that the keys do nothing.
  await page.getByText('Assigned to you until').waitFor();
  const first = page.getByRole('list', { name: 'Criteria' }).locator(':scope > li').first();
  await visitor.reach(first.getByRole('button').first());
  await page.keyboard.press(key);
  await write(visitor, page.getByLabel(key === 'c' ? /^What must change/ : /^Why it fails/), note);
  await press(visitor, 'Save verdict');
  await first.and(page.locator(':not([data-state="open"])')).waitFor();
  await judge(visitor);
}

/** A claimed case is taken over on purpose; changes are requested, answered, and the version is rejected in the end. */
export async function rejectUpdate({ enter, driveUrl }: Stage): Promise<void> {
  await publishAtDrive(enter, driveUrl);
  const first = await enter('reviewer');
  await openCase(first);
  // Looking at a case claims nothing.
  await first.page.getByText('Unassigned', { exact: true }).waitFor();
  await press(first, 'Claim');
  await first.page.getByText('Assigned to you until').waitFor();

  const second = await enter(APPROVER);
  await openCase(second);
  await second.page.getByText('Assigned to Rui Reviewer').waitFor();
  await checkPage(second, 'held-case');
  await press(second, 'Take over');
  const { page } = second;
  await page.getByRole('heading', { name: 'Take over' }).and(page.locator(':focus')).waitFor();
  await confirm(second, 'Take over');
  await second.page.getByText('Assigned to you until').waitFor();
  await first.page.reload();
  await first.settle();
  await first.page.getByText('Assigned to Ann Approver').waitFor();
  expect(await first.page.getByRole('button', { name: 'Reject', exact: true }).isDisabled()).toBe(true);
  await leave(first);

  await judgeAgainst(second, 'c', 'Say in the tagline what the new event is for.');
  await press(second, 'Request changes');
  const reason = page.getByRole('dialog').locator('input, select, textarea').first();
  await reason.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Request changes' }).and(page.locator(':focus')).waitFor();
  await press(second, 'Request changes');
  await checkPage(second, 'request-changes');
  await confirm(second, 'Request changes');
  await second.page.getByRole('heading', { level: 1, name: 'Review queue' }).waitFor();

  const author = await enter('author');
  await author.go('/author/drives');
  await follow(author, firstOf(author, 'Drives'));
  await follow(author, author.page.locator('main a[href^="/author/submissions/"]').first());
  await badge(author, 'Changes requested');
  await checkPage(author, 'changes-requested');
  const finding = author.page.getByRole('textbox', { description: 'Say in the tagline what the new event is for.' });
  await write(author, finding, 'The event tells when a draft is read.');
  await press(author, 'Submit response and ask for review');
  await badge(author, 'Waiting for review');

  await openCase(second);
  await press(second, 'Claim');
  await second.page.getByText('The event tells when a draft is read.').first().waitFor();
  await judgeAgainst(second, 'f', 'The tagline still says nothing about the event.');
  await press(second, 'Reject');
  await write(second, second.page.getByLabel('In your words'), 'The answer does not explain the permission.');
  await confirm(second, 'Reject');
  await second.page.getByRole('heading', { level: 1, name: 'Review queue' }).waitFor();
  await leave(second);
  await author.page.reload();
  await badge(author, 'Rejected');
  await author.page.getByText('The answer does not explain the permission.').first().waitFor();
  await leave(author);
}

/** A value that cannot be is refused at its field; a right one waits for another person, who finds it on the home page. */
export async function changePolicy({ enter }: Stage): Promise<void> {
  const preparer = await enter('finance-preparer');
  const { page } = preparer;
  await preparer.go('/finance/policies/payment_retry');
  await write(preparer, page.getByLabel('Grace period (days)'), '99');
  await press(preparer, 'Preview the change');
  // At the field, and in the summary above the buttons.
  await page.getByText('Give a whole number from 0 to 60.').first().waitFor();
  expect(await page.getByRole('button', { name: 'Propose', exact: true }).isDisabled()).toBe(true);
  await checkPage(preparer, 'policy-refused');
  await write(preparer, page.getByLabel('Grace period (days)'), '9');
  await press(preparer, 'Preview the change');
  await page.getByText(/9 days after the last retry/).waitFor();
  await write(preparer, page.getByLabel('Reason'), REASON);
  await checkPage(preparer, 'policy-preview');
  await press(preparer, 'Propose');
  await page
    .getByRole('region', { name: 'Proposed changes' })
    .getByText(/9 days after the last retry/)
    .waitFor();
  await preparer.go('/finance');
  await page
    .getByRole('list', { name: 'Waiting for another person' })
    .getByText(/Failed payments/)
    .waitFor();
  // The refusal of the wrong value is the only one the browser may have logged.
  expect(preparer.complaints.filter((text) => !text.includes('422'))).toEqual([]);
  await preparer.close();

  const approver = await enter(APPROVER);
  await approver.go('/finance');
  await checkPage(approver, 'finance-waiting');
  await follow(
    approver,
    approver.page
      .getByRole('list', { name: 'Waiting for you' })
      .getByRole('link', { name: /^Open: .*Failed payments/ }),
  );
  await press(approver, /^Approve, /);
  await approver.page.getByText('Approved').first().waitFor();
  await approver.go('/finance/policies/payment_retry');
  await approver.page
    .getByRole('region', { name: 'History' })
    .getByText(/9 days after the last retry/)
    .waitFor();
  await leave(approver);
}

/** A text that nobody can change any more; signers of the previous one sign again. */
export async function signAgain({ enter }: Stage): Promise<void> {
  const admin = await enter('admin');
  await admin.go('/admin/agreements');
  for (const [label, text] of [
    ['Version', '2030-01'],
    ['Summary', 'You are paid every month.\nYou keep secrets safe.'],
    ['Text', 'The parties agree on what was agreed on before, and on monthly statements.\n'.repeat(4)],
  ] as const)
    await write(admin, admin.page.getByLabel(label, { exact: true }), text);
  await press(admin, 'Publish');
  await press(admin, 'Publish now');
  await admin.page.getByRole('region', { name: 'Texts of the agreement' }).getByText('2030-01').waitFor();
  await leave(admin);
  await advance(enter, '24 hours');
  const author = await enter('author');
  await author.go('/author/agreement');
  await badge(author, 'To sign');
  await checkPage(author, 'sign-again');
  await tick(author, author.page.getByLabel('I am authorised to sign for the company'));
  await write(author, author.page.getByLabel('Your full name'), 'Ada Author');
  await press(author, 'Sign version 2030-01');
  await badge(author, 'Signed');
  await leave(author);
}

async function store(visitor: Visitor): Promise<void> {
  const dialog = visitor.page.getByRole('dialog');
  await tick(visitor, dialog.getByLabel('I stored it'));
  await confirm(visitor, 'Done');
  await dialog.waitFor({ state: 'detached' });
}

/** Shown once each; while both are accepted the row shows for how long. */
export async function rotateFleet({ enter }: Stage): Promise<void> {
  const admin = await enter('admin');
  await admin.go('/admin/fleet-keys');
  await press(admin, 'Issue secret');
  await store(admin);
  await press(admin, 'Rotate secret');
  await write(admin, admin.page.getByRole('dialog').getByLabel('In your words'), REASON);
  await confirm(admin, 'Create a new secret');
  await store(admin);
  const left = await admin.page.getByRole('timer').first().innerText();
  expect(left).toMatch(/^(1 d 00:00:00|23:\d\d:\d\d)$/);
  await checkPage(admin, 'fleet-overlap');
  await leave(admin);
}
