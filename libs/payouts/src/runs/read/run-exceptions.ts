import { Injectable } from '@nestjs/common';
import { AppError, commonErrors, decodeCursor, required, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { payoutErrors } from '../../errors.js';
import {
  exceptionOf,
  decisionApplies,
  unusualKinds,
  whyOdd,
  type EarlierPayouts,
  type RunDecision,
  type RunException,
  type UnusualKind,
} from '../domain/run-exceptions.js';
import type { StoredPart } from '../domain/unpaid.js';
import type { RunExceptionsQuery } from '../http/run-exceptions.dto.js';
import type { RunExceptionGroupsView, UnusualPayoutView } from '../http/run-exceptions.view.js';
import { RunComparison } from './run-comparison.js';

type Shown = 'org_id' | 'author' | 'currency' | 'balance_minor' | 'amount_minor' | 'carry_minor' | 'held_minor';

interface Row extends Pick<UnusualPayoutView, Shown> {
  parts: StoredPart[];
  to_decide: UnusualKind[];
  account_id: string | null;
  decision: (Omit<NonNullable<UnusualPayoutView['decision']>, 'stands'> & { decision: RunDecision }) | null;
}

/** A payout with everything that a decision about it needs. */
export interface ReviewedPayout {
  readonly orgId: string;
  readonly currency: string;
  readonly balanceMinor: bigint;
  readonly amountMinor: bigint;
  readonly reasons: readonly string[];
  readonly exception: RunException | undefined;
  /** The hold that the latest decision about it placed. */
  readonly holdId: string | null;
  readonly leftOut: boolean;
  /** Why the amount is unusual, in sentences. */
  readonly odd: readonly string[];
}

interface Found {
  readonly row: Row;
  readonly earlier: EarlierPayouts;
  readonly exception: RunException | undefined;
}

/** Unusual or unpaid payouts of a run, and the decisions about them. */
@Injectable()
export class RunExceptions {
  constructor(
    private readonly database: Database,
    private readonly comparison: RunComparison,
  ) {}

  /** Undecided ones first, then the largest. */
  async list(
    runId: string,
    query: Omit<RunExceptionsQuery, 'limit' | 'cursor'> & { limit: number; cursor?: string },
  ): Promise<Page<UnusualPayoutView>> {
    const wanted = query.q?.toLowerCase();
    const all = (await this.found(runId)).flatMap(({ exception, ...rest }) =>
      exception !== undefined &&
      (query.kind === undefined || exception.kinds.includes(query.kind)) &&
      (query.open === undefined || exception.open === query.open) &&
      (wanted === undefined || rest.row.author.toLowerCase().includes(wanted))
        ? [{ ...rest, exception }]
        : [],
    );
    all.sort(inOrder);
    const after = query.cursor === undefined ? undefined : placeIn(query.cursor);
    const rest = after === undefined ? all : all.filter((one) => inOrder(after, one) < 0);
    return toPage(
      rest.slice(0, query.limit + 1),
      query.limit,
      ({ row, exception }) => [exception.open ? 1 : 0, row.balance_minor, key(row)],
      ({ row: { parts, to_decide: _toDecide, account_id: _account, decision, ...row }, earlier, exception }) => ({
        ...row,
        kinds: [...exception.kinds],
        before_minor: earlier.beforeMinor.toString(),
        median_minor: earlier.medianMinor?.toString() ?? null,
        suggested: exception.suggested,
        open: exception.open,
        decision: decision && {
          ...decision,
          decided_at: new Date(decision.decided_at).toISOString(),
          stands: decisionApplies(reviewed({ ...row, parts }), decided(decision)),
        },
      }),
    );
  }

  async groups(runId: string): Promise<RunExceptionGroupsView> {
    const groups = new Map<string, { kind: string; count: number; open: number }>();
    const counts = { count: 0, open: 0, included: 0, carried: 0, held: 0 };
    const names = { include: 'included', carry: 'carried', hold: 'held' } as const;
    for (const { exception, row } of await this.found(runId)) {
      if (exception === undefined) continue;
      counts.count += 1;
      if (exception.open) counts.open += 1;
      else if (row.decision) counts[names[row.decision.decision]] += 1;
      for (const kind of exception.kinds) {
        const group = groups.get(kind) ?? { kind, count: 0, open: 0 };
        groups.set(kind, { kind, count: group.count + 1, open: group.open + (exception.open ? 1 : 0) });
      }
    }
    return {
      ...counts,
      groups: [...groups.values()].sort((a, b) => b.open - a.open || b.count - a.count),
    };
  }

  /** All payouts of the run, by `org currency`. */
  async byKey(runId: string): Promise<Map<string, ReviewedPayout>> {
    return new Map(
      (await this.found(runId)).map(({ row, exception, earlier }) => [
        key(row),
        {
          orgId: row.org_id,
          currency: row.currency,
          balanceMinor: BigInt(row.balance_minor),
          amountMinor: BigInt(row.amount_minor),
          reasons: row.parts.map(({ reason }) => reason),
          exception,
          holdId: row.decision?.hold_id ?? null,
          leftOut: row.decision?.decision === 'carry',
          odd: whyOdd(exception?.kinds ?? [], earlier.medianMinor, row.currency),
        },
      ]),
    );
  }

  /** @throws AppError `payout_run_not_found` (404) */
  private async found(runId: string): Promise<Found[]> {
    const [run] = await this.database.query('select 1 from payouts.payout_runs where id = $1', [runId]);
    required(run, payoutErrors.payout_run_not_found);
    const earlierOf = await this.comparison.earlier(runId);
    const rows = await this.database.query<Row>(
      `select p.org_id, coalesce(o.name, p.org_id::text) as author, p.currency, p.balance as balance_minor, p.amount as amount_minor,
         p.carry as carry_minor, p.held as held_minor, p.parts, p.to_decide, p.provider_account_id as account_id, to_jsonb(d) - 'org_id' - 'currency' as decision
       from payouts.payouts p left join authors.organizations o on o.id = p.org_id
       left join (select distinct on (org_id, currency) org_id, currency, decision, reason, amount::text as amount_minor, hold_id, decided_by_name, decided_at
         from payouts.run_decisions where run_id = $1 order by org_id, currency, seq desc) d on d.org_id = p.org_id and d.currency = p.currency
       where p.run_id = $1`,
      [runId],
    );
    return rows.map((row) => {
      const earlier = earlierOf(row.org_id, row.currency);
      const now = unusualKinds({ amountMinor: BigInt(row.amount_minor), accountId: row.account_id }, earlier);
      // What was unusual at the time of the computation must be decided.
      const unusual = row.to_decide.length > 0 ? row.to_decide : now;
      return {
        row,
        earlier,
        exception: exceptionOf(reviewed(row), unusual, row.decision ? decided(row.decision) : undefined),
      };
    });
  }
}

/** Sort key of a row in the list. */
interface Placed {
  readonly row: Pick<Row, 'org_id' | 'currency' | 'balance_minor'>;
  readonly exception: Pick<RunException, 'open'>;
}

/** Undecided ones first, then the largest. The order stays valid when the row of a cursor is decided meanwhile. */
function inOrder(a: Placed, b: Placed): number {
  const more = abs(BigInt(b.row.balance_minor)) - abs(BigInt(a.row.balance_minor));
  return (
    Number(b.exception.open) - Number(a.exception.open) ||
    (more > 0n ? 1 : more < 0n ? -1 : key(a.row) < key(b.row) ? -1 : key(a.row) > key(b.row) ? 1 : 0)
  );
}

/** @throws AppError `invalid_cursor` (400) */
function placeIn(cursor: string): Placed {
  const [open, balance, at] = decodeCursor(cursor, 3);
  const [org_id, currency] = String(at).split(' ');
  if (!/^-?\d{1,30}$/.test(String(balance)) || org_id === undefined || currency === undefined)
    throw new AppError(commonErrors.invalid_cursor);
  return { row: { org_id, currency, balance_minor: String(balance) }, exception: { open: open === 1 } };
}

const key = (row: { org_id: string; currency: string }): string => `${row.org_id} ${row.currency}`;
const abs = (n: bigint): bigint => (n < 0n ? -n : n);
const reviewed = ({ amount_minor, held_minor, parts }: Pick<Row, 'amount_minor' | 'held_minor' | 'parts'>) => ({
  amountMinor: BigInt(amount_minor),
  heldMinor: BigInt(held_minor),
  parts,
});
const decided = ({ decision, amount_minor }: NonNullable<Row['decision']>) => ({
  decision,
  amountMinor: BigInt(amount_minor),
});
