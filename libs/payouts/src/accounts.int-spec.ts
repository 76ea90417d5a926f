import { BankGateway, ConnectGateway } from '@portal/stripe-gateway';
import { days, PayoutWorld } from '../../../test/support/payout-world.js';
import { FollowAccount } from './follow-account.js';
import { FollowBank } from './follow-bank.js';

let world: PayoutWorld;
beforeAll(async () => {
  world = await PayoutWorld.start();
});
afterAll(() => world.close());

const play = (action: string, id: string) => world.control('/play', { do: action, id });
const bankOf = async (payoutId: string): Promise<{ state: string; failure: string | null } | undefined> =>
  (
    await world.query<{ state: string; failure: string | null }>(
      'select state, failure from payouts.bank_legs where payout_id = $1',
      [payoutId],
    )
  )[0];

describe('the author’s bank', () => {
  it('is followed from the payout that carries the transfer until it has it, and when it gives it back', async () => {
    const { author, payoutId, run } = await world.onePayout();
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
    expect(await world.get(FollowBank).execute(author.accountId!)).toBe(0);
    expect(await bankOf(payoutId)).toBeUndefined();
    // The processor pays out daily what is available.
    await world.advance(days(4));
    await world.get(FollowBank).execute(author.accountId!);
    const seen = (await bankOf(payoutId))!;
    expect(['pending', 'in_transit', 'paid']).toContain(seen.state);
    await world.advance(days(4));
    await world.get(FollowBank).execute(author.accountId!);
    expect((await bankOf(payoutId))!.state).toBe('paid');
    const [bank] = (await world.stripe().payouts.list({ limit: 1 }, { stripeAccount: author.accountId! })).data;
    await play('payout-failed', bank!.id);
    await world.get(FollowBank).execute(author.accountId!);
    expect((await bankOf(payoutId))!.state).toBe('returned');
    const mails = await world.query(
      `select 1 from platform.mail_messages where subject = 'Your bank did not take 50.00 USD'`,
    );
    expect(mails).toHaveLength(1);
    // The ledger settled on the transfer; nothing moves there.
    expect(await world.balance(author.orgId)).toBe(0n);
    expect((await world.payoutNow(run, author)).state).toBe('settled');
  });
});

describe('an answer of the processor that was overtaken by a newer one', () => {
  it('never stands: of the bank', async () => {
    const { author, payoutId } = await world.onePayout();
    await world.send(payoutId);
    await world.advance(days(8));
    const bank = world.get(BankGateway);
    const movements = bank.movements.bind(bank);
    const slow = jest.spyOn(bank, 'movements').mockImplementationOnce(async (...question) => {
      const old = await movements(...question);
      const [payout] = (await world.stripe().payouts.list({ limit: 1 }, { stripeAccount: author.accountId! })).data;
      await play('payout-failed', payout!.id);
      await world.get(FollowBank).execute(author.accountId!);
      return old;
    });
    await world.get(FollowBank).execute(author.accountId!);
    slow.mockRestore();
    expect(['failed', 'returned']).toContain((await bankOf(payoutId))!.state);
  });

  it('never stands: of the account', async () => {
    const author = await world.author();
    const connect = world.get(ConnectGateway);
    const retrieve = connect.retrieveAccount.bind(connect);
    const slow = jest.spyOn(connect, 'retrieveAccount').mockImplementationOnce(async (accountId) => {
      const old = await retrieve(accountId);
      expect(old).toMatchObject({ payable: true });
      await world.control(`/accounts/${accountId}`, { capability: 'restricted' });
      await world.get(FollowAccount).execute(accountId);
      return old;
    });
    await world.get(FollowAccount).execute(author.accountId!);
    slow.mockRestore();
    const [account] = await world.query<{ state: string }>(
      'select state from payouts.payout_accounts where provider_account_id = $1',
      [author.accountId],
    );
    expect(account).toEqual({ state: 'incomplete' });
  });
});

describe('accounts over the older interface', () => {
  it('are made, verified, restricted and closed as over the newer one', async () => {
    const older = await world.app.beside({ STRIPE_API_BASE: world.sandbox.url, STRIPE_ACCOUNTS: 'v1' });
    try {
      const connect = older.get(ConnectGateway);
      const { accountId } = await connect.createAccount({
        idempotencyKey: 'acct_v1_test',
        reference: 'org',
        email: 'author@example.org',
        displayName: 'Author',
        country: 'de',
        entityType: 'company',
      });
      const link = await connect.createOnboardingLink({
        idempotencyKey: 'link_v1_test',
        accountId,
        returnUrl: 'http://127.0.0.1/back',
        refreshUrl: 'http://127.0.0.1/again',
      });
      expect(link.url).toMatch(/^http/);
      const before = await connect.retrieveAccount(accountId);
      expect(before).toMatchObject({ country: 'DE', payable: false, closed: false });
      expect(before!.requirements.length).toBeGreaterThan(0);
      await world.control(`/accounts/${accountId}`, { capability: 'active' });
      expect(await connect.retrieveAccount(accountId)).toMatchObject({ payable: true, requirements: [] });
      await world.control(`/accounts/${accountId}`, { capability: 'restricted' });
      expect((await connect.retrieveAccount(accountId))!.payable).toBe(false);
      expect(await connect.retrieveAccount('acct_none')).toBeUndefined();
    } finally {
      await older.close();
    }
  });
});

describe('a country that payouts do not reach', () => {
  it('is told before anything is set up, and what is earned is kept with that reason', async () => {
    const who = await world.author('none');
    // Approved before the list was shortened.
    await world.query(`update authors.organizations set country = 'BR' where id = $1`, [who.orgId]);
    const account = await world.read<{ country_supported: boolean; supported_countries: string[] }>(
      who.session,
      '/author/payout-account',
    );
    expect(account.data.country_supported).toBe(false);
    expect(account.data.supported_countries).toContain('DE');
    expect((await world.post(who.session, '/author/payout-account')).error).toBe('payout_country_unsupported');
    await world.earn(who.orgId, 5_000n);
    const run = await world.executing();
    expect(world.payoutOf(run, who)).toMatchObject({ amount_minor: '0', reason: 'country_unsupported' });
  });
});
