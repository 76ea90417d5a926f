import { Injectable } from '@nestjs/common';
import { Billing, type LineTaking } from '@portal/billing';
import { Ledger, type AccountRef } from '@portal/ledger';
import { REASON_TEXT, REFUSED_TEXT, type PayoutReason } from '@portal/payouts';
import { Database } from '@portal/platform';
import type { StatementDocument, StatementUnpaid } from '@portal/statement-proof';
import { composeStatement, type BookedPayment, type StatementFacts, type Taken } from '../domain/compose-statement.js';
import { statementIdOf } from '../domain/statement-id.js';
import type { RunWindow } from './run-windows.js';

/** Whose statement it is. */
export interface StatementKey {
  orgId: string;
  currency: string;
}

interface PayoutRow {
  id: string;
  balance: string;
  amount: string;
  carry: string;
  held: string;
  state: string;
  reason: PayoutReason;
  failure: string | null;
  parts: StatementUnpaid[] | null;
}

/** What is needed beside the run to make one statement: its facts and its id. */
export interface StatementBasis {
  id: string;
  payoutId: string | null;
  facts: StatementFacts;
}

/** Gathers lines, bookings and outcome of one statement, and has it put together. */
@Injectable()
export class StatementSource {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly billing: Billing,
  ) {}

  /**
   * Everybody who gets a statement of a run: who has a payout in it, an amount at its cutoff, a booking in its range, or
   * an install that ran in its month (a free one too: zero is a value). `orgIds`: only of these.
   */
  async keys(run: RunWindow, orgIds: readonly string[] | null = null): Promise<StatementKey[]> {
    // Two texts, so that the one for an author is planned by what is theirs.
    const of = (column: string): string => (orgIds === null ? '' : `${column} = any($5::uuid[]) and`);
    const rows = await this.database.query<{ org_id: string; currency: string }>(
      `select org_id, currency from payouts.payouts where ${of('org_id')} run_id = $1 and state <> 'cancelled'
       union
       select a.owner_id, a.currency from ledger.ledger_account a
       where ${of('a.owner_id')} a.code in ('author_payable', 'author_pending', 'author_reserve', 'author_disputed') and (
         exists (select 1 from ledger.ledger_entry e where e.account_id = a.id and e.tx_id > $2::bigint and e.tx_id <= $3::bigint)
         or (select coalesce(sum(e.amount), 0) from ledger.ledger_entry e where e.account_id = a.id and e.tx_id <= $3::bigint) <> 0)
       union
       select org_id, currency from billing.install_segments where ${of('org_id')} org_id is not null
         and started_at < billing.month_end(($4 || '-01')::date) and coalesce(ended_at, 'infinity') > billing.month_start(($4 || '-01')::date)
       order by 1, 2`,
      [run.runId, run.afterTx, run.cutoffTx, run.month, ...(orgIds === null ? [] : [orgIds])],
    );
    return rows.map((row) => ({ orgId: row.org_id, currency: row.currency }));
  }

  /**
   * What is known of a statement that is not sealed. `outcomeUpTo`: the last ledger transaction that counts for the
   * outcome; without it the present state does.
   */
  async basis(run: RunWindow, key: StatementKey, outcomeUpTo: string | null): Promise<StatementBasis> {
    const payout = await this.payoutOf(run.runId, key);
    const [named] = await this.database.query<{ name: string; exponent: number }>(
      `select coalesce((select o.name from authors.organizations o where o.id = $1), $1::text) as name, exponent from ledger.currency where code = $2`,
      [key.orgId, key.currency],
    );
    const upTo = run.cutoffTx;
    const [reserve, disputed, closing] = await Promise.all([
      this.balanceAt(this.account('author_reserve', key), upTo),
      this.balanceAt(this.account('author_disputed', key), upTo),
      this.balanceAt(this.account('author_payable', key), upTo),
    ]);
    const settled = payout === undefined ? undefined : await this.settlement(payout.id, outcomeUpTo);
    const outcome = outcomeOf(payout, settled, closing, outcomeUpTo !== null);
    return {
      id: payout?.id ?? statementIdOf(run.runId, key.orgId, key.currency),
      payoutId: payout?.id ?? null,
      facts: {
        author_name: named?.name ?? key.orgId,
        exponent: named?.exponent ?? 2,
        reserve_minor: reserve.toString(),
        disputed_minor: disputed.toString(),
        transfer_id: settled?.transferId ?? null,
        settled_at: settled?.at.toISOString() ?? null,
        self_billing_number: null,
        ...outcome,
      },
    };
  }

  /** The statement from its lines and bookings; the same whenever it is made. */
  async document(run: RunWindow, key: StatementKey, basis: StatementBasis): Promise<Omit<StatementDocument, 'proof'>> {
    const account = this.account('author_payable', key);
    const range = { after: run.afterTx, upTo: run.cutoffTx };
    const [balanceBefore, movements, paidBefore] = await Promise.all([
      this.balanceAt(account, run.afterTx),
      this.ledger.movements(this.database, account, range),
      this.paidBefore(run, key),
    ]);
    const paidInvoices = movements.filter(({ kind }) => kind === 'invoice_paid').map(({ sourceId }) => sourceId);
    const lines = (await this.billing.linesOfAuthor(key.orgId, run.month, paidInvoices)).filter(
      (line) => line.currency === key.currency,
    );
    const payments = await this.ledger.booked(this.database, {
      kind: 'invoice_paid',
      sourceType: 'invoice',
      sourceIds: [...new Set(lines.flatMap((line) => line.payers))],
      upTo: run.cutoffTx,
    });
    const paymentOf = firstPayments(lines, payments);
    const takings = await this.billing.takenFromLines(key.orgId, {
      postingKeys: movements.map((movement) => movement.key),
      creditedInvoices: [...paymentOf.keys()],
    });
    const booked = new Set(movements.map((movement) => movement.key));
    return composeStatement({
      id: basis.id,
      month: run.month,
      currency: key.currency,
      orgId: key.orgId,
      runId: run.runId,
      payoutId: basis.payoutId,
      afterTx: run.afterTx,
      cutoffTx: run.cutoffTx,
      balanceBefore,
      paidBefore,
      movements,
      lines,
      paymentOf,
      takenOf: grouped(
        takings.filter(({ postingKey }) => booked.has(postingKey)),
        (one) => one.postingKey,
      ),
      creditedOf: grouped(
        takings.filter(({ source }) => source === 'credit_note'),
        (one) => one.invoiceId,
      ),
      facts: basis.facts,
    });
  }

  private account(code: 'author_payable' | 'author_reserve' | 'author_disputed', key: StatementKey): AccountRef {
    return { code, ownerId: key.orgId, currency: key.currency };
  }

  private async balanceAt(account: AccountRef, upTo: string): Promise<bigint> {
    const [row] = await this.database.query<{ total: string }>(
      `select coalesce(sum(e.amount), 0)::text as total from ledger.ledger_account a join ledger.ledger_entry e on e.account_id = a.id
       where a.code = $1 and a.owner_id = $2 and a.currency = $3 and e.tx_id <= $4::bigint`,
      [account.code, account.ownerId, account.currency, upTo],
    );
    return -BigInt(row!.total);
  }

  private async payoutOf(runId: string, key: StatementKey): Promise<PayoutRow | undefined> {
    // Read as a document, so that what a later version of the table knows beyond this one is taken along.
    const [row] = await this.database.query<{ payout: Record<string, string | null> & { parts?: StatementUnpaid[] } }>(
      `select to_jsonb(p) || jsonb_build_object('balance', p.balance::text, 'amount', p.amount::text, 'carry', p.carry::text, 'held', to_jsonb(p) ->> 'held') as payout
       from payouts.payouts p where run_id = $1 and org_id = $2 and currency = $3 and state <> 'cancelled'`,
      [runId, key.orgId, key.currency],
    );
    if (!row) return undefined;
    const { payout } = row;
    return {
      id: payout.id!,
      balance: payout.balance!,
      amount: payout.amount!,
      carry: payout.carry!,
      held: String(payout.held ?? '0'),
      state: payout.state!,
      reason: payout.reason as PayoutReason,
      failure: payout.failure ?? null,
      parts: payout.parts ?? null,
    };
  }

  /** The transfer that paid a payout, as the ledger booked it. */
  private async settlement(
    payoutId: string,
    upTo: string | null,
  ): Promise<{ transferId: string; at: Date } | undefined> {
    const [booked] = await this.ledger.booked(this.database, {
      kind: 'payout_settled',
      sourceType: 'payout',
      sourceIds: [payoutId],
      upTo: upTo ?? '9223372036854775807',
    });
    return booked && { transferId: booked.key.replace(`po:${payoutId}:settle:`, ''), at: booked.postedAt };
  }

  /** What the statement before counts as paid: as sealed, or as it stands now. */
  private async paidBefore(
    run: RunWindow,
    key: StatementKey,
  ): Promise<{ payoutId: string; amountMinor: bigint } | null> {
    if (run.previousRunId === null) return null;
    const [sealed] = await this.database.query<{ payout_id: string | null; paid: string | null; is_sealed: boolean }>(
      `select s.payout_id, s.facts ->> 'paid_minor' as paid, true as is_sealed from statements.months m
       left join statements.statements s on s.run_id = m.run_id and s.org_id = $2 and s.currency = $3 where m.run_id = $1`,
      [run.previousRunId, key.orgId, key.currency],
    );
    if (sealed)
      return sealed.payout_id === null ? null : { payoutId: sealed.payout_id, amountMinor: BigInt(sealed.paid ?? '0') };
    const payout = await this.payoutOf(run.previousRunId, key);
    if (!payout) return null;
    const counts = ['reserved', 'sending', 'settled'].includes(payout.state);
    return { payoutId: payout.id, amountMinor: counts ? BigInt(payout.amount) : 0n };
  }
}

