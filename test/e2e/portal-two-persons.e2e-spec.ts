import { Secret, TOTP } from 'otpauth';
import type { Visitor } from '../support/browser/browser-tour.js';
import { describeWith } from '../support/needs.js';
import { Person } from '../support/http/person.js';
import { PortalInBrowser, refusedOnce, rowOf, whyNot } from '../support/browser/portal-in-browser.js';
import { confirm, follow, leave, checkPage, press, write } from '../support/browser/story-steps.js';
import { invited } from '../support/people/member.js';
import { mailedInSandbox } from '../support/money/mailed-in-sandbox.js';
import { eventually } from '../support/test-timeout.js';

const PASSWORD = 'a phrase that nobody guesses';
const PROPOSALS = 'Proposed roles';
const REMOVALS = 'Second factors to remove';
const REMOVALS_URL = '/approvals?kind=factor_removal';
const CHECKED = 'Came to the desk with a passport on Monday.';
/** Cents: little enough for any invoice, and what the author loses of it at 70 percent. */
const [REFUNDED, LOST] = ['10', '7'];
const REASON = 'Joins the finance team on Monday.';

interface Profile {
  readonly revision: string;
  readonly saved_by: string | null;
}
interface Invoice {
  readonly id: string;
  readonly tenant_name: string;
  readonly state: string;
}
interface Items<T> {
  readonly items: T[];
}

