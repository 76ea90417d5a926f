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

/** Where a statement is found. */
export interface Place {
  readonly run: RunWindow;
  readonly key: StatementKey;
}

interface PayoutRow extends PayoutSummary {
  id: string;
  n: string;
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
   * Facts of statements that are not sealed, in the order of `places`. `outcomeUpTo`: last ledger transaction that counts
   * for the outcome; by default the current state counts.
   */
  async bases(places: readonly Place[], outcomeUpTo: string | null): Promise<StatementBasis[]> {
    if (places.length === 0) return [];
    const keys = places.map(({ key }) => key);
    const [payouts, names, exponents, balances, later, now] = await Promise.all([
      this.payoutsOf(places),
      this.namesOf(keys),
      this.exponents(),
      this.balancesAt(['author_payable', 'author_reserve', 'author_disputed'], places, ({ cutoffTx }) => cutoffTx),
      untold(this.database, keys),
      this.database.now(),
    ]);
    const settlements = await this.settlements(
      [...payouts.values()].map(({ id }) => id),
      outcomeUpTo,
    );
    return places.map(({ run, key }, at) => {
      const payout = payouts.get(at);
      const settled = payout && settlements.get(payout.id);
      const balance = (code: AccountCode): bigint => balances.get(`${code} ${at}`) ?? 0n;
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
    of: readonly (Place & { readonly basis: StatementBasis })[],
  ): Promise<Omit<StatementDocument, 'proof'>[]> {
    const [balances, movements, before] = await Promise.all([
      this.balancesAt(['author_payable'], of, ({ afterTx }) => afterTx),
      this.ledger.movementsOf(
        this.database,
        'author_payable',
        of.map(({ run, key: { orgId, currency } }) => ({
          ...{ ownerId: orgId, currency },
          ...{ after: run.afterTx, upTo: run.cutoffTx },
        })),
      ),
      this.paidBefore(of),
    ]);
    const lines = await this.billing.linesOfAuthors(
      of.map(({ run: { month }, key: { orgId } }, at) => ({
        ...{ orgId, month },
        invoiceIds: movements[at]!.filter(({ kind }) => kind === 'invoice_paid').map(({ sourceId }) => sourceId),
      })),
    );
    const linesOf = of.map(({ key }, at) => lines[at]!.filter(({ currency }) => currency === key.currency));
    const paid = await this.ledger.booked(this.database, {
      kind: 'invoice_paid',
      sourceType: 'invoice',
      sourceIds: [...new Set(linesOf.flat().flatMap((line) => line.payers))],
      upTo: of.reduce((last, { run: { cutoffTx } }) => (BigInt(cutoffTx) > BigInt(last) ? cutoffTx : last), '0'),
    });
    const payments = new Map(
      paid.map(({ txId, key, postedAt, sourceId }) => [sourceId, { txId, key, postedAt, invoiceId: sourceId }]),
    );
    const paymentsOf = of.map(({ run }, at) => paymentsOfLines(linesOf[at]!, payments, run.cutoffTx));
    const reversals = await this.billing.takenFromLines([...new Set(of.map(({ key }) => key.orgId))], {
      postingKeys: [...new Set(movements.flat().map((movement) => movement.key))],
      creditedInvoices: [...new Set(paymentsOf.flatMap((own) => [...own.keys()]))],
    });
    return of.map(({ run, key, basis }, at) => {
      const own = movements[at]!;
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
        balanceBefore: balances.get(`author_payable ${at}`) ?? 0n,
        paidBefore: before.get(at) ?? null,
        movements: own,
        lines: linesOf[at]!,
        paymentOf: paymentsOf[at]!,
        takenOf: takenBy(
          taken.filter(({ postingKey }) => ownKeys.has(postingKey)),
          (one) => one.postingKey,
        ),
        creditedOf: creditedBefore(taken, paymentsOf[at]!),
        facts: basis.facts,
      });
    });
  }