/** The payment that made the lines of each invoice owed: the first one of any invoice that collects them. */
function firstPayments(
  lines: readonly { invoiceId: string; payers: readonly string[] }[],
  payments: readonly { txId: string; sourceId: string; key: string; postedAt: Date }[],
): Map<string, BookedPayment> {
  const found = new Map<string, BookedPayment>();
  for (const { invoiceId, payers } of lines) {
    const first = payments.find(({ sourceId }) => payers.includes(sourceId));
    if (first)
      found.set(invoiceId, { txId: first.txId, key: first.key, postedAt: first.postedAt, invoiceId: first.sourceId });
  }
  return found;
}

function grouped(takings: readonly LineTaking[], keyOf: (taking: LineTaking) => string): Map<string, Taken[]> {
  const groups = new Map<string, Taken[]>();
  for (const taking of takings) {
    const group = groups.get(keyOf(taking)) ?? [];
    group.push({ lineId: taking.lineId, amountMinor: taking.authorMinor });
    groups.set(keyOf(taking), group);
  }
  return groups;
}

type Outcome = Pick<StatementFacts, 'paid_minor' | 'held_minor' | 'outcome' | 'reason' | 'reason_text' | 'unpaid'>;

function outcomeOf(
  payout: PayoutRow | undefined,
  settled: { transferId: string } | undefined,
  closing: bigint,
  final: boolean,
): Outcome {
  if (payout === undefined) {
    const unpaid = closing === 0n ? [] : [part('nothing_owed', closing.toString())];
    const outcome = closing === 0n ? 'nothing' : 'carried';
    return { paid_minor: '0', held_minor: '0', outcome, ...words('nothing_owed'), unpaid };
  }
  const rest = BigInt(payout.carry) + BigInt(payout.held);
  const planned = payout.parts?.map(({ reason, amount_minor, expected_at, note }) => ({
    reason,
    amount_minor: String(amount_minor),
    expected_at: expected_at === null ? null : new Date(expected_at).toISOString(),
    note,
  }));
  const parts = planned ?? (rest === 0n ? [] : [part(payout.reason, rest.toString())]);
  const common = { held_minor: payout.held, unpaid: parts };
  if (settled !== undefined || payout.amount === '0') {
    const paid = settled === undefined ? '0' : payout.amount;
    const outcome = paid !== '0' ? 'paid' : closing === 0n ? 'nothing' : 'carried';
    return { ...common, ...words(payout.reason), paid_minor: paid, outcome };
  }
  // Not paid although it was to be: refused by the processor, or still on its way before the month is sealed.
  const refused = final || payout.failure !== null;
  const why = refused ? { reason: 'refused', reason_text: REFUSED_TEXT } : words(payout.reason);
  return {
    held_minor: payout.held,
    paid_minor: '0',
    outcome: refused ? 'carried' : 'open',
    ...why,
    unpaid: [...parts, part(refused ? 'refused' : 'on_its_way', payout.amount)],
  };
}

function words(reason: PayoutReason): { reason: string; reason_text: string } {
  return { reason, reason_text: REASON_TEXT[reason] };
}

function part(reason: string, amountMinor: string): StatementUnpaid {
  return { reason, amount_minor: amountMinor, expected_at: null, note: null };
}