describeWith('browser', 'acts that need two persons, in a browser', () => {
  const stage = PortalInBrowser.forTests({ story: true });
  /** The organisation of the story's author. */
  let orgId: string;
  let orgName: string;

  beforeAll(async () => {
    const found = await stage.db.query<{ id: string; name: string }>(
      `select id, name from authors.organizations where name like '%' || $1`,
      [stage.suffix],
    );
    [{ id: orgId, name: orgName }] = found.rows as [{ id: string; name: string }];
  });

  it('a change that a colleague saved first is shown with name and time, and the later person decides', async () => {
    const { email, password } = stage.storyAuthor;
    const owner = await Person.signIn(stage.url, email, password);
    const account = { email: 'dana@people.example', password: PASSWORD };
    const dana = await invited(stage.url, owner, { ...account, name: 'Dana Dough', role: 'owner' });

    const late = await stage.signIn('late-colleague', stage.storyAuthor);
    await late.go('/author/tax-profile');
    const name = late.page.getByLabel('Legal name');
    await write(late, name, 'Late Words GmbH');
    await write(late, late.page.getByLabel('Address'), 'Main Street 1, Berlin');
    await write(late, late.page.getByRole('combobox', { name: 'Country' }), 'DE');
    const { revision } = await dana.must<Profile>('GET', '/api/v1/author/tax-profile');
    await dana.must('POST', '/api/v1/author/tax-profile', {
      legal_name: 'Early Words GmbH',
      address: 'Main Street 1, Berlin',
      country: 'DE',
      vat_treatment: 'not_registered',
      self_billing_consent: false,
      revision,
    });
    await press(late, 'Save tax data');
    const alert = late.page.getByRole('alert').filter({ hasText: 'Someone else changed this while you were editing' });
    await alert.getByText('Now: “Early Words GmbH”. You wrote: “Late Words GmbH”.').waitFor();
    await alert.getByText(/^Last changed by Dana Dough /).waitFor();
    expect(await alert.locator('time').getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await name.inputValue()).toBe('Late Words GmbH');
    refusedOnce(late, 409);
    await checkPage(late, 'tax-profile-conflict');
    await press(late, 'Save tax data');
    await late.page.getByText(/^Saved .* by /).waitFor();
    expect((await dana.must<Profile>('GET', '/api/v1/author/tax-profile')).saved_by).not.toBe('Dana Dough');
    await leave(late);
  });

  it('a privileged role is proposed by one admin, who cannot confirm it, and granted by a second', async () => {
    const nia = await Person.signIn(stage.url, 'nia@people.example', PASSWORD, 'Nia New');
    const roles = async (): Promise<string[]> =>
      (await nia.must<{ roles: { role: string }[] }>('GET', '/api/v1/me')).roles.map(({ role }) => role);
    const first = await stage.enter('admin');
    await first.go('/admin/people?q=nia%40people.example');
    await rowOf(first, 'People', 'Nia New').waitFor();
    await press(first, 'Change roles');
    await first.page.getByRole('dialog').getByLabel('Staff role').selectOption('finance');
    await write(first, first.page.getByRole('dialog').getByLabel('In your words'), REASON);
    await checkPage(first, 'propose-role');
    await confirm(first, 'Propose the role finance');
    await rowOf(first, PROPOSALS, 'Nia New').getByRole('link').click();
    await first.page.getByText('You proposed this, so somebody else decides.').waitFor();
    const { items } = await stage.ask<Items<{ id: string; digest: string }>>(first, 'GET', '/approvals?kind=role');
    const [{ id, digest }] = items as [{ id: string; digest: string }];
    // The button is for people; a request without it is refused as well.
    const refused = await stage.call(first, 'POST', `/approvals/${id}/approve`, { digest });
    expect([refused.status, refused.error, await roles()]).toEqual([403, 'approval_same_person', []]);
    await checkPage(first, 'role-proposed');
    await leave(first);

    const second = await stage.enter('second-admin');
    await second.go('/approvals?kind=host_token');
    await second.page.getByText('No results for these filters.').waitFor();
    await second.page.getByLabel('Kind').selectOption({ label: 'Staff role' });
    await rowOf(second, 'Waiting', 'Nia New').getByRole('link').click();
    await second.page.getByText(REASON).waitFor();
    expect(new URL(second.page.url()).searchParams.get('kind')).toBe('role');
    await checkPage(second, 'role-to-confirm');
    await second.page.getByRole('button', { name: /^Approve, / }).click();
    await second.page.getByText('No results for these filters.').waitFor();
    expect(await roles()).toEqual(['finance']);
    await second.go('/admin/people?q=nia%40people.example');
    await rowOf(second, 'People', 'Nia New').getByText('finance', { exact: true }).waitFor();
    await leave(second);
  });

  it('a token of the host that writes is created by one admin, and works once a second has approved it', async () => {
    const first = await stage.enter('admin');
    await stage.ask(first, 'POST', '/account/step-up', { password: 'demo' });
    const made = await stage.ask<{ id: string; secret: string }>(first, 'POST', '/admin/host-tokens', {
      name: 'Mirror of operators',
      expires_in_days: 30,
      scopes: ['operators:write'],
    });
    const { rows } = await stage.db.query<{ external_id: string }>('select external_id from installs.tenants limit 1');
    const answer = async (): Promise<number> => {
      const url = `/api/v1/host/external/tenants/${rows[0]!.external_id}/operators`;
      return (await new Person(stage.url, 'mirror', made.secret).call('GET', url)).status;
    };
    await first.go('/admin/people');
    await rowOf(first, 'API tokens', 'Mirror of operators').getByText('Waits for another admin').waitFor();
    expect(await answer()).not.toBe(200);
    await checkPage(first, 'token-to-approve');
    await leave(first);

    const second = await stage.enter('second-admin');
    await second.go('/approvals');
    await rowOf(second, 'Waiting', 'Mirror of operators').getByRole('link').click();
    await second.page.getByRole('button', { name: /^Approve, / }).click();
    await second.page.getByText('Nothing waits for a second person.').waitFor();
    expect(await answer()).toBe(200);
    await checkPage(second, 'token-approved');
    await leave(second);
  });

  it('a lost second factor is removed by two admins; the person stops it on the account page or with the mailed link', async () => {
    const lou = await stage.anybody('lou');
    const account = { email: 'lou@people.example', password: PASSWORD };
    await stage.ask(lou, 'POST', '/auth/sign-up', { ...account, name: 'Lou Lost' });
    await stage.ask(lou, 'POST', '/auth/sign-in', account);
    const { secret } = await stage.ask<{ secret: string }>(lou, 'POST', '/account/second-factor/start');
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await stage.ask(lou, 'POST', '/account/second-factor/confirm', { code });

    const first = await stage.enter('admin');
    const request = async (): Promise<void> => {
      await first.go('/admin/people?q=lou%40people.example');
      await press(first, 'Remove second factor of Lou Lost');
      await write(first, first.page.getByRole('dialog').getByLabel('In your words'), CHECKED);
    };
    await request();
    await checkPage(first, 'request-removal');
    await confirm(first, 'Request the removal');
    await rowOf(first, REMOVALS, 'Lou Lost').waitFor();
    await checkPage(first, 'removal-requested');

    const second = await stage.enter('second-admin');
    await second.go('/admin/people');
    await rowOf(second, REMOVALS, 'Lou Lost').getByRole('link').click();
    await second.page.getByText(CHECKED).waitFor();
    await second.page.getByText(/^It can be approved from /).waitFor();
    await checkPage(second, 'removal-to-approve');
    const { items } = await stage.ask<Items<{ id: string; digest: string }>>(second, 'GET', REMOVALS_URL);
    const [{ id, digest }] = items as [{ id: string; digest: string }];
    const early = await stage.call(second, 'POST', `/approvals/${id}/approve`, { digest });
    expect([early.status, early.error]).toEqual([409, 'factor_removal_waits']);
    await leave(second);

    await lou.go('/account');
    await lou.page.getByText(/^An admin requested that two-factor authentication be removed/).waitFor();
    await checkPage(lou, 'removal-of-mine');
    await press(lou, 'Cancel the removal');
    await lou.page.getByText('Two-factor authentication stays on.').waitFor();
    await lou.page.getByRole('button', { name: 'Cancel the removal' }).waitFor({ state: 'detached' });
    await leave(lou);

    await request();
    await confirm(first, 'Request the removal');
    await rowOf(first, REMOVALS, 'Lou Lost').waitFor();
    const reader = await Person.demo(stage.url, 'reviewer');
    const links = async (): Promise<string[]> =>
      (await mailedInSandbox(reader, account.email)).flatMap(
        ({ text }) => /\/cancel-second-factor-removal\?token=\w+/.exec(text)?.[0] ?? [],
      );
    const mailed = await eventually('the mail about each request', links, (found) => found.length === 2);
    const anybody = await stage.anybody('reader-of-mail');
    await anybody.go(mailed.at(-1)!);
    await checkPage(anybody, 'cancel-removal');
    const state = async (): Promise<string> =>
      (await stage.ask<Items<{ state: string }>>(first, 'GET', REMOVALS_URL)).items[0]!.state;
    expect(await state()).toBe('waiting');
    await press(anybody, 'Cancel the removal');
    await anybody.page.getByText('Cancelled. Two-factor authentication stays on.').waitFor();
    expect(await state()).toBe('superseded');
    await leave(first);

    await anybody.go('/sign-in');
    await write(anybody, anybody.page.getByLabel('Email'), account.email);
    await write(anybody, anybody.page.getByLabel('Password', { exact: true }), PASSWORD);
    await press(anybody, 'Sign in');
    await anybody.page.getByText('Lost your device and your recovery codes?').click();
    await anybody.page.getByText(/two admins must approve/).waitFor();
    await checkPage(anybody, 'second-factor-lost');
    await leave(anybody);
  });

  /** Of the author's balances, cents. */
  const owed = async (): Promise<string[]> => {
    const { rows } = await stage.db.query<{ owed: string }>(
      `select (b.debits - b.credits)::text as owed from ledger.ledger_account a
       join ledger.account_balance b on b.account_id = a.id where a.code = 'author_payable' and a.owner_id = $1`,
      [orgId],
    );
    return rows.map((row) => row.owed);
  };

  /**
   * A part of the author's paid earnings is refunded to a tenant, and the author has left: there are no further
   * earnings.
   */
  async function owing(preparer: Visitor): Promise<void> {
    const { items } = await stage.ask<Items<Invoice>>(preparer, 'GET', '/finance/invoices?limit=100');
    const invoice = items.find((one) => one.state === 'paid' && one.tenant_name.includes(stage.suffix))!;
    await stage.ask(preparer, 'POST', `/finance/invoices/${invoice.id}/refunds`, {
      scope: 'amount',
      amount_minor: REFUNDED,
      reason: 'service_failure',
      note: 'It did not work for a day.',
      confirm_minor: REFUNDED,
    });
    await eventually('the refund is booked', owed, (cents) => cents.includes(LOST));
    await stage.db.query(`update authors.developer_accounts set state = 'terminated' where org_id = $1`, [orgId]);
  }

  it('a long negative balance of an author is settled by one person of finance and a second', async () => {
    const preparer = await stage.enter('finance-preparer');
    await owing(preparer);
    await stage.ask(preparer, 'POST', '/finance/reconciliation');
    await eventually(
      'the worklist has it',
      () => stage.ask<Items<{ id: string }>>(preparer, 'GET', '/finance/exceptions?kind=negative_overdue'),
      ({ items }) => items.length === 1,
    );
    await preparer.go('/finance/exceptions?kind=negative_overdue');
    await follow(preparer, preparer.page.getByRole('region', { name: 'Exceptions' }).locator('tbody a').first());
    await preparer.page.getByRole('heading', { level: 2, name: 'Settlement' }).waitFor();
    await preparer.page.getByText(orgName).first().waitFor();
    const { pathname } = new URL(preparer.page.url());
    await press(preparer, 'Settle this balance');
    const dialog = preparer.page.getByRole('dialog');
    await dialog.getByLabel('How', { exact: true }).selectOption('paid_otherwise');
    expect(await whyNot(preparer, 'Propose')).toBe('Enter the evidence of the payment.');
    await write(preparer, dialog.getByLabel('Evidence'), 'Bank transfer of 3 March, reference 7781');
    expect(await whyNot(preparer, 'Propose')).toBe('Enter a reason for the second person, of at least 20 characters.');
    await write(preparer, dialog.getByLabel('Reason'), 'They paid us back by bank.');
    await checkPage(preparer, 'recovery-proposal');
    await confirm(preparer, 'Propose');
    await rowOf(preparer, 'Settlement', orgName).getByRole('link').click();
    await preparer.page.getByText('You proposed this, so somebody else decides.').waitFor();
    await checkPage(preparer, 'recovery-proposed');
    await leave(preparer);

    const approver = await stage.enter('finance-approver');
    await approver.go(pathname);
    await rowOf(approver, 'Settlement', orgName).getByRole('link').click();
    await approver.page.getByText('Evidence: Bank transfer of 3 March, reference 7781').waitFor();
    await approver.page.getByText('$0.07').first().waitFor();
    await approver.page.getByRole('button', { name: /^Approve, / }).click();
    await approver.page.getByText('Nothing waits for a second person.').waitFor();
    await checkPage(approver, 'recovery-approved');
    const proof = await stage.ask<{ ok: boolean }>(approver, 'GET', '/finance/ledger/proof');
    expect(proof.ok).toBe(true);
    expect(await owed()).toEqual(['0']);
    await leave(approver);
  });
});
