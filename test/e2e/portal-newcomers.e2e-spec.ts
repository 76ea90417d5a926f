import { describeWith } from '../support/needs.js';
import { Person } from '../support/http/person.js';
import { PortalInBrowser, refusedOnce } from '../support/browser/portal-in-browser.js';
import { checkPage, confirm, follow, leave, openTab, press, write } from '../support/browser/story-steps.js';
import { mailedInSandbox } from '../support/money/mailed-in-sandbox.js';
import { eventually } from '../support/test-timeout.js';

const REPORTER = 'wary@visitors.example';
const CONCERN = 'It sends the names of my customers to another company.';
const OUTCOME = 'The author removed that call, and we checked it again.';

describeWith('browser', 'what strangers and authors do for the first time, in a browser', () => {
  const stage = PortalInBrowser.forTests({ story: true });
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
