import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, formatMinor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { MadeTransfer } from '@portal/stripe-gateway';
import { payoutErrors } from '../../errors.js';
import { explainPayout } from '../domain/explain-unpaid.js';
import { timelineOf, type LifeEvent, type TimelineReader } from '../domain/payout-timeline.js';
import { REASON_TEXT, type PayoutReason } from '../domain/plan-payout.js';
import type { BankState } from '../domain/run-state.js';
import { partOf, describeUnpaid, UNPAID_TEXT, type StoredPart, type UnpaidReason } from '../domain/unpaid.js';
import { UNDECIDED } from '../payouts.repository.js';
import type { PayoutRunView, PayoutStepView, PayoutView, TransferReversalView } from '../http/payouts.view.js';

type RunRow = RowOf<
  Omit<PayoutRunView, 'paused_currencies' | 'payouts'>,
  'prepared_at' | 'approved_at' | 'executed_at' | 'settled_at'
> & { paused_currencies: Record<string, string> };

const RUN = `select r.id, r.month, r.state, r.paused, r.pause_reason, r.paused_currencies, r.approvals_needed,
    case when r.state = 'computed' then payouts.decisions_missing(r.id) else 0 end::int as decisions_missing, r.input_hash,
    case when r.state = 'partially_failed' then (select count(*) from payouts.payouts p where p.run_id = r.id and ${UNDECIDED}) else 0 end::int as undecided_failures,
    r.prepared_by, r.prepared_by_name, r.prepared_at, r.approved_at, r.executed_at, r.settled_at,
    coalesce((select jsonb_agg(jsonb_build_object('user_id', a.user_id, 'user_name', a.user_name, 'approved_at', a.approved_at) order by a.approved_at)
      from payouts.payout_approvals a where a.run_id = r.id and a.computation = r.computation), '[]') as approvals,
    coalesce((select jsonb_agg(to_jsonb(t) order by t.currency) from (
      select p.currency, count(*) as authors, sum(p.balance)::text as balance_minor, sum(p.amount)::text as to_pay_minor,
        coalesce(sum(p.amount) filter (where p.state = 'settled'), 0)::text as paid_minor,
        sum(p.carry)::text as carried_minor, sum(p.held)::text as held_minor,
        count(*) filter (where p.failure is not null) as failed,
        count(*) filter (where p.state in ('settled', 'carried')) as done,
        count(*) filter (where p.state in ('reserved', 'sending')) as waiting,
        count(*) filter (where p.state = 'sending' and exists (select 1 from payouts.payout_attempts a where a.payout_id = p.id and a.state = 'unknown')) as unknown,
        count(*) filter (where p.state = 'settled' and p.settled_at > (select platform.portal_now()) - interval '1 minute') as paid_last_minute
      from payouts.payouts p where p.run_id = r.id group by p.currency) t), '[]') as totals
  from payouts.payout_runs r`;

/** Queries for payout runs and payouts. */
@Injectable()
export class RunQueries {
  constructor(private readonly database: Database) {}

  async list(limit: number, cursor?: string): Promise<Page<PayoutRunView>> {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    const rows = await this.database.query<RunRow>(
      `${RUN} where ($1::uuid is null or r.id < $1) order by r.id desc limit $2`,
      [before, limit + 1],
    );
    return toPage(rows, limit, ['id'], (row) => runView(row, []));
  }

  /**
   * `payouts`: false leaves them out. At most `PAYOUTS_IN_VIEW` are included; `RunPayouts` lists all.
   * @throws AppError `payout_run_not_found` (404)
   */
  async get(id: string, { payouts = true } = {}): Promise<PayoutRunView> {
    const [row] = await this.database.query<RunRow>(`${RUN} where r.id = $1`, [id]);
    if (!row) throw new AppError(payoutErrors.payout_run_not_found);
    return runView(row, payouts ? await this.payouts(id) : []);
  }

  async amountsToSend(runId: string): Promise<{ currency: string; amount: bigint }[]> {
    const rows = await this.database.query<{ currency: string; amount: string }>(
      `select currency, sum(amount)::text as amount from payouts.payouts where run_id = $1 and state in ('reserved', 'sending') group by currency`,
      [runId],
    );
    return rows.map((row) => ({ currency: row.currency, amount: BigInt(row.amount) }));
  }

  /**
   * Final check before a request is sent: true when `owner` still has the lease with time for one call, and the key is
   * still valid at the processor.
   */
  async maySend(payoutId: string, n: number, owner: string, limits: { callSeconds: number; keySeconds: number }) {
    const rows = await this.database.query(
      `select 1 from payouts.payout_attempts where payout_id = $1 and n = $2 and lease_owner = $3 and state in ('sending', 'unknown')
         and lease_until > clock_timestamp() + $4 * interval '1 second'
         and first_sent_at > (select platform.portal_now()) - $5 * interval '1 second'`,
      [payoutId, n, owner, limits.callSeconds, limits.keySeconds],
    );
    return rows.length > 0;
  }

