import type { Visitor } from '../support/browser/browser-tour.js';
import { PortalInBrowser } from '../support/browser/portal-in-browser.js';
import { openPage, PAGES } from '../support/browser/portal-pages.js';
import { authorOf, runDemo } from '../support/browser/story.js';
import { describeWith } from '../support/needs.js';

const DAY_MS = 86_400_000;
/** So far behind that no date of the story, and no deadline in it, is near that of the machine. */
const BEHIND_DAYS = 200;

/**
 * What a page says about the days around the machine's own: with the portal's time far behind them, that is the time of
 * the browser or of the server. A script of the page, so it uses nothing from here.
 */
const SAID_OF_TODAY = `(() => {
  const near = (at) => Math.abs(at - Date.now()) < 3 * ${DAY_MS};
  const dates = (text) => [...text.matchAll(/\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2} [A-Z][a-z]{2,8} \\d{4}\\b/g)].filter(([date]) => near(Date.parse(date + ' 12:00Z'.slice(date.includes('-') ? 6 : 0))));
  const around = (element) => (element.closest('tr, li, dl > div, p, section') ?? element).textContent.replace(/\\s+/g, ' ').slice(0, 140);
  const found = new Set();
  for (const element of document.querySelectorAll('main time')) if (near(Date.parse(element.dateTime))) found.add(around(element));
  for (const element of document.querySelectorAll('main input')) if (dates(element.value).length > 0) found.add(element.name + ' ' + element.value);
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (!texts.currentNode.parentElement.closest('option') && dates(texts.currentNode.data).length > 0) found.add(around(texts.currentNode.parentElement));
  return [...found];
})()`;

describeWith('browser', 'a portal whose time is not that of the machine', () => {
  const stage = PortalInBrowser.forTests({ offsetMs: -BEHIND_DAYS * DAY_MS });

  let author: { email: string; password: string };
  beforeAll(async () => {
    const admin = await stage.enter('admin');
    // The payment provider's clock follows ours.
    await stage.ask(admin, 'POST', '/sandbox/clock', { advance_ms: 0 });
    await admin.close();
    const story = await runDemo(stage.url);
    if (story.exitCode !== 0) throw new Error(story.printed);
    author = authorOf(story);
    const visitor = await stage.signIn('author', author);
    await stage.ask(visitor, 'POST', '/author/api-tokens', { name: 'Deploys', member_role: 'developer' });
    await stage.ask(visitor, 'POST', '/author/invitations', {
      email: 'colleague@authors.example',
      member_role: 'developer',
    });
    await visitor.close();
  });

  const enter = (person: string): Promise<Visitor> =>
    person === 'anybody' ? stage.anybody() : person === 'author' ? stage.signIn(person, author) : stage.enter(person);

  it.each(Object.entries(PAGES))('shows %s no date of the machine', async (person, addresses) => {
    const visitor = await enter(person);
    const said = new Set<string>();
    const look = async (): Promise<void> => {
      const found = await visitor.page.evaluate<string[]>(SAID_OF_TODAY);
      for (const text of found) said.add(`${new URL(visitor.page.url()).pathname}: ${text}`);
    };
    for (const address of addresses) {
      await openPage(visitor, address);
      await look();
      const [first, ...others] = await visitor.page.locator('main [role="tab"]').all();
      // The first one at the end, from which the next address may go on.
      for (const tab of first ? [...others, first] : []) {
        await tab.click();
        await visitor.settle();
        await look();
      }
    }
    await visitor.close();
    expect([...said]).toEqual([]);
  });
});
