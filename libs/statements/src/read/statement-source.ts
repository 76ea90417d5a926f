import { Injectable } from '@nestjs/common';
import { Billing, type RowReversal } from '@portal/billing';
import { Ledger, type AccountCode } from '@portal/ledger';
import { UNDECIDED } from '@portal/payouts';
import { Database } from '@portal/platform/database';
import type { StatementDocument } from '@portal/statement-proof';
import { composeStatement, type BookedPayment, type StatementFacts, type Taken } from '../domain/compose-statement.js';
import { outcomeOf, type PayoutSummary } from '../payout-outcome.js';
import { statementIdOf } from '../domain/statement-id.js';
import { untold } from './later-events.js';
import type { RunWindow } from './run-windows.js';

/** Author and currency of a statement. */
export interface StatementKey {
  orgId: string;
  currency: string;
}

interface PayoutRow extends PayoutSummary, StatementKey {
  id: string;
}

/** Input besides the run to compose one statement: its facts and its id. */
export interface StatementBasis {
  id: string;
  payoutId: string | null;
  facts: StatementFacts;
}

/** Reads lines, postings and outcomes of many statements at a time and composes them. */
@Injectable()
export class StatementSource {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly billing: Billing,
  ) {}

  /**
   * Everyone who gets a statement of a run: authors with a payout in it, a balance at its cutoff, a posting in its
   * range, or an install that ran in its month (also a free one). `orgIds` limits it to these authors.
   */
  async keys(run: RunWindow, orgIds: readonly string[] | null = null): Promise<StatementKey[]> {
    // Two SQL texts, so that PostgreSQL can plan the one for single authors by their rows.
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
   * Facts of statements that are not sealed, in the order of `keys`. `outcomeUpTo`: last ledger transaction that counts
   * for the outcome; by default the current state counts.
   */
  async bases(run: RunWindow, keys: readonly StatementKey[], outcomeUpTo: string | null): Promise<StatementBasis[]> {
    const [payouts, names, exponents, balances, later, now] = await Promise.all([
      this.payoutsOf(run.runId, keys),
      this.namesOf(keys),
      this.exponents(),
      this.balancesAt(['author_payable', 'author_reserve', 'author_disputed'], keys, run.cutoffTx),
      untold(this.database, keys),
      this.database.now(),
    ]);
    const settlements = await this.settlements(
      [...payouts.values()].map(({ id }) => id),
      outcomeUpTo,
    );
    return keys.map((key) => {
      const payout = payouts.get(textOf(key));
      const settled = payout && settlements.get(payout.id);
      const balance = (code: AccountCode): bigint => balances.get(`${code} ${textOf(key)}`) ?? 0n;
      return {
        id: payout?.id ?? statementIdOf(run.runId, key.orgId, key.currency),
        payoutId: payout?.id ?? null,
        facts: {
          author_name: names.get(key.orgId) ?? key.orgId,
          exponent: exponents.get(key.currency) ?? 2,
          reserve_minor: balance('author_reserve').toString(),
          disputed_minor: balance('author_disputed').toString(),
          transfer_id: settled?.transferId ?? null,
          settled_at: settled?.at.toISOString() ?? null,
          self_billing_number: null,
          later: later.get(textOf(key)) ?? [],
          ...outcomeOf(payout, {
            month: run.month,
            now,
            settled: settled !== undefined,
            closing: balance('author_payable'),
            final: outcomeUpTo !== null,
          }),
        },
      };
    });
  }

  /**
   * Composes statements in the order of `of`. The result does not depend on when or with which others they are
   * composed.
   */
  async documents(
    run: RunWindow,
    of: readonly { readonly key: StatementKey; readonly basis: StatementBasis }[],
  ): Promise<Omit<StatementDocument, 'proof'>[]> {
    const keys = of.map(({ key }) => key);
    const orgIds = [...new Set(keys.map(({ orgId }) => orgId))];
    const [balances, booked, before] = await Promise.all([
      this.balancesAt(['author_payable'], keys, run.afterTx),
      this.ledger.movementsOf(
        this.database,
        'author_payable',
        keys.map(({ orgId, currency }) => ({ ownerId: orgId, currency })),
        { after: run.afterTx, upTo: run.cutoffTx },
      ),
      this.paidBefore(run, keys),
    ]);
    const paidInvoices = grouped(
      booked.filter(({ kind }) => kind === 'invoice_paid'),
      ({ ownerId }) => ownerId,
    );
    const lines = await this.billing.linesOfAuthors(
      orgIds,
      run.month,
      new Map([...paidInvoices].map(([orgId, own]) => [orgId, own.map(({ sourceId }) => sourceId)])),
    );
    const paid = await this.ledger.booked(this.database, {
      kind: 'invoice_paid',
      sourceType: 'invoice',
      sourceIds: [...new Set([...lines.values()].flatMap((own) => own.flatMap((line) => line.payers)))],
      upTo: run.cutoffTx,
    });
    const payments = new Map(
      paid.map(({ txId, key, postedAt, sourceId }) => [sourceId, { txId, key, postedAt, invoiceId: sourceId }]),
    );
    const linesOf = new Map(
      [...lines].flatMap(([orgId, own]) =>
        [...grouped(own, (line) => line.currency)].map(([currency, group]) => [textOf({ orgId, currency }), group]),
      ),
    );
    const paymentsOf = new Map(
      keys.map((key) => [textOf(key), paymentsOfLines(linesOf.get(textOf(key)) ?? [], payments)]),
    );
    const reversals = await this.billing.takenFromLines(orgIds, {
      postingKeys: [...new Set(booked.map((movement) => movement.key))],
      creditedInvoices: [...new Set([...paymentsOf.values()].flatMap((own) => [...own.keys()]))],
    });
    const movements = grouped(booked, ({ ownerId, currency }) => textOf({ orgId: ownerId, currency }));
    return of.map(({ key, basis }) => {
      const own = movements.get(textOf(key)) ?? [];
      const ownKeys = new Set(own.map((movement) => movement.key));
      const taken = reversals.get(key.orgId) ?? [];
      return composeStatement({
        id: basis.id,
        month: run.month,
        currency: key.currency,
        orgId: key.orgId,
        runId: run.runId,
        payoutId: basis.payoutId,
        afterTx: run.afterTx,
        cutoffTx: run.cutoffTx,
        balanceBefore: balances.get(`author_payable ${textOf(key)}`) ?? 0n,
        paidBefore: before.get(textOf(key)) ?? null,
        movements: own,
        lines: linesOf.get(textOf(key)) ?? [],
        paymentOf: paymentsOf.get(textOf(key))!,
        takenOf: takenBy(
          taken.filter(({ postingKey }) => ownKeys.has(postingKey)),
          (one) => one.postingKey,
        ),
        creditedOf: creditedBefore(taken, paymentsOf.get(textOf(key))!),
        facts: basis.facts,
      });
    });
  }

  /** Balances of authors, by code, author and currency. Authors without a posting are left out. */
  private async balancesAt(codes: readonly AccountCode[], keys: readonly StatementKey[], upTo: string) {
    const rows = await this.database.query<{ code: string; owner_id: string; currency: string; total: string }>(
      `select a.code, a.owner_id, a.currency, sum(e.amount)::text as total from unnest($2::uuid[], $3::text[]) as k (owner_id, currency)
       join ledger.ledger_account a on a.code = any($1::text[]) and a.owner_id = k.owner_id and a.currency = k.currency
       join ledger.ledger_entry e on e.account_id = a.id and e.tx_id <= $4::bigint group by 1, 2, 3`,
      [codes, ...columnsOf(keys), upTo],
    );
    return new Map(
      rows.map((row) => [`${row.code} ${textOf({ orgId: row.owner_id, currency: row.currency })}`, -BigInt(row.total)]),
    );
  }

  /** Current names of the authors, in the order of `keys`. */
  async authorNames(keys: readonly StatementKey[]): Promise<string[]> {
    const names = await this.namesOf(keys);
    return keys.map(({ orgId }) => names.get(orgId) ?? orgId);
  }

  private async namesOf(keys: readonly StatementKey[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ id: string; name: string }>(
      `select id, name from authors.organizations where id = any($1::uuid[])`,
      [[...new Set(keys.map(({ orgId }) => orgId))]],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  private async exponents(): Promise<Map<string, number>> {
    const rows = await this.database.query<{ code: string; exponent: number }>(
      `select code, exponent from ledger.currency`,
    );
    return new Map(rows.map(({ code, exponent }) => [code, exponent]));
  }

  private async payoutsOf(runId: string, keys: readonly StatementKey[]): Promise<Map<string, PayoutRow>> {
    const rows = await this.database.query<PayoutRow>(
      `select p.id, p.org_id as "orgId", p.currency, p.amount, p.carry, p.held, p.state, p.reason, p.failure, p.failure_code as "failureCode",
         p.parts, r.paused or r.paused_currencies ? p.currency as paused,
         ${UNDECIDED} as undecided,
         (select max(a.first_sent_at) + interval '23 hours' from payouts.payout_attempts a where a.payout_id = p.id and a.state = 'unknown') as "lookUpAt"
       from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id
       where p.run_id = $1 and p.org_id = any($2::uuid[]) and p.state <> 'cancelled'`,
      [runId, [...new Set(keys.map(({ orgId }) => orgId))]],
    );
    return new Map(rows.map((row) => [textOf(row), row]));
  }

  /** Posted transfers by payout. */
  private async settlements(payoutIds: readonly string[], upTo: string | null) {
    const settlements = new Map<string, { transferId: string; at: Date }>();
    for (const booked of await this.ledger.booked(this.database, {
      kind: 'payout_settled',
      sourceType: 'payout',
      sourceIds: payoutIds,
      upTo: upTo ?? '9223372036854775807',
    }))
      if (!settlements.has(booked.sourceId))
        settlements.set(booked.sourceId, {
          transferId: booked.key.replace(`po:${booked.sourceId}:settle:`, ''),
          at: booked.postedAt,
        });
    return settlements;
  }

  /** Amounts that the previous statements count as paid: as sealed, or current. */
  private async paidBefore(run: RunWindow, keys: readonly StatementKey[]): Promise<Map<string, PaidBefore>> {
    if (run.previousRunId === null) return new Map();
    const rows = await this.database.query<StatementKey & { payoutId: string; paid: string }>(
      `select p.org_id as "orgId", p.currency, p.id as "payoutId",
         coalesce(s.facts ->> 'paid_minor', case when s.payout_id is not null then '0' when p.state in ('reserved', 'sending', 'settled') then p.amount::text else '0' end) as paid
       from payouts.payouts p left join statements.statements s on s.run_id = p.run_id and s.org_id = p.org_id and s.payout_id = p.id
       where p.run_id = $1 and p.org_id = any($2::uuid[]) and p.state <> 'cancelled'`,
      [run.previousRunId, [...new Set(keys.map(({ orgId }) => orgId))]],
    );
    return new Map(rows.map((row) => [textOf(row), { payoutId: row.payoutId, amountMinor: BigInt(row.paid) }]));
  }
}

interface PaidBefore {
  payoutId: string;
  amountMinor: bigint;
}

/** As the database writes a key: `author currency`. */
export function textOf({ orgId, currency }: StatementKey): string {
  return `${orgId} ${currency}`;
}

function columnsOf(keys: readonly StatementKey[]): [string[], string[]] {
  return [keys.map(({ orgId }) => orgId), keys.map(({ currency }) => currency)];
}

/**
 * The payment that made the lines of each invoice owed. There is one: of the invoices that collect them only the last asks
 * for anything, and the ledger takes one payment of an invoice (`ledger_tx_paid_once`).
 */
function paymentsOfLines(
  lines: readonly { invoiceId: string; payers: readonly string[] }[],
  payments: ReadonlyMap<string, BookedPayment>,
): Map<string, BookedPayment> {
  return new Map(
    lines.flatMap(({ invoiceId, payers }) =>
      payers.flatMap((payer): [string, BookedPayment][] => {
        const payment = payments.get(payer);
        return payment ? [[invoiceId, payment]] : [];
      }),
    ),
  );
}

/**
 * Amounts that credit notes had taken from an author's lines when their invoice was paid, by the payment that they
 * reduced.
 */
function creditedBefore(reversals: readonly RowReversal[], payments: ReadonlyMap<string, BookedPayment>) {
  const paidBy = ({ invoiceId }: RowReversal): string | undefined => payments.get(invoiceId)?.txId;
  const before = reversals.filter((one) => {
    const paid = paidBy(one);
    return one.source === 'credit_note' && one.txId !== null && paid !== undefined && BigInt(one.txId) < BigInt(paid);
  });
  return takenBy(before, (one) => paidBy(one)!);
}

function takenBy(reversals: readonly RowReversal[], keyOf: (reversal: RowReversal) => string): Map<string, Taken[]> {
  return new Map(
    [...grouped(reversals, keyOf)].map(([key, group]) => [
      key,
      group.map((link) => ({ lineId: link.lineId, amountMinor: link.authorMinor })),
    ]),
  );
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    if (group.length === 0) groups.set(keyOf(item), group);
    group.push(item);
  }
  return groups;
}