  /**
   * Which of these transfers carry the id of a payout of ours but were made by no attempt here, will not be found by a
   * payout in progress, and have no posting, whoever made it. This database does not know what they paid.
   */
  async notOurs(made: readonly MadeTransfer[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `select t.id from unnest($1::text[], $2::text[], $3::text[]) as t(id, payout_id, balance_tx_id)
       where not exists (select 1 from payouts.payout_attempts a where a.transfer_id = t.id)
         and not exists (select 1 from payouts.payouts p where p.id::text = t.payout_id and p.state in ('reserved', 'sending'))
         and not exists (select 1 from reconciliation.matches m where m.balance_tx_id = t.balance_tx_id)`,
      [
        made.map((one) => one.transferId),
        made.map((one) => one.metadata['payout_id'] ?? ''),
        made.map((one) => one.balanceTransactionId),
      ],
    );
    return rows.map((row) => row.id);
  }

  async executing(): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `select id from payouts.payout_runs where state = 'executing'`,
    );
    return rows.map((row) => row.id);
  }

  /** Payouts to send or of unknown outcome, without a queued delivery and without a lease. */
  async forgottenPayouts(): Promise<{ id: string; runId: string }[]> {
    const rows = await this.database.query<{ id: string; run_id: string }>(
      // The events in progress are collected once instead of per payout, which would be quadratic.
      `with under_way as materialized (
         select e.payload ->> 'payout_id' as payout_id from platform.deliveries d join platform.outbox_events e on e.id = d.event_id
         where d.state = 'pending' and e.type = 'payout.due'
         union
         select e.payload ->> 'payout_id' from platform.outbox_events e where e.relayed_at is null and e.type = 'payout.due')
       select p.id, p.run_id from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id
       left join payouts.payout_attempts a on a.payout_id = p.id and a.state in ('sending', 'unknown')
       where r.state = 'executing' and not r.paused and p.state in ('reserved', 'sending')
         and (a.payout_id is not null or not r.paused_currencies ? p.currency)
         and (a.lease_until is null or a.lease_until <= clock_timestamp())
         and p.id::text not in (select payout_id from under_way where payout_id is not null)
       limit 500`,
    );
    return rows.map((row) => ({ id: row.id, runId: row.run_id }));
  }

  private async payouts(runId: string): Promise<PayoutView[]> {
    const rows = await this.database.query<PayoutSelected>(
      `${PAYOUT_OF_RUN()} where p.run_id = $1 order by (p.failure is not null) desc, p.amount desc, p.org_id limit ${PAYOUTS_IN_VIEW}`,
      [runId],
    );
    return rows.map(payoutView);
  }
}

/** Maximum number of payouts in a run's view; failed ones and the largest first. */
const PAYOUTS_IN_VIEW = 1_000;

/** The processor's currency conversion of a payout; `conv` is its row of `payouts.conversions`, if joined. */
const CONVERTED = `case when conv.payout_id is not null then jsonb_build_object('source_amount_minor', conv.source_amount::text, 'source_currency', conv.source_currency,
       'target_amount_minor', conv.target_amount::text, 'target_currency', conv.target_currency, 'exchange_rate', conv.exchange_rate::text) end as converted`;

/** Selects payouts `p` of runs `r` with authors `o` for their view; `more` columns, `join` for them. */
export const PAYOUT_OF_RUN = (more = '', join = ''): string =>
  `select p.id, p.run_id, p.org_id, coalesce(o.name, p.org_id::text) as author, p.currency, p.balance as balance_minor, p.amount as amount_minor,
     p.carry as carry_minor, p.held as held_minor, p.parts, p.state, p.reason, p.failure, p.failure_code, p.settled_at, r.month,
     r.paused or r.paused_currencies ? p.currency as paused, platform.portal_now() as now, r.prepared_at, r.approved_at,
     t.transfer_id, t.sent_at, t.unknown_until, coalesce(t.attempts, 0) as attempts, coalesce(leg.state, 'none') as bank_state,
     leg.arrives_at as bank_arrives_at, leg.failure as bank_failure, leg.bank_payout_id,
     coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'amount_minor', v.amount::text, 'at', v.at, 'reason', v.reason) order by v.at)
       from reconciliation.reversals_of(t.transfer_id) v), '[]') as reversals,
     ${CONVERTED}${more === '' ? '' : `, ${more}`}
   from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id
   left join lateral (select max(a.transfer_id) filter (where a.state = 'accepted') as transfer_id, min(a.first_sent_at) as sent_at,
     max(a.first_sent_at) filter (where a.state = 'unknown') + interval '23 hours' as unknown_until, count(*)::int as attempts
     from payouts.payout_attempts a where a.payout_id = p.id) t on true
   left join authors.organizations o on o.id = p.org_id
   left join payouts.bank_legs leg on leg.payout_id = p.id
   left join payouts.conversions conv on conv.payout_id = p.id ${join}`;

