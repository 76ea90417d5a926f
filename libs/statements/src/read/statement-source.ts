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

interface Known extends PayoutSummary {
  now: Date;
  author_name: string;
  exponent: number;
  /** By code of account, minor units of the author's side; null without a posting. */
  balances: Readonly<Partial<Record<AccountCode, string>>> | null;
  /** Null without a payout, and then everything of it is. */
  id: string | null;
  transfer_id: string | null;
  settled_at: Date | null;
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
   * Everyone who gets a statement of these runs: authors with a payout in it, a balance at its cutoff, a posting in its
   * range, or an install that ran in its month (also a free one). `orgIds` limits it to these authors.
   */
  async keys(runs: readonly RunWindow[], orgIds: readonly string[] | null = null): Promise<Place[]> {
    if (runs.length === 0) return [];
    // Two SQL texts, so that PostgreSQL can plan the one for single authors by their rows.
    const of = (column: string): string => (orgIds === null ? '' : `${column} = any($5::uuid[]) and`);
    const rows = await this.database.query<{ n: string; org_id: string; currency: string }>(
      `select r.n, k.org_id, k.currency
       from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::date[]) with ordinality as r (id, after_tx, cutoff_tx, month, n)
       cross join lateral (
         select org_id, currency from payouts.payouts where ${of('org_id')} run_id = r.id and state <> 'cancelled'
         union
         select a.owner_id, a.currency from ledger.ledger_account a
         where ${of('a.owner_id')} a.code in ('author_payable', 'author_pending', 'author_reserve', 'author_disputed') and (
           exists (select 1 from ledger.ledger_entry e where e.account_id = a.id and e.tx_id > r.after_tx and e.tx_id <= r.cutoff_tx)
           or (select coalesce(sum(e.amount), 0) from ledger.ledger_entry e where e.account_id = a.id and e.tx_id <= r.cutoff_tx) <> 0)
         union
         select org_id, currency from billing.install_segments where ${of('org_id')} org_id is not null
           and started_at < billing.month_end(r.month) and coalesce(ended_at, 'infinity') > billing.month_start(r.month)) k
       order by 1, 2, 3`,
      [
        runs.map(({ runId }) => runId),
        runs.map(({ afterTx }) => afterTx),
        runs.map(({ cutoffTx }) => cutoffTx),
        runs.map(({ month }) => `${month}-01`),
        ...(orgIds === null ? [] : [orgIds]),
      ],
    );
    return rows.map(({ n, org_id: orgId, currency }) => ({ run: runs[Number(n) - 1]!, key: { orgId, currency } }));
  }

