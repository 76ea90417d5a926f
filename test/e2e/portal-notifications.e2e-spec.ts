import type { Visitor } from '../support/browser-tour.js';
import { describeWith } from '../support/needs.js';
import { Person } from '../support/person.js';
import { PortalInBrowser, whyNot } from '../support/portal-in-browser.js';

/** A company of this name applies: text that wants to be more. */
const HOSTILE = '<img src=x onerror=hurt=1>Inc';

interface Row {
  readonly id: string;
  readonly revision: string;
}
interface Mail {
  readonly to: string;
  readonly subject: string;
}

describeWith('browser', 'notifications in a browser', () => {
  let stage: PortalInBrowser;
  let applicant: Person;
  let application: string;

  beforeAll(async () => {
    stage = await PortalInBrowser.start();
    applicant = await Person.signIn(stage.url, 'notify@people.example', 'a phrase that nobody guesses', 'Nora');
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
  });
  afterAll(() => stage?.close());

  const enter = (person: string): Promise<Visitor> => stage.enter(person);
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
    const link = table(visitor).getByRole('link', { name: `Application of ${HOSTILE}`, exact: true });
    await link.waitFor();
    await table(visitor).getByText('Text', { exact: true }).click();
    await table(visitor).getByText(`> ${HOSTILE}`).waitFor();
    expect(await visitor.inspect('notifications')).toEqual([]);
    await link.click();
    await page.getByRole('heading', { level: 1 }).filter({ hasText: HOSTILE }).waitFor();
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
    await page.getByText('Applications: emails turned off.').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Sign-in and access' }).count()).toBe(0);
    await page.getByText('Always sent', { exact: true }).waitFor();

    const subject = `Message about the application of ${HOSTILE}`;
    await applicant.must('POST', `/api/v1/applications/${application}/messages`, { text: 'When may I hear from you?' });
    await page.reload();
    await bell(visitor, 'Notifications, 1 unread').waitFor();
    const row = table(visitor).getByRole('row').filter({ hasText: subject });
    await row.getByText('No (turned off)').waitFor();
    // The application is one item: what came before about it is folded into its row.
    await row.getByText('1 earlier notification', { exact: true }).waitFor();
    expect(await table(visitor).locator('tbody tr').count()).toBe(1);
    expect(await mailsTo('reviewer@demo.local', subject)).toBe(0);
    expect(await choice.isChecked()).toBe(false);

    await page.getByLabel('Show', { exact: true }).selectOption('unread');
    await row.getByText('1 earlier notification', { exact: true }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?topic=applications&show=unread');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('No results for these filters.').waitFor();
    await bell(visitor, 'Notifications').waitFor();
    expect(await visitor.inspect('notifications-none')).toEqual([]);
    await choice.check();
    await page.getByText('Applications: emails turned on.').waitFor();
    await visitor.close();
    expect(visitor.complaints).toEqual([]);
  });

  it('what is about one thing is one row, opened by the keyboard, and one to the bell until it is read', async () => {
    for (const text of ['A first question.', 'A second one.'])
      await applicant.must('POST', `/api/v1/applications/${application}/messages`, { text });
    const visitor = await enter('reviewer');
    const { page } = visitor;
    await visitor.go('/notifications');
    await bell(visitor, 'Notifications, 1 unread').waitFor();
    const rows = table(visitor).locator('tbody tr');
    expect(await rows.count()).toBe(1);
    await rows.getByText('2 unread', { exact: true }).waitFor();
    const earlier = rows.getByText('3 earlier notifications', { exact: true });
    await visitor.reach(earlier);
    await page.keyboard.press('Enter');
    const list = rows.getByRole('list', { name: /^Earlier than/ });
    await list.getByRole('link', { name: `Application of ${HOSTILE}`, exact: true }).waitFor();
    expect(await list.getByRole('listitem').count()).toBe(3);
    expect(await list.getByText('Unread', { exact: true }).count()).toBe(1);
    expect(await visitor.inspect('notifications-of-one-item')).toEqual([]);

    await visitor.reach(rows.getByRole('button', { name: 'Mark as read' }));
    await page.keyboard.press('Enter');
    await bell(visitor, 'Notifications').waitFor();
    await rows.getByRole('button', { name: 'Mark as read' }).waitFor({ state: 'detached' });
    await list.getByText('Unread', { exact: true }).waitFor({ state: 'detached' });
    await visitor.close();
    expect(visitor.complaints).toEqual([]);
  });

  it('whoever was sent nothing reads what will be there', async () => {
    const visitor = await enter('operator');
    await visitor.go('/notifications');
    await visitor.page.getByText('No notifications yet.').waitFor();
    await visitor.page.getByText('No unread notifications.', { exact: true }).waitFor();
    expect(await whyNot(visitor, 'Mark all as read')).toBe('No unread notifications.');
    expect(await visitor.inspect('notifications-empty')).toEqual([]);
    await visitor.close();
    expect(visitor.complaints).toEqual([]);
  });

  it('a count of two digits stands on one line', async () => {
    const { rows } = await stage.db.query<{ id: string }>(
      `insert into identity.notifications (id, user_id, topic, subject, text, mailed, at)
       select gen_random_uuid(), u.id, 'security', 'Number ' || n, 'One of many.', false, platform.portal_now()
       from identity.users u, generate_series(1, 46) n where u.email = 'operator@demo.local' returning id`,
    );
    expect(rows).toHaveLength(46);
    const visitor = await enter('operator');
    await visitor.go('/notifications');
    await bell(visitor, 'Notifications, 46 unread').waitFor();
    expect(await visitor.inspect('many-notifications')).toEqual([]);
    await visitor.close();
    expect(visitor.complaints).toEqual([]);
  });
});
