import { randomUUID } from 'node:crypto';
import { BankGateway, ConnectGateway } from '@portal/stripe-gateway';
import { Client } from 'pg';
import { days, PayoutWorld } from '../../../../test/support/money/payout-world.js';
import { RefreshPayoutAccount } from './refresh-payout-account.js';
import { SyncBankPayouts } from '../transfers/sync-bank-payouts.js';

const world = PayoutWorld.forTests();

const play = (action: string, id: string) => world.control('/play', { do: action, id });
const bankOf = async (payoutId: string): Promise<{ state: string; failure: string | null } | undefined> =>
  (
    await world.query<{ state: string; failure: string | null }>(
      'select state, failure from payouts.bank_legs where payout_id = $1',
      [payoutId],
    )
  )[0];

describe('more accounts than are requested at once', () => {
  it('are read in rotation: neither those whose transfers never settle nor one that fails blocks the others', async () => {
    const { author, payoutId } = await world.onePayout();
    await world.send(payoutId);
    await world.advance(days(8));
    // Synced a day ago, unlike the others, whose payments the processor never reports.
    const others = 2_050;
    const owner = new Client({ connectionString: world.app.database.url });
    await owner.connect();
    await owner.query(`update payouts.payout_accounts set bank_asked_at = platform.portal_now() - interval '1 day'`);
    await owner.query('begin');
    await owner.query(`set local session_replication_role = 'replica'`);
    await owner.query(
      `insert into payouts.payout_accounts (id, org_id, country, state, provider_account_id, active)
       select gen_random_uuid(), gen_random_uuid(), 'DE', 'ready', 'acct_other_' || lpad(n::text, 4, '0'), true from generate_series(1, $1) n`,
      [others],
    );
    await owner.query(
      `insert into payouts.payouts (id, run_id, org_id, currency, balance, amount, carry, state, reason, provider_account_id, transfer_group, settled_at)
       select c.id, $1, c.org_id, 'usd', 10, 10, 0, 'settled', 'due', c.provider_account_id, 'po_' || c.id, platform.portal_now()
       from payouts.payout_accounts c where c.provider_account_id like 'acct_other_%'`,
      [randomUUID()],
    );
    await owner.query(
      `insert into payouts.payout_attempts (payout_id, n, idempotency_key, body_hash, state, first_sent_at, transfer_id, destination_payment_id)
       select c.id, 1, 'po_' || c.id || '_1', 'x', 'accepted', platform.portal_now(), 'tr_' || c.id, 'py_' || c.id
       from payouts.payout_accounts c where c.provider_account_id like 'acct_other_%'`,
    );
    await owner.query('commit');
    await owner.end();
    const bank = world.get(BankGateway);
    const real = bank.movements.bind(bank);
    const asked: string[] = [];
    const answers = jest.spyOn(bank, 'movements').mockImplementation(async (account, since) => {
      asked.push(account);
      if (account === 'acct_other_0002') throw new Error('this account cannot be asked');
      return account.startsWith('acct_other_') ? { payments: [], payouts: [] } : real(account, since);
    });
    try {
      const sync = world.get(SyncBankPayouts);
      await expect(sync.all()).rejects.toThrow('cannot be asked');
      expect(asked).toHaveLength(2_000);
      expect(asked.includes(author.accountId!)).toBe(false);
      await sync.all();
      expect(asked.includes(author.accountId!)).toBe(true);
      expect((await bankOf(payoutId))!.state).toBe('paid');
      // All accounts are synced once before any is synced twice, and none again too soon.
      expect(new Set(asked).size).toBe(asked.length);
      expect(asked.filter((one) => one.startsWith('acct_other_'))).toHaveLength(others);
      const before = asked.length;
      expect(await sync.all()).toBe(0);
      expect(asked).toHaveLength(before);
      await world.advance(days(1));
      await sync.all(undefined, 3).catch(() => undefined);
      expect(asked.slice(before)).toHaveLength(3);
      // Eight are asked at once, so nearly in order.
      expect(asked.slice(0, 50)).toEqual(expect.arrayContaining(asked.slice(before)));
      // If the processor does not answer, the rest is not tried.
      answers.mockRejectedValue(new Error('nobody is there'));
      answers.mockClear();
      await expect(sync.all()).rejects.toThrow('nobody is there');
      expect(answers.mock.calls.length).toBeLessThan(20);
      // Nor after the worker has to stop.
      answers.mockClear();
      expect(await sync.all(AbortSignal.abort())).toBe(0);
      expect(answers).not.toHaveBeenCalled();
    } finally {
      answers.mockRestore();
    }
  });
});

describe('an older answer of the processor that arrives after a newer one', () => {
  it('never replaces the state of the bank payout', async () => {
    const { author, payoutId } = await world.onePayout();
    await world.send(payoutId);
    await world.advance(days(8));
    const bank = world.get(BankGateway);
    const movements = bank.movements.bind(bank);
    const slow = jest.spyOn(bank, 'movements').mockImplementationOnce(async (...question) => {
      const old = await movements(...question);
      const [payout] = (await world.stripe.payouts.list({ limit: 1 }, { stripeAccount: author.accountId! })).data;
      await play('payout-failed', payout!.id);
      await world.get(SyncBankPayouts).execute(author.accountId!);
      return old;
    });
    await world.get(SyncBankPayouts).execute(author.accountId!);
    slow.mockRestore();
    expect(['failed', 'returned']).toContain((await bankOf(payoutId))!.state);
  });

  it('never replaces the state of the account', async () => {
    const author = await world.author();
    const connect = world.get(ConnectGateway);
    const retrieve = connect.retrieveAccount.bind(connect);
    const slow = jest.spyOn(connect, 'retrieveAccount').mockImplementationOnce(async (accountId) => {
      const old = await retrieve(accountId);
      expect(old).toMatchObject({ payable: true });
      await world.control(`/accounts/${accountId}`, { capability: 'restricted' });
      await world.get(RefreshPayoutAccount).byProviderId(accountId);
      return old;
    });
    await world.get(RefreshPayoutAccount).byProviderId(author.accountId!);
    slow.mockRestore();
    await world.get(RefreshPayoutAccount).byProviderId('acct_of_somebody_else');
    const [account] = await world.query<{ state: string }>(
      'select state from payouts.payout_accounts where provider_account_id = $1',
      [author.accountId],
    );
    expect(account).toEqual({ state: 'incomplete' });
  });
});

describe('a country without payouts', () => {
  it('is announced before anything is set up, and refused', async () => {
    const who = await world.author({ account: 'none' });
    // Approved before the country was removed from the list.
    await world.query(`update authors.organizations set country = 'BR' where id = $1`, [who.orgId]);
    const account = await world.read<{ country_supported: boolean; supported_countries: string[] }>(
      who.session,
      '/author/payout-account',
    );
    expect(account.data.country_supported).toBe(false);
    expect(account.data.supported_countries).toContain('DE');
    expect((await world.post(who.session, '/author/payout-account')).error).toBe('payout_country_unsupported');
  });
});