  /**
   * Facts of statements that are not sealed, in the order of `places`. `outcomeUpTo`: last ledger transaction that counts
   * for the outcome; by default the current state counts.
   */
  async bases(places: readonly Place[], outcomeUpTo: string | null): Promise<StatementBasis[]> {
    if (places.length === 0) return [];
    const [known, later] = await Promise.all([
      this.known(places, outcomeUpTo),
      untold(
        this.database,
        places.map(({ key }) => key),
      ),
    ]);
    return places.map(({ run, key }, at) => {
      const { now, author_name, exponent, balances, transfer_id, settled_at, ...payout } = known[at]!;
      const balance = (code: AccountCode): string => balances?.[code] ?? '0';
      return {
        id: payout.id ?? statementIdOf(run.runId, key.orgId, key.currency),
        payoutId: payout.id,
        facts: {
          author_name,
          exponent,
          reserve_minor: balance('author_reserve'),
          disputed_minor: balance('author_disputed'),
          transfer_id,
          settled_at: settled_at?.toISOString() ?? null,
          self_billing_number: null,
          later: later.get(textOf(key)) ?? [],
          ...outcomeOf(payout.id === null ? undefined : payout, {
            month: run.month,
            now,
            settled: transfer_id !== null,
            closing: BigInt(balance('author_payable')),
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
    const [before, movements] = await Promise.all([
      this.before(of),
      this.ledger.movementsOf(
        this.database,
        'author_payable',
        of.map(({ run, key: { orgId, currency } }) => ({
          ...{ ownerId: orgId, currency },
          ...{ after: run.afterTx, upTo: run.cutoffTx },
        })),
      ),
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
      const [own, { balance, payoutId, paid }] = [movements[at]!, before[at]!];
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
        balanceBefore: BigInt(balance),
        paidBefore: payoutId === null ? null : { payoutId, amountMinor: BigInt(paid) },
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

  /** Current names of the authors, by id. */
  async namesOf(keys: readonly StatementKey[]): Promise<Map<string, string>> {
    if (keys.length === 0) return new Map();
    const rows = await this.database.query<{ id: string; name: string }>(
      `select id, name from authors.organizations where id = any($1::uuid[])`,
      [[...new Set(keys.map(({ orgId }) => orgId))]],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** In the order of `places`: names, balances at the cutoff, and the payout, if any, with its posted transfer. */
  private known(places: readonly Place[], outcomeUpTo: string | null): Promise<Known[]> {
    return this.database.query<Known>(
      `select platform.portal_now() as now, coalesce(o.name, k.org_id::text) as author_name, coalesce(c.exponent, 2) as exponent,
         p.id, p.amount, p.carry, p.held, p.state, p.reason, p.failure, p.failure_code as "failureCode",
         p.parts, r.paused or r.paused_currencies ? p.currency as paused, ${UNDECIDED} as undecided,
         (select max(a.first_sent_at) + interval '23 hours' from payouts.payout_attempts a where a.payout_id = p.id and a.state = 'unknown') as "lookUpAt",
         replace(t.idempotency_key, 'po:' || p.id || ':settle:', '') as transfer_id, t.posted_at as settled_at,
         (select jsonb_object_agg(b.code, b.total) from (select a.code, (-sum(e.amount))::text as total from ledger.ledger_account a
           join ledger.ledger_entry e on e.account_id = a.id and e.tx_id <= k.up_to
           where a.code in ('author_payable', 'author_reserve', 'author_disputed') and a.owner_id = k.org_id and a.currency = k.currency group by 1) b) as balances
       from unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[]) with ordinality as k (org_id, currency, run_id, up_to, n)
       left join authors.organizations o on o.id = k.org_id left join ledger.currency c on c.code = k.currency
       left join (payouts.payouts p join payouts.payout_runs r on r.id = p.run_id)
         on p.run_id = k.run_id and p.org_id = k.org_id and p.currency = k.currency and p.state <> 'cancelled'
       left join lateral (select * from ledger.ledger_tx t where t.source_type = 'payout' and t.source_id = p.id::text and t.kind = 'payout_settled'
         and t.id <= $5::bigint order by t.id limit 1) t on true order by k.n`,
      [
        ...columnsOf(places),
        places.map(({ run }) => run.runId),
        places.map(({ run }) => run.cutoffTx),
        outcomeUpTo ?? '9223372036854775807',
      ],
    );
  }

  /** In the order of `places`: the opening balance, and what the previous statement counts as paid, as sealed, or current. */
  private before(places: readonly Place[]) {
    return this.database.query<{ balance: string; payoutId: string | null; paid: string }>(
      `select (select coalesce(-sum(e.amount), 0)::text from ledger.ledger_account a join ledger.ledger_entry e on e.account_id = a.id and e.tx_id <= k.up_to
           where a.code = 'author_payable' and a.owner_id = k.org_id and a.currency = k.currency) as balance, p.id as "payoutId",
         coalesce(s.facts ->> 'paid_minor', case when s.payout_id is null and p.state in ('reserved', 'sending', 'settled') then p.amount::text else '0' end) as paid
       from unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[]) with ordinality as k (org_id, currency, run_id, up_to, n)
       left join payouts.payouts p on p.run_id = k.run_id and p.org_id = k.org_id and p.currency = k.currency and p.state <> 'cancelled'
       left join statements.statements s on s.run_id = p.run_id and s.org_id = p.org_id and s.payout_id = p.id order by k.n`,
      [...columnsOf(places), places.map(({ run }) => run.previousRunId), places.map(({ run }) => run.afterTx)],
    );
  }
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