  /** Balances of authors, by code and index in `places`. Authors without a posting are left out. */
  private async balancesAt(
    codes: readonly AccountCode[],
    places: readonly Place[],
    upTo: (run: RunWindow) => string,
  ): Promise<Map<string, bigint>> {
    const rows = await this.database.query<{ code: string; n: string; total: string }>(
      `select a.code, k.n, sum(e.amount)::text as total
       from unnest($2::uuid[], $3::text[], $4::bigint[]) with ordinality as k (owner_id, currency, up_to, n)
       join ledger.ledger_account a on a.code = any($1::text[]) and a.owner_id = k.owner_id and a.currency = k.currency
       join ledger.ledger_entry e on e.account_id = a.id and e.tx_id <= k.up_to group by 1, 2`,
      [codes, ...columnsOf(places), places.map(({ run }) => upTo(run))],
    );
    return new Map(rows.map(({ code, n, total }) => [`${code} ${Number(n) - 1}`, -BigInt(total)]));
  }

  /** Current names of the authors, by id. */
  async namesOf(keys: readonly StatementKey[]): Promise<Map<string, string>> {
    if (keys.length === 0) return new Map();
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

  /** By index in `places`. */
  private async payoutsOf(places: readonly Place[]): Promise<Map<number, PayoutRow>> {
    const rows = await this.database.query<PayoutRow>(
      `select k.n, p.id, p.amount, p.carry, p.held, p.state, p.reason, p.failure, p.failure_code as "failureCode",
         p.parts, r.paused or r.paused_currencies ? p.currency as paused,
         ${UNDECIDED} as undecided,
         (select max(a.first_sent_at) + interval '23 hours' from payouts.payout_attempts a where a.payout_id = p.id and a.state = 'unknown') as "lookUpAt"
       from unnest($1::uuid[], $2::text[], $3::uuid[]) with ordinality as k (org_id, currency, run_id, n)
       join payouts.payouts p on p.run_id = k.run_id and p.org_id = k.org_id and p.currency = k.currency
       join payouts.payout_runs r on r.id = p.run_id where p.state <> 'cancelled'`,
      [...columnsOf(places), places.map(({ run }) => run.runId)],
    );
    return new Map(rows.map((row) => [Number(row.n) - 1, row]));
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

  /** Amounts that the previous statements count as paid, as sealed, or current; by index in `places`. */
  private async paidBefore(places: readonly Place[]): Promise<Map<number, PaidBefore>> {
    if (places.every(({ run }) => run.previousRunId === null)) return new Map();
    const rows = await this.database.query<{ n: string; payoutId: string; paid: string }>(
      `select k.n, p.id as "payoutId",
         coalesce(s.facts ->> 'paid_minor', case when s.payout_id is not null then '0' when p.state in ('reserved', 'sending', 'settled') then p.amount::text else '0' end) as paid
       from unnest($1::uuid[], $2::text[], $3::uuid[]) with ordinality as k (org_id, currency, run_id, n)
       join payouts.payouts p on p.run_id = k.run_id and p.org_id = k.org_id and p.currency = k.currency
       left join statements.statements s on s.run_id = p.run_id and s.org_id = p.org_id and s.payout_id = p.id
       where p.state <> 'cancelled'`,
      [...columnsOf(places), places.map(({ run }) => run.previousRunId)],
    );
    return new Map(rows.map(({ n, payoutId, paid }) => [Number(n) - 1, { payoutId, amountMinor: BigInt(paid) }]));
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

function columnsOf(places: readonly Place[]): [string[], string[]] {
  return [places.map(({ key }) => key.orgId), places.map(({ key }) => key.currency)];
}

/**
 * The payment up to `upTo` that made the lines of each invoice owed. There is one: of the invoices that collect them only the last asks
 * for anything, and the ledger takes one payment of an invoice (`ledger_tx_paid_once`).
 */
function paymentsOfLines(
  lines: readonly { invoiceId: string; payers: readonly string[] }[],
  payments: ReadonlyMap<string, BookedPayment>,
  upTo: string,
): Map<string, BookedPayment> {
  return new Map(
    lines.flatMap(({ invoiceId, payers }) =>
      payers.flatMap((payer): [string, BookedPayment][] => {
        const payment = payments.get(payer);
        return payment && BigInt(payment.txId) <= BigInt(upTo) ? [[invoiceId, payment]] : [];
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
