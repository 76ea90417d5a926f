import { monthAfter, startOf } from '@portal/simulator';
import type {
  AccountResult,
  InvoiceResult,
  LineResult,
  Observed,
  PayoutResult,
  PostingResult,
  RunResult,
  TrialBalance,
} from './result.js';

/** A connection that may read everything. */
export interface Reader {
  query(sql: string, params?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Which name stands for an id: the scenario's, or the id itself when a real database is read. */
export type NameOf = (id: string) => string;

/** What is read: months from the first to the last, both `YYYY-MM`. */
export interface Range {
  readonly first: string;
  readonly last: string;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function sorted<T>(rows: readonly T[], ...keys: ((row: T) => string)[]): T[] {
  return [...rows].sort((a, b) => {
    for (const key of keys) {
      const order = byText(key(a), key(b));
      if (order !== 0) return order;
    }
    return 0;
  });
}

/**
 * Reads what the engine left in its tables into the documented result. The order of everything comes from names and
 * instants only, so that two databases with the same facts give the same bytes.
 */
export async function observe(reader: Reader, nameOf: NameOf, range: Range): Promise<Observed> {
  const read = async <T>(sql: string, params: unknown[] = []): Promise<T[]> =>
    (await reader.query(sql, params)).rows as T[];
  const names = await readNames(read, nameOf);
  return {
    lines: await lines(read, nameOf, range),
    invoices: await invoices(read, nameOf, range),
    postings: await postings(read, names),
    accounts: await accounts(read, nameOf),
    trial_balance: await trialBalance(read),
    runs: await runs(read, nameOf, range),
  };
}

type Read = <T>(sql: string, params?: unknown[]) => Promise<T[]>;

interface LineRow {
  month: string;
  org_id: string | null;
  currency: string;
  install_id: string;
  drive_id: string;
  tenant_id: string;
  venture_id: string;
  from_at: Date;
  to_at: Date;
  seconds: string;
  month_seconds: string;
  price_amount: string;
  gross: string;
  author_bps: number;
  author_share: string;
  platform_share: string;
}

async function lines(read: Read, nameOf: NameOf, { first, last }: Range): Promise<LineResult[]> {
  const rows = await read<LineRow>(
    `select to_char(l.month, 'YYYY-MM') as month, l.org_id, l.currency, l.install_id, l.drive_id, i.tenant_id, s.venture_id,
       l.from_at, l.to_at, l.seconds, l.month_seconds, l.price_amount, l.gross, l.author_bps, l.author_share, l.platform_share
     from billing.invoice_lines l join billing.invoices i on i.id = l.invoice_id join billing.install_segments s on s.id = l.segment_id
     where to_char(l.month, 'YYYY-MM') between $1 and $2`,
    [first, last],
  );
  const ordered = sorted(
    rows,
    (row) => row.month,
    (row) => (row.org_id === null ? '' : nameOf(row.org_id)),
    (row) => row.currency,
    (row) => nameOf(row.install_id),
    (row) => row.from_at.toISOString(),
  );
  const reached = new Map<string, { gross: bigint; share: bigint }>();
  return ordered.map((row) => {
    const author = row.org_id === null ? null : nameOf(row.org_id);
    const key = `${row.month} ${author ?? ''} ${row.currency}`;
    const before = reached.get(key) ?? { gross: 0n, share: 0n };
    const after = { gross: before.gross + BigInt(row.gross), share: before.share + BigInt(row.author_share) };
    reached.set(key, after);
    return {
      month: row.month,
      author,
      currency: row.currency,
      install: nameOf(row.install_id),
      drive: nameOf(row.drive_id),
      tenant: nameOf(row.tenant_id),
      venture: nameOf(row.venture_id),
      from: row.from_at.toISOString(),
      to: row.to_at.toISOString(),
      seconds: Number(row.seconds),
      month_seconds: Number(row.month_seconds),
      price: row.price_amount,
      gross: row.gross,
      basis_points: row.author_bps,
      author_share: row.author_share,
      platform_share: row.platform_share,
      running_gross: after.gross.toString(),
      running_author_share: after.share.toString(),
    };
  });
}

interface InvoiceRow {
  id: string;
  number: string;
  tenant_id: string;
  month: string;
  currency: string;
  subtotal: string;
  tax: string;
  total: string;
  state: string;
  issued_at: Date | null;
  paid_at: Date | null;
  next_retry_at: Date | null;
  last_problem: string | null;
}

interface PaymentRow {
  invoice_id: string;
  n: number;
  state: string;
  amount: string;
  fee: string | null;
  problem: string | null;
  ended_at: Date | null;
}

async function invoices(read: Read, nameOf: NameOf, { first, last }: Range): Promise<InvoiceResult[]> {
  const rows = await read<InvoiceRow>(
    `select i.id, i.number, i.tenant_id, to_char(i.month, 'YYYY-MM') as month, i.currency, i.subtotal, i.tax, i.total, i.state, i.issued_at,
       i.paid_at, i.next_retry_at, i.last_problem
     from billing.invoices i where to_char(i.month, 'YYYY-MM') between $1 and $2`,
    [first, last],
  );
  const payments = await read<PaymentRow>(
    'select invoice_id, n, state, amount, fee, problem, ended_at from billing.payments order by invoice_id, n',
  );
  const ordered = sorted(
    rows,
    (row) => row.month,
    (row) => nameOf(row.tenant_id),
    (row) => row.currency,
  );
  return ordered.map((row) => ({
    number: row.number,
    tenant: nameOf(row.tenant_id),
    month: row.month,
    currency: row.currency,
    subtotal: row.subtotal,
    tax: row.tax,
    total: row.total,
    state: row.state,
    issued_at: iso(row.issued_at),
    paid_at: iso(row.paid_at),
    next_try_at: iso(row.next_retry_at),
    problem: row.last_problem,
    payments: payments
      .filter((payment) => payment.invoice_id === row.id)
      .map(({ n, state, amount, fee, problem, ended_at }) => ({ n, state, at: iso(ended_at), amount, fee, problem })),
  }));
}

/** What a posting is about, in names. */
async function readNames(read: Read, nameOf: NameOf): Promise<Names> {
  const invoiceRows = await read<{ id: string; tenant_id: string; month: string; currency: string }>(
    `select id, tenant_id, to_char(month, 'YYYY-MM') as month, currency from billing.invoices`,
  );
  const payoutRows = await read<{ id: string; org_id: string; month: string; currency: string }>(
    'select p.id, p.org_id, r.month, p.currency from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id',
  );
  const sources = new Map([
    ...invoiceRows.map((row): [string, string] => [row.id, `${nameOf(row.tenant_id)} ${row.month} ${row.currency}`]),
    ...payoutRows.map((row): [string, string] => [row.id, `${nameOf(row.org_id)} ${row.month} ${row.currency}`]),
  ]);
  return { owner: nameOf, source: (id) => sources.get(id) ?? nameOf(id) };
}

interface Names {
  owner: NameOf;
  source: NameOf;
}

interface LegRow {
  tx_id: string;
  kind: string;
  source_type: string;
  source_id: string;
  effective_at: Date;
  code: string;
  owner_id: string | null;
  currency: string;
  amount: string;
}

async function postings(read: Read, names: Names): Promise<PostingResult[]> {
  const rows = await read<LegRow>(
    `select t.id as tx_id, t.kind, t.source_type, t.source_id, t.effective_at, a.code, case when c.owned then a.owner_id end as owner_id,
       a.currency, e.amount
     from ledger.ledger_tx t join ledger.ledger_entry e on e.tx_id = t.id join ledger.ledger_account a on a.id = e.account_id
     join ledger.account_code c on c.code = a.code order by t.id`,
  );
  const byTx = new Map<string, LegRow[]>();
  for (const row of rows) byTx.set(row.tx_id, [...(byTx.get(row.tx_id) ?? []), row]);
  const all = [...byTx.values()].map((legs): PostingResult => {
    const head = legs[0]!;
    return {
      at: head.effective_at.toISOString(),
      kind: head.kind,
      source: `${head.source_type} ${names.source(head.source_id)}`,
      legs: sorted(
        legs.map((leg) => ({
          account: leg.code,
          owner: leg.owner_id === null ? null : names.owner(leg.owner_id),
          currency: leg.currency,
          amount: leg.amount,
        })),
        (leg) => leg.currency,
        (leg) => leg.account,
        (leg) => leg.owner ?? '',
        (leg) => leg.amount,
      ),
    };
  });
  return sorted(
    all,
    (posting) => posting.at,
    (posting) => posting.kind,
    (posting) => posting.source,
    (posting) => JSON.stringify(posting.legs),
  );
}

async function accounts(read: Read, nameOf: NameOf): Promise<AccountResult[]> {
  const rows = await read<{
    code: string;
    kind: string;
    owner_id: string | null;
    currency: string;
    debits: string;
    credits: string;
  }>(
    `select a.code, c.kind, case when c.owned then a.owner_id end as owner_id, a.currency,
       coalesce(sum(e.amount) filter (where e.amount > 0), 0)::text as debits, coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::text as credits
     from ledger.ledger_account a join ledger.account_code c on c.code = a.code left join ledger.ledger_entry e on e.account_id = a.id
     group by a.id, a.code, c.kind, c.owned, a.owner_id, a.currency having count(e.amount) > 0`,
  );
  return sorted(
    rows.map((row) => {
      const debit = BigInt(row.debits) - BigInt(row.credits);
      const own = row.kind === 'asset' || row.kind === 'expense' ? debit : -debit;
      return {
        account: row.code,
        owner: row.owner_id === null ? null : nameOf(row.owner_id),
        currency: row.currency,
        debits: row.debits,
        credits: row.credits,
        balance: own.toString(),
      };
    }),
    (row) => row.currency,
    (row) => row.account,
    (row) => row.owner ?? '',
  );
}

async function trialBalance(read: Read): Promise<TrialBalance[]> {
  const rows = await read<{ currency: string; debits: string; credits: string }>(
    `select currency, coalesce(sum(amount) filter (where amount > 0), 0)::text as debits,
       coalesce(-sum(amount) filter (where amount < 0), 0)::text as credits from ledger.ledger_entry group by currency`,
  );
  return sorted(rows, (row) => row.currency).map(({ currency, debits, credits }) => ({
    currency,
    debits,
    credits,
    difference: (BigInt(debits) - BigInt(credits)).toString(),
  }));
}

interface RunRow {
  id: string;
  month: string;
  state: string;
  cutoff_tx: string;
  prepared_at: Date;
  approved_at: Date | null;
  executed_at: Date | null;
  settled_at: Date | null;
}

interface PayoutRow {
  run_id: string;
  org_id: string;
  currency: string;
  balance: string;
  amount: string;
  carry: string;
  held?: string;
  state: string;
  reason: string;
  failure: string | null;
  settled_at: Date | null;
}

interface MovementRow {
  tx_id: string;
  kind: string;
  owner_id: string;
  currency: string;
  amount: string;
}

const PAYOUT_KINDS = ['payout_reserve', 'payout_released'];

async function runs(read: Read, nameOf: NameOf, { first, last }: Range): Promise<RunResult[]> {
  const found = await read<RunRow>(
    `select id, month, state, cutoff_tx, prepared_at, approved_at, executed_at, settled_at from payouts.payout_runs
     where month between $1 and $2 order by cutoff_tx, prepared_at, id`,
    [first, last],
  );
  const payouts = await read<PayoutRow>('select * from payouts.payouts');
  const moves = await read<MovementRow>(
    `select e.tx_id, t.kind, a.owner_id, a.currency, (-e.amount)::text as amount from ledger.ledger_entry e
     join ledger.ledger_account a on a.id = e.account_id join ledger.ledger_tx t on t.id = e.tx_id where a.code = 'author_payable'`,
  );
  let before = 0n;
  return found.map((run) => {
    const cutoff = BigInt(run.cutoff_tx);
    const inside = moves.filter((move) => BigInt(move.tx_id) > before && BigInt(move.tx_id) <= cutoff);
    if (run.state !== 'cancelled') before = cutoff;
    const rows = payouts
      .filter((payout) => payout.run_id === run.id)
      .map((payout) => payoutResult(payout, inside, nameOf, run.month));
    return {
      month: run.month,
      state: run.state,
      prepared_at: run.prepared_at.toISOString(),
      approved_at: iso(run.approved_at),
      executed_at: iso(run.executed_at),
      settled_at: iso(run.settled_at),
      payouts: sorted(
        rows,
        (row) => row.author,
        (row) => row.currency,
      ),
    };
  });
}

function payoutResult(row: PayoutRow, inside: readonly MovementRow[], nameOf: NameOf, month: string): PayoutResult {
  const mine = inside.filter((move) => move.owner_id === row.org_id && move.currency === row.currency);
  const sum = (of: (kind: string) => boolean): bigint =>
    mine.filter((move) => of(move.kind)).reduce((all, move) => all + BigInt(move.amount), 0n);
  const earned = sum((kind) => kind === 'invoice_paid');
  const takenBack = sum((kind) => kind.startsWith('refund') || kind.startsWith('dispute'));
  const fees = sum((kind) => kind.startsWith('listing_fee'));
  const held = sum((kind) => kind.startsWith('hold') || kind.startsWith('reserve'));
  const payouts = sum((kind) => PAYOUT_KINDS.includes(kind));
  const all = mine.reduce((total, move) => total + BigInt(move.amount), 0n);
  const balance = BigInt(row.balance);
  const paid = row.state === 'settled' ? BigInt(row.amount) : 0n;
  const heldNow = BigInt(row.held ?? '0');
  return {
    author: nameOf(row.org_id),
    currency: row.currency,
    opening: (balance - all + payouts).toString(),
    earned: earned.toString(),
    taken_back: takenBack.toString(),
    listing_fees: fees.toString(),
    reserved: held.toString(),
    other: (all - payouts - earned - takenBack - fees - held).toString(),
    balance: balance.toString(),
    amount: row.amount,
    paid: paid.toString(),
    held: heldNow.toString(),
    carried: (balance - paid - heldNow).toString(),
    state: row.state,
    reason: row.reason,
    refused: row.failure,
    next_at: row.state === 'settled' ? iso(row.settled_at) : startOf(monthAfter(month, 2)).toISOString().slice(0, 10),
  };
}
