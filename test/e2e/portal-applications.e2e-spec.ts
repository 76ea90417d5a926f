import { applicationFor, decideApplication, type ApplicationDecision } from '../support/people/applications.js';
import type { Visitor } from '../support/browser/browser-tour.js';
import { describeWith } from '../support/needs.js';
import { Person } from '../support/http/person.js';
import { grantAtPortal } from '../support/people/staff-role.js';
import { PortalInBrowser, whyNot } from '../support/browser/portal-in-browser.js';
import { badge, confirm, follow, leave, checkPage, press, write } from '../support/browser/story-steps.js';
import { eventually } from '../support/test-timeout.js';

const PASSWORD = 'a phrase that nobody guesses';
const APPLICANT = { email: 'ada@appeals.example', password: PASSWORD };
const REASON = 'The product was behind a login that day. It is open to everybody now.';

/** A company with this name applies: text that contains code. */
const HOSTILE = '<img src=x onerror=hurt=1>Inc';

interface Row {
  readonly id: string;
  readonly revision: string;
}
interface Mail {
  readonly to: string;
  readonly subject: string;
}
interface Application {
  readonly id: string;
  readonly state: string;
  readonly company_name: string;
  readonly description: string;
  readonly manifest_check: { readonly state: string } | null;
}

describeWith('browser', 'notifications and applications in a browser', () => {
  const stage = PortalInBrowser.forTests();
  let ada: Person;
  let first: Person;
  let second: Person;
  let id: string;

  beforeAll(async () => {
    ada = await Person.signIn(stage.url, APPLICANT.email, PASSWORD, 'Ada Appeals');
    first = await Person.demo(stage.url, 'reviewer');
    second = await Person.signIn(stage.url, 'second@reviewers.example', PASSWORD, 'Second Reviewer');
    const { user } = await second.must<{ user: { id: string } }>('GET', '/api/v1/me');
    await grantAtPortal(stage.url, user.id, 'reviewer');
  });

  const own = async (): Promise<Application | undefined> =>
    (await ada.must<{ items: Application[] }>('GET', '/api/v1/applications')).items[0];

  const decide = async (reviewer: Person, decision: ApplicationDecision): Promise<string> => {
    const decided = await decideApplication(
      async (method, url, body) => {
        const { status, text } = await reviewer.call(method, `/api/v1${url}`, body);
        return { status, ...(JSON.parse(text) as { data: never; error?: string }) };
      },
      id,
      decision,
    );
    return decided.data.state;
  };
  /** The applicant's home page shows the status of the application, who acts next, and the next step. */
  async function homeSays(state: string, who: string, step?: string): Promise<void> {
    const visitor = await stage.signIn('applicant', APPLICANT);
    await visitor.go('/author');
    await badge(visitor, state);
    await visitor.page.getByText(who).waitFor();
    const steps = visitor.page.getByRole('list', { name: 'What needs you' }).locator('.needs > .strong');
    expect(await steps.allInnerTexts()).toEqual(step === undefined ? [] : [step]);
    expect(await visitor.page.getByText('No Drives yet.').count()).toBe(0);
    await checkPage(visitor, `home-${state.toLowerCase().replaceAll(' ', '-')}`);
    await follow(visitor, visitor.page.getByRole('main').getByRole('link', { name: 'Your application', exact: true }));
    await leave(visitor);
  }

  // First: nobody has a notification yet.
  describe('notifications', () => {
    let applicant: Person;
    let application: string;

    beforeAll(async () => {
      applicant = await Person.signIn(stage.url, 'notify@people.example', 'a phrase that nobody guesses', 'Nora');
      const draft = await applicant.must<Row>('POST', '/api/v1/applications', {});
      application = draft.id;
      await applicant.must('PATCH', `/api/v1/applications/${application}`, {
        ...applicationFor('notes-of-nora', { founder_name: 'Nora', company_name: HOSTILE }),
        revision: draft.revision,
      });
      await applicant.must('POST', `/api/v1/applications/${application}/submit`, {});
    });
    // It does not wait for a reviewer any more when the next one is looked for.
    afterAll(() => applicant.must('POST', `/api/v1/applications/${application}/withdraw`));

    const bell = (visitor: Visitor, name: string) =>
      visitor.page.getByRole('banner').getByRole('link', { name, exact: true });
    const table = (visitor: Visitor) => visitor.page.getByRole('region', { name: 'Notifications', exact: true });
    const mailsTo = async (to: string, subject: string): Promise<number> => {
      const { items } = await applicant.must<{ items: Mail[] }>('GET', '/api/v1/sandbox/mail?limit=100');
      return items.filter((mail) => mail.to === to && mail.subject === subject).length;
    };

    it('the bell counts new items and opens one by the keyboard, and opened items are read', async () => {
      const visitor = await stage.enter('reviewer');
      const { page } = visitor;
      await visitor.go('/review');
      await visitor.reach(bell(visitor, 'Notifications, 1 unread'));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
      const link = table(visitor).getByRole('link', { name: `New application from ${HOSTILE}` });
      await link.waitFor();
      await table(visitor).getByText('Text', { exact: true }).click();
      await table(visitor).getByText(`> ${HOSTILE}`).waitFor();
      await checkPage(visitor, 'notifications');
      await link.click();
      await page.getByRole('heading', { level: 1 }).filter({ hasText: HOSTILE }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/review/applications/${application}`);
      await bell(visitor, 'Notifications').waitFor();
      expect(await page.evaluate('window.hurt')).toBeUndefined();
      await leave(visitor);
    });

    it('a topic that is switched off is listed and not mailed; mandatory topics have no switch', async () => {
      const visitor = await stage.enter('reviewer');
      const { page } = visitor;
      await visitor.go('/notifications?topic=applications');
      const choice = page.getByRole('checkbox', { name: 'Applications', exact: true });
      await choice.uncheck();
      await page.getByText('Applications: emails turned off.').waitFor();
      expect(await page.getByRole('checkbox', { name: 'Sign-in and access' }).count()).toBe(0);
      await page.getByText('Always sent', { exact: true }).waitFor();

      const subject = `Message about the application of ${HOSTILE}`;
      await applicant.must('POST', `/api/v1/applications/${application}/messages`, {
        text: 'When may I hear from you?',
      });
      await page.reload();
      await bell(visitor, 'Notifications, 1 unread').waitFor();
      const row = table(visitor).getByRole('row').filter({ hasText: subject });
      await row.getByText('No (turned off)').waitFor();
      // The application is one item: earlier ones about it are grouped under its row.
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
      await checkPage(visitor, 'notifications-none');
      await choice.check();
      await page.getByText('Applications: emails turned on.').waitFor();
      await leave(visitor);
    });

    it('items about one thing share a row, opened by the keyboard, and count once in the bell until read', async () => {
      for (const text of ['A first question.', 'A second one.'])
        await applicant.must('POST', `/api/v1/applications/${application}/messages`, { text });
      const visitor = await stage.enter('reviewer');
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
      await list.getByRole('link', { name: `New application from ${HOSTILE}` }).waitFor();
      expect(await list.getByRole('listitem').count()).toBe(3);
      expect(await list.getByText('Unread', { exact: true }).count()).toBe(1);
      await checkPage(visitor, 'notifications-of-one-item');

      await visitor.reach(rows.getByRole('button', { name: 'Mark as read' }));
      await page.keyboard.press('Enter');
      await bell(visitor, 'Notifications').waitFor();
      await rows.getByRole('button', { name: 'Mark as read' }).waitFor({ state: 'detached' });
      await list.getByText('Unread', { exact: true }).waitFor({ state: 'detached' });
      await leave(visitor);
    });

    it('a person without notifications reads what will be there', async () => {
      const visitor = await stage.enter('operator');
      await visitor.go('/notifications');
      await visitor.page.getByText('No notifications yet.').waitFor();
      await visitor.page.getByText('No unread notifications.', { exact: true }).waitFor();
      expect(await whyNot(visitor, 'Mark all as read')).toBe('No unread notifications.');
      await checkPage(visitor, 'notifications-empty');
      await leave(visitor);
    });

    it('a count of two digits fits on one line', async () => {
      const { rows } = await stage.db.query<{ id: string }>(
        `insert into identity.notifications (id, user_id, topic, subject, text, mailed, at)
         select gen_random_uuid(), u.id, 'security', 'Number ' || n, 'One of many.', false, platform.portal_now()
         from identity.users u, generate_series(1, 46) n where u.email = 'operator@demo.local' returning id`,
      );
      expect(rows).toHaveLength(46);
      const visitor = await stage.enter('operator');
      await visitor.go('/notifications');
      await bell(visitor, 'Notifications, 46 unread').waitFor();
      await checkPage(visitor, 'many-notifications');
      await leave(visitor);
    });
  });

  it('an application is saved on the server while it is typed, except invalid input, and is loaded again', async () => {
    const visitor = await stage.signIn('applicant', APPLICANT);
    await visitor.go('/apply');
    await write(visitor, visitor.page.getByLabel('Company'), 'Appeals Ltd');
    await write(visitor, visitor.page.getByLabel('Slug'), 'Not A Slug');
    await write(visitor, visitor.page.getByLabel('What it does'), 'Counts what is left by the week, for teams.');
    await eventually(
      'the draft is on the server',
      own,
      (found) => found?.description !== undefined && found.description !== '',
    );
    expect(await own()).toMatchObject({ state: 'draft', company_name: 'Appeals Ltd', drive_slug: '' });
    await visitor.page.getByText('Saved, except for the fields with errors.').waitFor();
    // The server took the company and the description, but neither whole step.
    const done = visitor.page.getByRole('list', { name: 'Steps' }).getByText('(done)');
    expect(await done.count()).toBe(0);
    await checkPage(visitor, 'apply');

    await homeSays('Draft', 'Finish and submit.', 'Submit the application');
    await visitor.go('/apply');
    expect(await visitor.page.getByLabel('Company').inputValue()).toBe('Appeals Ltd');
    await write(visitor, visitor.page.getByLabel('Slug'), 'appeals');
    await write(visitor, visitor.page.getByLabel('Your name'), 'Ada Appeals');
    await write(visitor, visitor.page.getByRole('combobox', { name: 'Country' }), 'United States');
    await write(visitor, visitor.page.getByLabel('Website'), 'https://appeals.example');
    await write(visitor, visitor.page.getByLabel('Name of the Drive'), 'Appealing');
    const manifest = `${stage.ready.reference_drive_url}/api/platform/drive/manifest`;
    await write(visitor, visitor.page.getByLabel('Manifest (optional)'), manifest);
    await write(visitor, visitor.page.getByLabel('Email'), 'security@appeals.example');
    await done.nth(2).waitFor({ state: 'attached' });
    await press(visitor, 'Submit application');
    await badge(visitor, 'Waiting for review');
    await visitor.page.getByText(/Position \d+ of \d+\./).waitFor();
    const found = await eventually('the manifest is checked', own, (one) => one?.manifest_check?.state !== 'waiting');
    expect(found!.manifest_check).toMatchObject({ state: 'passed' });
    await visitor.go('/author/application');
    await visitor.page
      .getByText('For information only. It does not affect the decision on your application.')
      .waitFor();
    await checkPage(visitor, 'application-waiting');
    id = found!.id;
    await leave(visitor);
    await homeSays('Waiting for review', 'A reviewer opens it in the order received.');
  });

  it('an application is claimed by the next reviewer, and once refused it is appealed, not submitted again', async () => {
    const reviewer = await stage.enter('reviewer');
    await reviewer.go('/review?tab=applications');
    await press(reviewer, 'Claim next application');
    await reviewer.page.getByRole('heading', { level: 1, name: 'Application of Appeals Ltd' }).waitFor();
    await reviewer.page.getByText('Check of the manifest').waitFor();
    await leave(reviewer);
    expect(await decide(first, 'reject')).toBe('rejected');
    await homeSays('Rejected', 'The decision gives the reasons.', 'Read the decision on your application');

    const visitor = await stage.signIn('applicant', APPLICANT);
    await visitor.go('/apply');
    await visitor.page.getByText(/^Your last application was rejected\. You can apply again from/).waitFor();
    await checkPage(visitor, 'apply-refused');
    await follow(visitor, visitor.page.getByRole('link', { name: 'See the reasons' }));
    await press(visitor, 'Appeal');
    await write(visitor, visitor.page.getByLabel('In your words'), REASON);
    await checkPage(visitor, 'appeal-dialog');
    await confirm(visitor, 'Submit appeal');
    await visitor.page.getByText('Appeal open').waitFor();
    await checkPage(visitor, 'application-appealed');
    await leave(visitor);
    await homeSays('Appeal open', 'A different reviewer decides.', 'Read the decision on your application');
  });

  it('an appeal is decided by somebody other than the reviewer who refused', async () => {
    const reviewer = await stage.enter('reviewer');
    await reviewer.go('/review?tab=appeals');
    await reviewer.page.getByText('you: another reviewer decides').waitFor();
    await checkPage(reviewer, 'queue-appeals');
    await follow(reviewer, reviewer.page.getByRole('link', { name: 'Appeals Ltd' }));
    expect(await whyNot(reviewer, 'Grant the appeal')).toBe(
      'You rejected this application. Another reviewer must decide.',
    );
    await checkPage(reviewer, 'appeal-of-mine');
    await leave(reviewer);

    const other = await stage.signIn('second', { email: 'second@reviewers.example', password: PASSWORD });
    await other.go(`/review/applications/${id}`);
    await press(other, 'Claim');
    await press(other, 'Grant the appeal');
    await write(other, other.page.getByLabel('In your words'), 'There is a product behind the address now.');
    await confirm(other, 'Grant the appeal');
    // No other appeal waits.
    await other.page.waitForURL((url) => url.pathname === '/review' && url.searchParams.get('tab') === 'appeals');
    await other.go(`/review/applications/${id}`);
    await badge(other, 'In review');
    await other.page.getByText('Appeal granted').first().waitFor();
    await checkPage(other, 'appeal-granted');
    await leave(other);
    expect(await own()).toMatchObject({ state: 'in_review' });
    await homeSays('In review', 'Opened by a reviewer.');
  });

  it('an application is on the home page while its reviewer waits for an answer, and after it was withdrawn', async () => {
    expect(await decide(second, 'request_changes')).toBe('changes_requested');
    const answer = 'Answer the reviewer and submit again';
    await homeSays('Changes requested', `${answer}.`, answer);
    await ada.must('POST', `/api/v1/applications/${id}/withdraw`);
    await homeSays('Withdrawn', 'Nothing more happens.', 'Apply to publish Drives');
  });

  it('finance and admins find the signatures of the agreement', async () => {
    for (const [person, address] of [
      ['finance-preparer', '/finance/signatures'],
      ['admin', '/admin/signatures'],
    ] as const) {
      const visitor = await stage.enter(person);
      await visitor.go(address);
      await visitor.page.getByRole('heading', { level: 1, name: 'Agreement signatures' }).waitFor();
      await checkPage(visitor, 'signatures');
      await leave(visitor);
    }
  });
});
