import { decideApplication, type ApplicationDecision } from '../support/applications.js';
import { eventually } from '../support/changing-drives.js';
import { describeWith } from '../support/needs.js';
import { Person } from '../support/person.js';
import { PortalInBrowser, whyNot } from '../support/portal-in-browser.js';
import { badge, confirm, follow, leave, look, press, write } from '../support/story-by-hand.js';

const PASSWORD = 'a phrase that nobody guesses';
const APPLICANT = { email: 'ada@appeals.example', password: PASSWORD };
const REASON = 'The product was behind a login that day. It is open to everybody now.';

interface Application {
  readonly id: string;
  readonly state: string;
  readonly company_name: string;
  readonly description: string;
  readonly manifest_check: { readonly state: string } | null;
}

describeWith('browser', 'an application, from the first word to the appeal', () => {
  let stage: PortalInBrowser;
  let ada: Person;
  let first: Person;
  let second: Person;
  let id: string;

  beforeAll(async () => {
    stage = await PortalInBrowser.start();
    ada = await Person.signIn(stage.url, APPLICANT.email, PASSWORD, 'Ada Appeals');
    first = await Person.demo(stage.url, 'reviewer');
    const admin = await Person.demo(stage.url, 'admin');
    second = await Person.signIn(stage.url, 'second@reviewers.example', PASSWORD, 'Second Reviewer');
    const { user } = await second.must<{ user: { id: string } }>('GET', '/api/v1/me');
    const reason = 'A second one is needed for appeals.';
    await admin.must('POST', `/api/v1/admin/users/${user.id}/roles`, { role: 'reviewer', reason });
  });
  afterAll(() => stage?.close());

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
  /** The home page of who applied says where the application stands, who acts next, and what is to be done. */
  async function homeSays(state: string, who: string, step?: string): Promise<void> {
    const visitor = await stage.signIn('applicant', APPLICANT);
    await visitor.go('/author');
    await badge(visitor, state);
    await visitor.page.getByText(who).waitFor();
    const steps = visitor.page.getByRole('main').locator('ol.checks > li > span');
    expect(await steps.allInnerTexts()).toEqual(step === undefined ? [] : [step]);
    expect(await visitor.page.getByText('No Drives yet.').count()).toBe(0);
    await look(visitor, `home-${state.toLowerCase().replaceAll(' ', '-')}`);
    await follow(visitor, visitor.page.getByRole('main').getByRole('link', { name: 'Your application', exact: true }));
    await leave(visitor);
  }

  it('is kept on the server as it is typed, apart from what is not usable yet, and is there again', async () => {
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
    await look(visitor, 'apply');

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
    await look(visitor, 'application-waiting');
    id = found!.id;
    await leave(visitor);
    await homeSays('Waiting for review', 'A reviewer opens it in the order received.');
  });

  it('is taken by the next reviewer, and once refused it can be appealed, not applied for anew', async () => {
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
    await look(visitor, 'apply-refused');
    await follow(visitor, visitor.page.getByRole('link', { name: 'See the reasons' }));
    await press(visitor, 'Appeal');
    await write(visitor, visitor.page.getByLabel('In your words'), REASON);
    await look(visitor, 'appeal-dialog');
    await confirm(visitor, 'Submit appeal');
    await visitor.page.getByText('Appeal open').waitFor();
    await look(visitor, 'application-appealed');
    await leave(visitor);
    await homeSays('Appeal open', 'A different reviewer decides.', 'Read the decision on your application');
  });

  it('is decided on by somebody else than who refused', async () => {
    const reviewer = await stage.enter('reviewer');
    await reviewer.go('/review?tab=appeals');
    await reviewer.page.getByText('you: another reviewer decides').waitFor();
    await look(reviewer, 'queue-appeals');
    await follow(reviewer, reviewer.page.getByRole('link', { name: 'Appeals Ltd' }));
    expect(await whyNot(reviewer, 'Grant the appeal')).toBe(
      'You rejected this application. Another reviewer must decide.',
    );
    await look(reviewer, 'appeal-of-mine');
    await leave(reviewer);

    const other = await stage.signIn('second', { email: 'second@reviewers.example', password: PASSWORD });
    await other.go(`/review/applications/${id}`);
    await press(other, 'Grant the appeal');
    await write(other, other.page.getByLabel('In your words'), 'There is a product behind the address now.');
    await confirm(other, 'Grant the appeal');
    await badge(other, 'In review');
    await other.page.getByText('Appeal granted').first().waitFor();
    await look(other, 'appeal-granted');
    await leave(other);
    expect(await own()).toMatchObject({ state: 'in_review' });
    await homeSays('In review', 'Opened by a reviewer.');
  });

  it('stands on the home page too while its reviewer waits for an answer, and when it was taken back', async () => {
    expect(await decide(second, 'request_changes')).toBe('changes_requested');
    const answer = 'Answer the reviewer and submit again';
    await homeSays('Changes requested', `${answer}.`, answer);
    await ada.must('POST', `/api/v1/applications/${id}/withdraw`);
    await homeSays('Withdrawn', 'Nothing more happens.', 'Apply to publish Drives');
  });

  it('leaves its signature where finance and admins find and take it', async () => {
    for (const [person, address] of [
      ['finance-preparer', '/finance/signatures'],
      ['admin', '/admin/signatures'],
    ] as const) {
      const visitor = await stage.enter(person);
      await visitor.go(address);
      await visitor.page.getByRole('heading', { level: 1, name: 'Agreement signatures' }).waitFor();
      await look(visitor, 'signatures');
      await leave(visitor);
    }
  });
});
