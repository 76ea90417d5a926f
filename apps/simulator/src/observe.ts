import { explainPayout, partOf, type StoredPart, type UnpaidReason } from '@portal/payouts';
import type {
  AccountResult,
  AdjustmentResult,
  CreditNoteResult,
  DisputeResult,
  InvoiceResult,
  LineResult,
  Observed,
  PayoutResult,
  PostingResult,
  RefundResult,
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
    refunds: await refunds(read, names, range),
    credit_notes: await creditNotes(read, names, range),
    disputes: await disputes(read, names, range),
    adjustments: await adjustments(read, names, range),
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
  kind: 'installs' | 'listing_fee';
  tenant_id: string;
  month: string;
  currency: string;
  subtotal: string;
  tax: string;
  total: string;
  carried_in: string;
  carried_out: string;
  amount_due: string;
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
    `select i.id, i.number, i.kind, i.tenant_id, to_char(i.month, 'YYYY-MM') as month, i.currency, i.subtotal, i.tax, i.total, i.carried_in,
       i.carried_out, i.amount_due, i.state, i.issued_at,
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
    kind: row.kind,
    tenant: nameOf(row.tenant_id),
    month: row.month,
    currency: row.currency,
    subtotal: row.subtotal,
    tax: row.tax,
    total: row.total,
    carried_in: row.carried_in,
    carried_out: row.carried_out,
    amount_due: row.amount_due,
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
  // A dispute is the provider's: it is known by the provider's id.
  const disputeRows = await read<{ id: string; provider_dispute_id: string }>(
    'select id, provider_dispute_id from billing.disputes',
  );
  for (const row of disputeRows) sources.set(row.id, nameOf(row.provider_dispute_id));
  return { owner: nameOf, source: (id) => sources.get(id) ?? nameOf(id) };
}

interface Names {
  owner: NameOf;
  source: NameOf;
}

/** The invoice that something is about: its tenant, month and currency. */
const OF_INVOICE = `i.tenant_id, to_char(i.month, 'YYYY-MM') as month, i.currency`;
const IN_RANGE = `to_char(i.month, 'YYYY-MM') between $1 and $2`;

interface OfInvoice {
  id: string;
  tenant_id: string;
  month: string;
  currency: string;
}

async function refunds(read: Read, names: Names, { first, last }: Range): Promise<RefundResult[]> {
  const rows = await read<
    OfInvoice & {
      scope: string;
      reason: string;
      amount: string;
      covered: string | null;
      state: string;
      problem: string | null;
      booked_at: Date | null;
      ended_at: Date | null;
    }
  >(
    `select r.id, ${OF_INVOICE}, r.scope, r.reason, r.amount, r.covered, r.state, r.problem, r.booked_at, r.ended_at
     from billing.refunds r join billing.invoices i on i.id = r.invoice_id where ${IN_RANGE}`,
    [first, last],
  );
  return sorted(
    rows.map((row) => ({
      refund: names.source(row.id),
      tenant: names.owner(row.tenant_id),
      month: row.month,
      currency: row.currency,
      scope: row.scope,
      reason: row.reason,
      amount: row.amount,
      covered: row.covered,
      state: row.state,
      problem: row.problem,
      booked_at: iso(row.booked_at),
      ended_at: iso(row.ended_at),
    })),
    (row) => row.refund,
  );
}

async function creditNotes(read: Read, names: Names, { first, last }: Range): Promise<CreditNoteResult[]> {
  const rows = await read<
    OfInvoice & {
      number: string;
      kind: string;
      refund_id: string | null;
      net: string;
      tax: string;
      total: string;
      reason: string;
      issued_at: Date;
      voided_at: Date | null;
    }
  >(
    `select n.id, ${OF_INVOICE}, n.number, n.kind, n.refund_id, n.net, n.tax, n.total, n.reason, n.issued_at, n.voided_at
     from billing.credit_notes n join billing.invoices i on i.id = n.invoice_id where ${IN_RANGE}`,
    [first, last],
  );
  return sorted(
    rows.map((row) => ({
      number: row.number,
      kind: row.kind,
      refund: row.refund_id === null ? null : names.source(row.refund_id),
      tenant: names.owner(row.tenant_id),
      month: row.month,
      currency: row.currency,
      net: row.net,
      tax: row.tax,
      total: row.total,
      reason: row.reason,
      issued_at: row.issued_at.toISOString(),
      voided_at: iso(row.voided_at),
    })),
    (row) => row.number,
  );
}

async function disputes(read: Read, names: Names, { first, last }: Range): Promise<DisputeResult[]> {
  const rows = await read<
    OfInvoice & {
      amount: string;
      status: string;
      phase: string;
      withdrawn: string | null;
      covered: string | null;
      fee: string;
      opened_at: Date;
      closed_at: Date | null;
    }
  >(
    `select d.id, ${OF_INVOICE}, d.amount, d.status, d.phase, d.withdrawn, d.covered, d.fee, d.opened_at, d.closed_at
     from billing.disputes d join billing.invoices i on i.id = d.invoice_id where ${IN_RANGE}`,
    [first, last],
  );
  return sorted(
    rows.map((row) => ({
      dispute: names.source(row.id),
      tenant: names.owner(row.tenant_id),
      month: row.month,
      currency: row.currency,
      amount: row.amount,
      status: row.status,
      phase: row.phase,
      withdrawn: row.withdrawn,
      covered: row.covered,
      fee: row.fee,
      opened_at: row.opened_at.toISOString(),
      closed_at: iso(row.closed_at),
    })),
    (row) => row.dispute,
  );
}

async function adjustments(read: Read, names: Names, { first, last }: Range): Promise<AdjustmentResult[]> {
  const rows = await read<
    OfInvoice & {
      kind: string;
      source_type: string;
      source_id: string;
      effective_at: Date;
      org_id: string | null;
      install_id: string;
      from_at: Date;
      gross: string;
      tax: string;
      author_share: string;
      platform_share: string;
    }
  >(
    `select a.line_id as id, ${OF_INVOICE}, t.kind, a.source_type, a.source_id, t.effective_at, a.org_id, l.install_id, l.from_at, a.gross, a.tax,
       a.author_share, a.platform_share
     from billing.line_adjustments a join billing.invoices i on i.id = a.invoice_id
     join billing.invoice_lines l on l.id = a.line_id and l.month = a.line_month
     join ledger.ledger_tx t on t.idempotency_key = a.posting_key where ${IN_RANGE}`,
    [first, last],
  );
  return sorted(
    rows.map((row) => ({
      at: row.effective_at.toISOString(),
      kind: row.kind,
      source: `${row.source_type} ${names.source(row.source_id)}`,
      tenant: names.owner(row.tenant_id),
      month: row.month,
      currency: row.currency,
      author: row.org_id === null ? null : names.owner(row.org_id),
      install: names.owner(row.install_id),
      from: row.from_at.toISOString(),
      gross: row.gross,
      tax: row.tax,
      author_share: row.author_share,
      platform_share: row.platform_share,
    })),
    (row) => row.at,
    (row) => row.kind,
    (row) => row.source,
    (row) => row.install,
    (row) => row.from,
  );
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
  held: string;
  parts: StoredPart[];
  state: string;
  reason: string;
  failure: string | null;
  failure_code: UnpaidReason | null;
  settled_at: Date | null;
  look_up_at: Date | null;
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
  const payouts = await read<PayoutRow>(
    `select p.*, (select a.first_sent_at + interval '23 hours' from payouts.payout_attempts a where a.payout_id = p.id and a.state = 'unknown') as look_up_at
     from payouts.payouts p`,
  );
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
      .map((payout) => payoutResult(payout, inside, nameOf));
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

function payoutResult(row: PayoutRow, inside: readonly MovementRow[], nameOf: NameOf): PayoutResult {
  const mine = inside.filter((move) => move.owner_id === row.org_id && move.currency === row.currency);
  const sum = (of: (kind: string) => boolean): bigint =>
    mine.filter((move) => of(move.kind)).reduce((all, move) => all + BigInt(move.amount), 0n);
  const earned = sum((kind) => kind === 'invoice_paid');
  const takenBack = sum((kind) => kind.startsWith('refund') || kind.startsWith('dispute'));
  const fees = sum((kind) => kind.startsWith('listing_fee'));
  const kept = sum((kind) => kind === 'payout_hold');
  const released = sum((kind) => kind === 'payout_hold_released');
  const payouts = sum((kind) => PAYOUT_KINDS.includes(kind));
  const all = mine.reduce((total, move) => total + BigInt(move.amount), 0n);
  const balance = BigInt(row.balance);
  const paid = row.state === 'settled' ? BigInt(row.amount) : 0n;
  const held = BigInt(row.held);
  const unpaid = explainPayout({
    amountMinor: BigInt(row.amount),
    state: row.state,
    failureCode: row.failure_code,
    lookUpAt: row.look_up_at,
    parts: row.parts.map(partOf),
  });
  return {
    author: nameOf(row.org_id),
    currency: row.currency,
    // What the run before paid and kept has left the balance since; so this is what it carried.
    opening: (balance - all + payouts + kept).toString(),
    earned: earned.toString(),
    taken_back: takenBack.toString(),
    listing_fees: fees.toString(),
    released: released.toString(),
    other: (all - payouts - kept - earned - takenBack - fees - released).toString(),
    balance: balance.toString(),
    amount: row.amount,
    paid: paid.toString(),
    held: held.toString(),
    carried: (balance - paid - held).toString(),
    state: row.state,
    reason: row.reason,
    refused: row.failure,
    settled_at: iso(row.settled_at),
    unpaid: unpaid.map(({ reason, amountMinor, expectedAt, holdId }) => ({
      reason,
      amount: amountMinor.toString(),
      expected_at: iso(expectedAt),
      hold: holdId === null ? null : nameOf(holdId),
    })),
  };
}
