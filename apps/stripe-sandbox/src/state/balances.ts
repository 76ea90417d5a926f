import { makeId } from '../system.js';
import type { Tx } from './database.js';
import { defaultCurrency, exchangeRate, settlementCurrencies } from './settlement.js';
import { platformAccount, unixSeconds, updateObject, type ApiObject } from './objects.js';

interface Entry {
  /** Made here when left out. */
  id?: string;
  /** The platform's when left out. */
  account?: string;
  currency: string;
  /** Gross in minor units; negative takes away. */
  amount: number;
  /** Or how it follows from the amount that settles. */
  fee?: number | ((settled: number) => number);
  type: string;
  /** Id of the object that caused it. */
  source: string;
  description?: string | null;
  /** When the net may be used; now when left out. */
  availableAt?: Date;
  /** Of money that came in another currency. */
  exchangeRate?: number | null;
}

interface BalanceTransactionRow {
  id: string;
  currency: string;
  amount: string;
  fee: string;
  net: string;
  type: string;
  source: string;
  description: string | null;
  created_at: Date;
  available_at: Date;
  exchange_rate: string | null;
}

const columns = 'id, currency, amount, fee, net, type, source, description, created_at, available_at, exchange_rate';

/** Books one entry and moves the balance with it. Returns the balance transaction. */
export async function book(tx: Tx, entry: Entry): Promise<ApiObject> {
  const [booked] = await bookAll(tx, [entry]);
  if (!booked) throw new Error('nothing booked');
  return booked;
}

/** Books the movement of an object on the platform's balance, and notes it in the object, which is returned. */
export async function bookOf(tx: Tx, made: ApiObject, entry: Omit<Entry, 'source' | 'currency' | 'account'>) {
  const { id } = await book(tx, { currency: String(made.currency), source: made.id, ...entry });
  return updateObject(tx, made.id, { balance_transaction: id });
}

/** What tenants pay or get back, in the currency in which it settles. */
async function settled(tx: Tx, entry: Entry): Promise<Entry> {
  const { currency, type } = entry;
  if (!['charge', 'refund', 'refund_failure', 'adjustment'].includes(type)) return entry;
  if ((await settlementCurrencies(tx)).includes(currency)) return entry;
  const rate = exchangeRate(currency, type);
  return { ...entry, currency: defaultCurrency, amount: Math.round(entry.amount * rate), exchangeRate: rate };
}

/** Books entries that belong together, by one statement. */
export async function bookAll(tx: Tx, made: readonly Entry[]): Promise<ApiObject[]> {
  const entries: Entry[] = [];
  for (const entry of made) entries.push(await settled(tx, entry));
  const rows = await tx.query<BalanceTransactionRow>(
    `with booked as (
       insert into stripe_sandbox.balance_transactions
         (id, account, currency, amount, fee, type, source, description, created_at, available_at, exchange_rate)
       select x.id, x.account, x.currency, x.amount, x.fee, x.type, x.source, x.description, $2, coalesce(x.available_at, $2), x.exchange_rate
         from jsonb_to_recordset($1::jsonb) as x(id text, account text, currency text, amount bigint, fee bigint, type text,
           source text, description text, available_at timestamptz, exchange_rate numeric)
       returning *),
     moved as (
       insert into stripe_sandbox.balances as b (account, currency, total)
       select account, currency, sum(net) from booked group by account, currency
       on conflict (account, currency) do update set total = b.total + excluded.total)
     select ${columns} from booked order by seq`,
    [
      JSON.stringify(
        entries.map((entry) => ({
          id: entry.id ?? makeId('txn'),
          account: entry.account ?? platformAccount,
          currency: entry.currency,
          amount: entry.amount,
          fee: typeof entry.fee === 'function' ? entry.fee(entry.amount) : (entry.fee ?? 0),
          type: entry.type,
          source: entry.source,
          description: entry.description ?? null,
          available_at: entry.availableAt?.toISOString() ?? null,
          exchange_rate: entry.exchangeRate ?? null,
        })),
      ),
      tx.now,
    ],
  );
  return rows.map((row) => viewBalanceTransaction(row, tx.now));
}

/**
 * The balance of an account per currency. Only incoming money can be pending: an outgoing transfer counts at
 * once, also for a request that began a moment before it and sees it as made in the future. `reserved`: set aside on the
 * platform for connected accounts below zero.
 */
export async function readFunds(tx: Tx, account: string) {
  const rows = await tx.query<{ currency: string; available: string; pending: string; reserved: string }>(
    `select b.currency, b.total - p.pending - r.reserved as available, p.pending, r.reserved
       from stripe_sandbox.balances b
       cross join lateral (
         select coalesce(sum(t.net), 0)::bigint as pending from stripe_sandbox.balance_transactions t
          where t.account = b.account and t.currency = b.currency and t.net > 0 and t.available_at > $2) p
       cross join lateral (
         select coalesce(-sum(c.total), 0)::bigint as reserved from stripe_sandbox.balances c
          where $1 = '${platformAccount}' and c.account <> $1 and c.currency = b.currency and c.total < 0) r
      where b.account = $1 order by b.currency`,
    [account, tx.now],
  );
  return rows.map((row) => ({
    currency: row.currency,
    available: Number(row.available),
    pending: Number(row.pending),
    reserved: Number(row.reserved),
  }));
}

/** Available amount of an account in a currency now. Locks the balance until the transaction ends. */
export async function lockAvailable(tx: Tx, account: string, currency: string): Promise<number> {
  await tx.query('select total from stripe_sandbox.balances where account = $1 and currency = $2 for update', [
    account,
    currency,
  ]);
  return (await readFunds(tx, account)).find((funds) => funds.currency === currency)?.available ?? 0;
}

export async function findBalanceTransaction(tx: Tx, account: string, id: string): Promise<ApiObject | undefined> {
  const rows = await tx.query<BalanceTransactionRow>(
    `select ${columns} from stripe_sandbox.balance_transactions where id = $1 and account = $2`,
    [id, account],
  );
  return rows[0] && viewBalanceTransaction(rows[0], tx.now);
}

/** Newest first. `where` is SQL over the table's columns with $1 = account; `values` continue at $2. */
export async function selectBalanceTransactions(tx: Tx, account: string, where: string, values: unknown[]) {
  const rows = await tx.query<BalanceTransactionRow>(
    `select ${columns} from stripe_sandbox.balance_transactions where account = $1 ${where}`,
    [account, ...values],
  );
  return rows.map((row) => viewBalanceTransaction(row, tx.now));
}

function viewBalanceTransaction(row: BalanceTransactionRow, now: Date): ApiObject {
  const fee = Number(row.fee);
  const { currency } = row;
  const details = { amount: fee, application: null, currency, description: 'processing fees', type: 'stripe_fee' };
  return {
    id: row.id,
    object: 'balance_transaction',
    amount: Number(row.amount),
    available_on: unixSeconds(row.available_at),
    balance_type: 'payments',
    created: unixSeconds(row.created_at),
    currency,
    description: row.description,
    exchange_rate: row.exchange_rate === null ? null : Number(row.exchange_rate),
    fee,
    fee_details: fee === 0 ? [] : [details],
    net: Number(row.net),
    reporting_category: row.type === 'payment' ? 'charge' : row.type,
    source: row.source,
    status: row.available_at <= now ? 'available' : 'pending',
    type: row.type,
  };
}
