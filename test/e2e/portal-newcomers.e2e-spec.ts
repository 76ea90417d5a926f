import { Secret, TOTP } from 'otpauth';
import { describeWith } from '../support/needs.js';
import { Person } from '../support/http/person.js';
import { PortalInBrowser, refusedOnce, rowOf } from '../support/browser/portal-in-browser.js';
import { checkPage, confirm, follow, leave, openTab, press, tick, write } from '../support/browser/story-steps.js';
import { mailedInSandbox } from '../support/money/mailed-in-sandbox.js';
import { eventually } from '../support/test-timeout.js';

const REPORTER = 'wary@visitors.example';
const CONCERN = 'It sends the names of my customers to another company.';
const OUTCOME = 'The author removed that call, and we checked it again.';
const INVITED = 'nora@staff.example';
const PASSWORD = 'a phrase that nobody guesses';

describeWith('browser', 'what strangers, staff and authors do for the first time, in a browser', () => {
  const stage = PortalInBrowser.forTests({
    story: true,
    settings: () => ({ SECOND_FACTOR_FOR_STAFF: 'required' }),
  });
  let [slug, driveId, driveName] = ['', '', ''];

  beforeAll(async () => {
    const { rows } = await stage.db.query<{ slug: string; drive_id: string; name: string }>(
      `select slug, drive_id, name from listings.listings where name like '%' || $1`,
      [stage.suffix],
    );
    ({ slug, drive_id: driveId, name: driveName } = rows[0]!);
  });

  const mailsTo = async (address: string) => mailedInSandbox(await Person.demo(stage.url, 'reviewer'), address);

  it('anybody reports a concern about a plugin, a reviewer claims and closes it, and the outcome is mailed', async () => {
    const anybody = await stage.newcomer('stranger');
    await anybody.go(`/catalogue/${slug}`);
    await follow(anybody, anybody.page.locator('summary', { hasText: 'Report a concern' }));
    const text = anybody.page.getByRole('textbox', { name: /^What happened/ });
    const email = anybody.page.getByRole('textbox', { name: /^Your email address/ });
    await write(anybody, text, 'Too short.');
    await write(anybody, email, 'not an address');
    await press(anybody, 'Send report');
    await anybody.page.locator('main [aria-invalid="true"]').nth(1).waitFor();
    await anybody.page.locator('textarea[aria-invalid="true"]:focus').waitFor();
    refusedOnce(anybody, 400);
    await checkPage(anybody, 'concern-refused');
    await anybody.page.getByLabel('What is wrong?').selectOption({ label: 'It misuses data' });
    await write(anybody, text, CONCERN);
    await write(anybody, email, REPORTER);
    await press(anybody, 'Send report');
    await anybody.page.getByRole('status').getByText('Thank you. A reviewer will look at it.').waitFor();
    await checkPage(anybody, 'concern-sent');
    await leave(anybody);

    const reviewer = await stage.enter('reviewer');
    await reviewer.go('/review');
    await openTab(reviewer, 'Concerns');
    await reviewer.page.getByRole('heading', { name: `${driveName}: It misuses data` }).waitFor();
    await reviewer.page.getByText(CONCERN).waitFor();
    expect(await reviewer.page.getByText(REPORTER).count()).toBe(0);
    await checkPage(reviewer, 'concern-waits');
    await press(reviewer, 'Claim');
    await press(reviewer, 'Close: we acted');
    await write(reviewer, reviewer.page.getByRole('dialog').getByLabel('In your words'), OUTCOME);
    await checkPage(reviewer, 'close-concern');
    await confirm(reviewer, 'Close: we acted');
    await reviewer.page.getByText(`We acted: ${OUTCOME}`).waitFor();
    expect(await reviewer.page.getByRole('button', { name: /^(Claim|Close: .*)$/ }).count()).toBe(0);
    await checkPage(reviewer, 'concern-closed');
    await leave(reviewer);
    const [mail] = await eventually(
      'the mail with the outcome',
      () => mailsTo(REPORTER),
      (mails) => mails.length === 1,
    );
    expect(mail!.text).toContain(OUTCOME);
  });

  it('two admins invite a person, who opens the mailed link, chooses a password, signs in and sets up a second factor', async () => {
    const first = await stage.enter('admin');
    await first.go('/admin/people');
    await press(first, 'Invite');
    const dialog = first.page.getByRole('dialog');
    await write(first, dialog.getByLabel('Email'), 'not an address');
    await write(first, dialog.getByLabel('In your words'), 'Joins the reviewers on Monday.');
    await confirm(first, 'Propose the invitation');
    await dialog.locator('[aria-invalid="true"]').first().waitFor();
    refusedOnce(first, 400);
    await checkPage(first, 'invite-refused');
    await write(first, dialog.getByLabel('Email'), INVITED);
    await tick(first, dialog.getByLabel('reviewer', { exact: true }));
    await confirm(first, 'Propose the invitation');
    await rowOf(first, 'Invitations', INVITED).waitFor();
    await checkPage(first, 'invitation-proposed');
    await rowOf(first, 'Invitations', INVITED).getByRole('link').click();
    await first.page.getByText('You proposed this, so somebody else decides.').waitFor();
    await leave(first);
    expect(await mailsTo(INVITED)).toEqual([]);

    const second = await stage.enter('second-admin');
    await second.go('/admin/people');
    await rowOf(second, 'Invitations', INVITED).getByRole('link').click();
    await second.page.getByText('Joins the reviewers on Monday.').waitFor();
    await checkPage(second, 'invitation-to-approve');
    await second.page.getByRole('button', { name: /^Approve, / }).click();
    await second.page.getByText('Nothing waits for a second person.').waitFor();
    await leave(second);
    const [mail] = await eventually(
      'the mailed invitation',
      () => mailsTo(INVITED),
      (mails) => mails.length === 1,
    );
    const link = /\/staff-invitation\?token=\w+/.exec(mail!.text)![0];

    const nora = await stage.newcomer('invited');
    await nora.go(link);
    await press(nora, 'Create account');
    await nora.page.locator('main [aria-invalid="true"]').nth(1).waitFor();
    refusedOnce(nora, 400);
    await checkPage(nora, 'staff-invitation-refused');
    await write(nora, nora.page.getByLabel('Your name'), 'Nora New');
    await write(nora, nora.page.getByLabel('Password', { exact: true }), PASSWORD);
    await press(nora, 'Create account');
    await nora.page.getByText(/^Your account is ready\./).waitFor();
    await checkPage(nora, 'staff-invitation-used');
    await follow(nora, nora.page.locator('main').getByRole('link', { name: 'Sign in' }));
    await write(nora, nora.page.getByLabel('Email'), INVITED);
    await write(nora, nora.page.getByLabel('Password', { exact: true }), PASSWORD);
    await press(nora, 'Sign in');
    await nora.page.getByRole('button', { name: /^Account of/ }).waitFor();
    await nora.go('/review');
    await checkPage(nora, 'second-factor-needed');
    await follow(nora, nora.page.locator('main').getByRole('link', { name: /two-factor/i }));
    expect(nora.complaints.splice(0).filter((text) => !/status of 403|needs two-factor/.test(text))).toEqual([]);
    const { secret } = await stage.ask<{ secret: string }>(nora, 'POST', '/account/second-factor/start');
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await stage.ask(nora, 'POST', '/account/second-factor/confirm', { code });
    await nora.go('/review');
    await nora.page.getByRole('heading', { level: 1, name: 'Review queue' }).waitFor();
    await leave(nora);

    const again = await stage.newcomer('late');
    await again.go(link);
    await write(again, again.page.getByLabel('Your name'), 'Late Lou');
    await write(again, again.page.getByLabel('Password', { exact: true }), PASSWORD);
    await press(again, 'Create account');
    await again.page.getByRole('alert').waitFor();
    refusedOnce(again, 404);
    await checkPage(again, 'staff-invitation-gone');
    await leave(again);
  });

  it('an author finds the badge and the card of a listing as pictures, with the code that embeds them', async () => {
    const author = await stage.signIn('author', stage.storyAuthor);
    await author.go(`/author/drives/${driveId}/listing`);
    await author.page.getByRole('heading', { level: 2, name: 'Embed' }).waitFor();
    for (const file of ['badge.svg', 'card.svg']) {
      const picture = author.page.locator(`img[src$="/catalogue/${slug}/${file}"]`);
      const src = (await picture.getAttribute('src'))!;
      await eventually(
        `the picture ${file}`,
        () => picture.evaluate((node: unknown) => (node as { naturalWidth: number }).naturalWidth),
        (width) => width > 50,
      );
      const answer = await author.page.request.get(src);
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
      const code = (await author.page.locator('main pre').allInnerTexts()).filter((text) => text.includes(src));
      expect(code).toHaveLength(2);
      for (const text of code) expect(text).toContain(`${stage.url}/catalogue/${slug}`);
    }
    await checkPage(author, 'embed');
    await leave(author);
  });
});
