import { createHash, randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Client } from 'pg';
import type { Visitor } from '../support/browser/browser-tour.js';
import { describeWith } from '../support/needs.js';
import { OidcProvider } from '../support/people/oidc-provider.js';
import { eventually } from '../support/test-timeout.js';
import { Person } from '../support/http/person.js';
import { PortalInBrowser } from '../support/browser/portal-in-browser.js';
import { RESOURCES } from '../support/browser/review-steps.js';
import { mailedInSandbox } from '../support/money/mailed-in-sandbox.js';

const PHRASE = 'a phrase that nobody guesses';

describeWith('browser', 'accounts in a browser', () => {
  let provider: OidcProvider;
  beforeAll(async () => {
    provider = await OidcProvider.start();
  });
  const stage = PortalInBrowser.forTests({ settings: () => provider.settings });
  let db: Client;
  let base: string;
  beforeAll(() => {
    ({ db, url: base } = stage);
  });
  afterAll(() => provider?.close());

  const press = (visitor: Visitor, name: string | RegExp): Promise<void> =>
    visitor.page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  const fill = async (visitor: Visitor, fields: Record<string, string>): Promise<void> => {
    for (const [label, text] of Object.entries(fields))
      await visitor.page.getByLabel(label, { exact: true }).fill(text);
  };
  const signedIn = (visitor: Visitor): Promise<void> =>
    visitor.page.getByRole('button', { name: /^Account of/ }).waitFor();
  const code = (key: string): string => new TOTP({ secret: Secret.fromBase32(key) }).generate();
  const checkPage = async (visitor: Visitor, label: string): Promise<void> => {
    expect(await visitor.inspect(label)).toEqual([]);
  };
  /** Somebody new, signed in and yet on no page. */
  async function newcomer(name: string): Promise<Visitor> {
    const account = { email: `${name}@people.example`, password: PHRASE };
    await new Person(base, name).must('POST', '/api/v1/auth/sign-up', { ...account, name });
    return stage.signIn(name, account);
  }
  /** Applies, and is approved. */
  async function apply(visitor: Visitor, company: string): Promise<void> {
    await stage.ask(visitor, 'POST', '/applications', { company_name: company });
    await db.query(
      'insert into authors.developer_accounts (org_id) select id from authors.organizations where name = $1',
      [company],
    );
  }
  /** The link in the newest mail to somebody, once the worker has sent it. */
  async function mailedPath(to: string, what: RegExp): Promise<string> {
    const reader = await Person.demo(base, 'reviewer');
    const mailed = async (): Promise<string | undefined> => {
      const mails = await mailedInSandbox(reader, to);
      return mails.map(({ text }) => what.exec(text)?.[0]).findLast(Boolean);
    };
    return (await eventually(`a mail to ${to}`, mailed, Boolean))!;
  }

  it('a second step is set up, requested at sign-in, and a recovery code replaces the phone', async () => {
    const visitor = await stage.anybody('tess');
    await visitor.go('/sign-up');
    await fill(visitor, { 'Your name': 'tess', Email: 'tess@people.example', Password: PHRASE });
    await press(visitor, 'Create account');
    await signedIn(visitor);
    await visitor.go('/account');
    await press(visitor, 'Set up two-factor authentication');
    const key = await visitor.page.getByTestId('totp-key').innerText();
    await checkPage(visitor, 'second-factor-setup');
    await fill(visitor, { Code: code(key) });
    await press(visitor, 'Turn on');
    const codes = (await visitor.page.getByTestId('recovery-codes').innerText()).split('\n');
    await checkPage(visitor, 'recovery-codes');
    expect(codes).toHaveLength(10);
    await visitor.page.getByLabel('I stored them').check();
    await press(visitor, 'Done');
    await visitor.page.getByText('Recovery codes left').waitFor();
    expect(await visitor.page.content()).not.toContain(codes[0]);
    await visitor.close();

    const again = await stage.anybody('tess-again');
    await again.go('/sign-in');
    await fill(again, { Email: 'tess@people.example', Password: PHRASE });
    await press(again, 'Sign in');
    await again.page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    await checkPage(again, 'second-step');
    await fill(again, { 'Authentication code': codes[0]! });
    await press(again, 'Sign in');
    await signedIn(again);
    await again.close();
  });

  it('secrets require a new proof of identity, after which the interrupted action continues by itself', async () => {
    const admin = await stage.enter('admin');
    await admin.go('/admin/people');
    await db.query(`update identity.sessions set authenticated_at = clock_timestamp() - interval '1 hour'`);
    await fill(admin, { 'Name of the new token': 'provisioning' });
    await admin.page.getByLabel('Events to plugins and their deliveries').selectOption('events:read');
    await press(admin, 'Create token');
    const dialog = admin.page.getByRole('dialog', { name: 'Confirm your identity' });
    await dialog.getByText('This is a demo account').waitFor();
    await checkPage(admin, 'step-up');
    await dialog.getByLabel('Your password').fill('wrong');
    await press(admin, 'Confirm');
    await dialog.getByText('Incorrect password or code.').waitFor();
    await dialog.getByLabel('Your password').fill('demo');
    await press(admin, 'Confirm');
    const reveal = admin.page.getByRole('dialog', { name: 'Your new API token' });
    await reveal.waitFor();
    const token = await reveal.locator('code').innerText();
    const me = await fetch(`${base}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(((await me.json()) as { data: { roles: object[] } }).data.roles).toEqual([{ role: 'host', scope_id: null }]);
    await admin.close();
  });

  it('a forgotten password is replaced by the mailed link', async () => {
    await (await newcomer('finn')).close();
    await db.query(
      `insert into identity.api_tokens (id, user_id, name, token_hash, prefix, roles, owner, org_id, access, expires_at)
       select gen_random_uuid(), id, 'Nightly export', repeat('f', 64), 'dpt_nightly', '[{"role":"author"}]', 'organization', gen_random_uuid(), 'read', now() + interval '9 days'
       from identity.users where email = 'finn@people.example'`,
    );
    const visitor = await stage.anybody('finn-again');
    await visitor.go('/sign-in');
    await visitor.page.getByRole('link', { name: 'Forgot your password?' }).click();
    await fill(visitor, { Email: 'finn@people.example' });
    await press(visitor, 'Send reset link');
    await visitor.page.getByText('we sent a link to it').waitFor();
    await visitor.go(await mailedPath('finn@people.example', /\/reset-password\?token=\w+/));
    await fill(visitor, { 'New password': 'another long phrase' });
    await press(visitor, 'Change password');
    await visitor.page.getByText('Password changed.').waitFor();
    await visitor.page.getByText('Nightly export').waitFor();
    await checkPage(visitor, 'password changed');
    await visitor.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await fill(visitor, { Email: 'finn@people.example', Password: 'another long phrase' });
    await press(visitor, 'Sign in');
    await signedIn(visitor);
    await visitor.close();
  });

  it('an owner invites, the invited person joins and may do what the role says', async () => {
    const owner = await newcomer('olive');
    await apply(owner, 'Olive Works');
    await owner.go('/author/team');
    await fill(owner, { Email: 'mia@people.example' });
    await owner.page.getByLabel('Role', { exact: true }).selectOption('developer');
    await press(owner, 'Send invitation');
    await owner.page.getByRole('region', { name: 'Open invitations' }).getByText('mia@people.example').waitFor();
    await checkPage(owner, 'team');
    const link = await mailedPath('mia@people.example', /\/invitation\?token=\w+/);
    const member = await newcomer('somebody-else');
    await member.go(link);
    await member.page.getByText('but the invitation is for mia@people.example').waitFor();
    await checkPage(member, 'invitation-for-another');
    await press(member, 'Sign out');
    // The way leads through an account that is made first, and back.
    await member.page.getByRole('main').getByRole('link', { name: 'Create account' }).click();
    await fill(member, { 'Your name': 'mia', Email: 'mia@people.example', Password: PHRASE });
    await press(member, 'Create account');
    await member.page.getByText('You are invited to join “Olive Works”').waitFor();
    await checkPage(member, 'invitation');
    await press(member, 'Join Olive Works');
    await member.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await member.page.getByText('No Drives yet.').waitFor();
    const main = member.page.getByRole('main');
    expect(await main.getByText('Money', { exact: true }).count()).toBe(0);
    // Owner-only actions are explained where an owner has a button.
    await main.getByText('Only an owner of the organisation can do this.').waitFor();
    await checkPage(member, 'home-of-a-developer');
    const entries = await member.page.getByRole('navigation', { name: 'Author' }).getByRole('link').allInnerTexts();
    expect(entries.map((text) => text.trim())).toEqual([
      'Home',
      'Drives',
      'Signing secrets',
      'Webhooks',
      'Application',
      'Agreement',
      'Team',
      ...RESOURCES,
    ]);
    await member.go('/author/earnings');
    await main.getByText('Your role in this organisation does not include').waitFor();
    await main.getByText('olive (olive@people.example)').waitFor();
    expect(await main.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await checkPage(member, 'earnings-of-a-developer');
    await member.go('/author/team');
    await member.page.getByRole('region', { name: 'Team' }).getByText('mia (you)').waitFor();
    expect(await member.page.getByText('Send invitation').count()).toBe(0);
    await Promise.all([owner.close(), member.close()]);
  });

  it('an address is confirmed by the button on the page of the mailed link, not by opening it', async () => {
    await (await newcomer('connie')).close();
    // Where mail is sent an account begins like this; a sandbox confirms at once.
    const token = `dpc_${'c'.repeat(49)}`;
    await db.query(`update identity.users set email_confirmed_at = null where email = 'connie@people.example'`);
    await db.query(
      `insert into identity.mailed_links (token_hash, kind, email, expires_at)
       values ($1, 'confirmation', 'connie@people.example', clock_timestamp() + interval '1 day')`,
      [createHash('sha256').update(token).digest('hex')],
    );
    const confirmed = async (): Promise<boolean> => {
      const { rows } = await db.query<{ confirmed: boolean }>(
        `select email_confirmed_at is not null as confirmed from identity.users where email = 'connie@people.example'`,
      );
      return rows[0]!.confirmed;
    };
    const visitor = await stage.anybody('connie-again');
    await visitor.go(`/confirm-email?token=${token}`);
    await checkPage(visitor, 'confirm-email');
    expect(await confirmed()).toBe(false);
    const chosen = { 'Your name': 'Connie', Password: 'a phrase that connie chose' };
    await fill(visitor, chosen);
    await press(visitor, 'Confirm address');
    await visitor.page.getByText('Your email address is confirmed.').waitFor();
    expect(await confirmed()).toBe(true);
    await visitor.go(`/confirm-email?token=${token}`);
    await fill(visitor, chosen);
    await press(visitor, 'Confirm address');
    await visitor.page.getByText('This link has been used or has expired.').waitFor();
    await fill(visitor, { 'Email address of the account': 'connie@people.example' });
    await press(visitor, 'Resend email');
    await visitor.page.getByText('We sent an email to connie@people.example.').waitFor();
    await visitor.close();
  });

  it('an invitation is kept while the mail that confirms the new address is on its way', async () => {
    const owner = await newcomer('ines');
    await apply(owner, 'Ines Works');
    await stage.ask(owner, 'POST', '/author/invitations', { email: 'nils@people.example', member_role: 'developer' });
    await owner.close();
    const nils = await stage.anybody('nils');
    // As where mail is sent; a sandbox confirms at once.
    const answer = (data: object) => ({ json: { ok: true, data, meta: { version: 'v1' } } });
    await nils.page.route('**/api/v1/auth/sign-up', (route) => route.fulfill(answer({ next: 'confirm_email' })));
    await nils.go(await mailedPath('nils@people.example', /\/invitation\?token=\w+/));
    await nils.page.getByText('You are invited to join “Ines Works”').waitFor();
    await checkPage(nils, 'invitation-of-a-visitor');
    await nils.page.getByRole('main').getByRole('link', { name: 'Create account' }).click();
    expect(await nils.page.getByLabel('Email', { exact: true }).inputValue()).toBe('nils@people.example');
    await fill(nils, { 'Your name': 'Nils', Password: PHRASE });
    await press(nils, 'Create account');
    await nils.page.getByText('We sent an email to nils@people.example.').first().waitFor();
    const token = `dpc_${'n'.repeat(49)}`;
    await db.query(
      `insert into identity.mailed_links (token_hash, kind, email, expires_at)
       values ($1, 'confirmation', 'nils@people.example', clock_timestamp() + interval '1 day')`,
      [createHash('sha256').update(token).digest('hex')],
    );
    await nils.go(`/confirm-email?token=${token}`);
    await fill(nils, { 'Your name': 'Nils', Password: PHRASE });
    await press(nils, 'Confirm address');
    await nils.page.getByText('Your email address is confirmed.').waitFor();
    await nils.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await fill(nils, { Email: 'nils@people.example', Password: PHRASE });
    await press(nils, 'Sign in');
    await press(nils, 'Join Ines Works');
    await nils.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await nils.page.getByRole('banner').getByText('Ines Works').waitFor();
    await nils.close();
  });

  it('a member of two organisations sees for which they act, switches, and gets an offer to switch from a link to the other', async () => {
    const rosa = await newcomer('rosa');
    await apply(rosa, 'Rosa Works');
    const otto = await newcomer('otto');
    await apply(otto, 'Otto Works');
    await rosa.go('/author/team');
    await rosa.page.getByText('Rosa Works').first().waitFor();
    await fill(rosa, { Email: 'otto@people.example' });
    await rosa.page.getByLabel('Role', { exact: true }).selectOption('developer');
    await press(rosa, 'Send invitation');
    await rosa.page.getByRole('region', { name: 'Open invitations' }).getByText('otto@people.example').waitFor();
    await rosa.close();
    await otto.go(await mailedPath('otto@people.example', /\/invitation\?token=\w+/));
    await press(otto, 'Join Rosa Works');
    const actsFor = (name: string): Promise<void> =>
      otto.page.getByRole('button', { name: `Acting for ${name}. Choose another organisation` }).waitFor();
    await actsFor('Rosa Works');
    await press(otto, /^Acting for Rosa Works/);
    await checkPage(otto, 'organization-menu');
    await otto.page.getByRole('menuitemradio', { name: 'Otto Works' }).click();
    await actsFor('Otto Works');
    await otto.go('/author/team');
    await actsFor('Otto Works');
    await otto.page.getByRole('region', { name: 'Team' }).getByText('otto (you)').waitFor();
    expect(await otto.page.getByText('rosa@people.example').count()).toBe(0);

    const [driveId, applicationId] = [randomUUID(), randomUUID()];
    await db.query(
      `insert into authors.applications (id, org_id, applicant_id, state, company_name, country, website, drive_name, drive_slug, description, security_contact, submitted_at, decided_by)
       select $1, m.org_id, m.user_id, 'approved', 'C', 'US', 'https://a.example', 'Rosa Drive', 'rosa-drive', 'D', 's@a.example', platform.portal_now(), gen_random_uuid()
       from authors.organization_members m join identity.users u on u.id = m.user_id where u.email = 'rosa@people.example'`,
      [applicationId],
    );
    await db.query(
      `insert into authors.drive_reservations (id, org_id, application_id, slug, name)
       select $1, org_id, id, 'rosa-drive', 'Rosa Drive' from authors.applications where id = $2`,
      [driveId, applicationId],
    );
    await otto.go(`/author/drives/${randomUUID()}`);
    await otto.page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(await otto.page.getByText('This belongs to').count()).toBe(0);
    await otto.go(`/author/drives/${driveId}`);
    await otto.page.getByRole('heading', { name: 'Not found' }).waitFor();
    await otto.page.getByText('This belongs to Rosa Works').waitFor();
    await checkPage(otto, 'other-organization');
    await press(otto, 'Act for Rosa Works');
    await otto.page.getByRole('heading', { level: 1, name: 'Rosa Drive' }).waitFor();
    await actsFor('Rosa Works');
    await otto.close();
  });

  it('the sign-in page offers the provider', async () => {
    const visitor = await stage.anybody('sso');
    await visitor.go('/sign-in');
    const link = visitor.page.getByRole('link', { name: 'Sign in with Test ID' });
    const started = await fetch(new URL((await link.getAttribute('href'))!, base), { redirect: 'manual' });
    expect(started.headers.get('location')).toContain(`${provider.url}/authorize`);
    await visitor.go('/sign-in?problem=oidc_failed');
    await checkPage(visitor, 'sign-in-problem');
    await visitor.close();
  });
});