/** Column of `PAYOUT_OF_RUN` with what became of the payout. */
export const LIFE = `(select coalesce(jsonb_agg(to_jsonb(l) order by l.at), '[]') from payouts.life_of(p.id) l) as life`;

export interface PayoutLife {
  life: { kind: LifeEvent['kind']; at: string; ref: string; amount: string; note: string | null }[];
}

type Facts = Omit<PayoutView, 'reason' | 'reason_text' | 'unpaid' | 'bank_state' | 'reversals'>;

export interface PayoutSelected extends RowOf<Facts, 'bank_arrives_at' | 'settled_at'> {
  run_id: string;
  parts: StoredPart[];
  reason: PayoutReason;
  failure_code: UnpaidReason | null;
  prepared_at: Date;
  approved_at: Date | null;
  sent_at: Date | null;
  unknown_until: Date | null;
  month: string;
  paused: boolean;
  now: Date;
  bank_state: BankState;
  reversals: TransferReversalView[];
}

/** JSON of the database as the API writes instants. */
export const reversalView = (one: TransferReversalView): TransferReversalView => ({
  ...one,
  at: new Date(one.at).toISOString(),
});

export function payoutView(row: PayoutSelected): PayoutView {
  const unpaid = explainPayout({
    amountMinor: BigInt(row.amount_minor),
    state: row.state,
    failureCode: row.failure_code,
    lookUpAt: row.unknown_until,
    month: row.month,
    paused: row.paused,
    now: row.now,
    parts: row.parts.map(partOf),
  });
  return {
    id: row.id,
    org_id: row.org_id,
    author: row.author,
    currency: row.currency,
    balance_minor: row.balance_minor,
    amount_minor: row.amount_minor,
    carry_minor: row.carry_minor,
    held_minor: row.held_minor,
    state: row.state,
    reason: row.failure_code ?? row.reason,
    reason_text: row.failure_code === null ? REASON_TEXT[row.reason] : UNPAID_TEXT[row.failure_code],
    failure: row.failure,
    unpaid: unpaid.map(describeUnpaid),
    transfer_id: row.transfer_id,
    attempts: row.attempts,
    bank_state: row.bank_state,
    bank_arrives_at: row.bank_arrives_at?.toISOString() ?? null,
    bank_failure: row.bank_failure,
    bank_payout_id: row.bank_payout_id,
    converted: row.converted,
    reversals: row.reversals.map(reversalView),
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}

const reversedOf = ({ reversals }: Pick<PayoutSelected, 'reversals'>): bigint =>
  reversals.reduce((sum, one) => sum + BigInt(one.amount_minor), 0n);

/** Progress of a payout up to the author's bank: the same steps for the author and finance, with texts for each. */
export function wayOf(row: PayoutSelected & PayoutLife, reader: TimelineReader): PayoutStepView[] {
  const last = row.life.findLast(({ kind }) => kind === 'refused');
  const noteOf = (event: PayoutLife['life'][number]): string | null => {
    const amount = formatMinor(BigInt(event.amount), row.currency);
    if (event.kind === 'reversed') return `${amount} of ${row.transfer_id ?? ''}${event.note ? `: ${event.note}` : ''}`;
    if (event.kind === 'returned' || event.kind === 'replaced') return amount;
    return event === last && row.failure_code !== null ? UNPAID_TEXT[row.failure_code] : event.note;
  };
  const steps = timelineOf(
    {
      state: row.state,
      frozenAt: row.prepared_at,
      approvedAt: row.approved_at,
      sentAt: row.sent_at,
      life: row.life.map((event) => ({
        kind: event.kind,
        ref: event.ref,
        at: new Date(event.at),
        note: noteOf(event),
      })),
      bankExpectedAt: row.bank_arrives_at,
      reversed: reversedOf(row) === BigInt(row.amount_minor),
    },
    reader,
  );
  return steps.map((step) => ({ ...step, at: step.at?.toISOString() ?? null }));
}

function runView(row: RunRow, payouts: PayoutView[]): PayoutRunView {
  return {
    ...isoDates(row),
    paused_currencies: Object.entries(row.paused_currencies).map(([currency, reason]) => ({ currency, reason })),
    approvals: row.approvals.map((one) => ({ ...one, approved_at: new Date(one.approved_at).toISOString() })),
    payouts,
  };
}
