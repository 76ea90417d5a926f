import { chromium, type Browser } from 'playwright-core';
import { Visitor } from '../support/browser-tour.js';
import { browser as found, describeWith } from '../support/needs.js';
import { Person } from '../support/person.js';
import { PortalProcess, temporaryDataDir } from '../support/portal.js';

/** A company of this name applies: text that wants to be more, and a character that reorders what stands beside it. */
const HOSTILE = '<img src=x onerror=window.hurt=1>\u202eInc';
const SHOWN = '<img src=x onerror=window.hurt=1>\\u202eInc';

interface Row {
  readonly id: string;
  readonly revision: string;
}
interface Mail {
  readonly to: string;
  readonly subject: string;
}

describeWith('browser', 'notifications in a browser', () => {
  const data = temporaryDataDir();
  let portal: PortalProcess;
  let base: string;
  let chrome: Browser;
  let applicant: Person;
  let application: string;

  beforeAll(async () => {
    portal = PortalProcess.start(data.path);
    base = (await portal.ready()).url;
    applicant = await Person.signIn(base, 'notify@people.example', 'a phrase that nobody guesses', 'Nora');
    const draft = await applicant.must<Row>('POST', '/api/v1/applications', {});
    application = draft.id;
    await applicant.must('PATCH', `/api/v1/applications/${application}`, {
      revision: draft.revision,
      founder_name: 'Nora',
      company_name: HOSTILE,
      country: 'US',
      website: 'https://example.com',
      drive_name: 'Notes',
      drive_slug: 'notes-of-nora',
      description: 'Writes and plans posts for teams.',
      security_contact: 'security@example.com',
    });
    await applicant.must('POST', `/api/v1/applications/${application}/submit`, {});
    chrome = await chromium.launch(found());
  });
  afterAll(async () => {
    await chrome?.close();
    await portal?.stop();
    data.remove();
  });

  async function enter(person: string): Promise<Visitor> {
    const visitor = await Visitor.open(chrome, base, person);
    await visitor.go('/');
    await visitor.page.locator(`[data-person="${person}"] button`).click();
    await visitor.page.getByRole('button', { name: /^Account of/ }).waitFor();
    return visitor;
  }
  const bell = (visitor: Visitor, name: string) =>
    visitor.page.getByRole('banner').getByRole('link', { name, exact: true });
  const table = (visitor: Visitor) => visitor.page.getByRole('region', { name: 'Notifications', exact: true });
  const mailsTo = async (to: string, subject: string): Promise<number> => {
    const { items } = await applicant.must<{ items: Mail[] }>('GET', '/api/v1/sandbox/mail?limit=100');
    return items.filter((mail) => mail.to === to && mail.subject === subject).length;
  };

  it('the bell counts what came, leads to it by the keyboard, and what one goes on from is read', async () => {
    const visitor = await enter('reviewer');
    const { page } = visitor;
    await visitor.go('/review');
    await visitor.reach(bell(visitor, 'Notifications, 1 unread'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
    const link = table(visitor).getByRole('link', { name: `Application of ${SHOWN}`, exact: true });
    await link.waitFor();
    await table(visitor).getByText('Text', { exact: true }).click();
    await table(visitor).getByText(`${SHOWN} applies to publish Notes.`).waitFor();
    expect(await visitor.inspect('notifications')).toEqual([]);
    await link.click();
    await page.getByRole('heading', { level: 1 }).filter({ hasText: SHOWN }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/review/applications/${application}`);
    await bell(visitor, 'Notifications').waitFor();
    expect(await page.evaluate('window.hurt')).toBeUndefined();
    await visitor.close();
    expect(visitor.complaints).toEqual([]);
  });

  it('a topic that is switched off is listed and not mailed; what must be mailed has no switch', async () => {
    const visitor = await enter('reviewer');
    const { page } = visitor;
    await visitor.go('/notifications?topic=applications');
    const choice = page.getByRole('checkbox', { name: 'Applications', exact: true });
    await choice.uncheck();
    await page.getByText('Applications: no more mail.').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Sign-in and access' }).count()).toBe(0);
    await page.getByText('Always mailed', { exact: true }).waitFor();

    const subject = 'Message about the application for Notes';
    await applicant.must('POST', `/api/v1/applications/${application}/messages`, { text: 'When may I hear from you?' });
    await page.reload();
    await bell(visitor, 'Notifications, 1 unread').waitFor();
    const row = table(visitor).getByRole('row').filter({ hasText: subject });
    await row.getByText('No, as you chose').waitFor();
    expect(await mailsTo('reviewer@demo.local', subject)).toBe(0);
    expect(await choice.isChecked()).toBe(false);

    await page.getByLabel('Show', { exact: true }).selectOption('unread');
    await table(visitor).getByRole('row').filter({ hasText: 'Application of' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?topic=applications&show=unread');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('No results for these filters.').waitFor();
    await bell(visitor, 'Notifications').waitFor();
    expect(await visitor.inspect('notifications-none')).toEqual([]);
    await choice.check();
    await page.getByText('Applications: mailed again.').waitFor();
    await visitor.close();
    expect(visitor.complaints).toEqual([]);
  });

  it('whoever was sent nothing reads what will be there', async () => {
    const visitor = await enter('operator');
    await visitor.go('/notifications');
    await visitor.page.getByText('Nothing was sent to you yet.').waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Mark all as read' }).isDisabled()).toBe(true);
    expect(await visitor.inspect('notifications-empty')).toEqual([]);
    await visitor.close();
    expect(visitor.complaints).toEqual([]);
  });
});
