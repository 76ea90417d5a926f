import { Injectable } from '@nestjs/common';
import { Database, type ColumnsOf } from '@portal/platform/database';
import { InboxHealth } from '@portal/stripe-gateway';
import { EQUALITY_TEXT } from '../domain/reconciliation-check.js';
import type { ReconciliationView } from '../http/reconciliation.view.js';
import type { ReconciliationRunEntity } from '../persistence/run.entity.js';

type Row = ColumnsOf<ReconciliationRunEntity>;
type Result = Pick<ReconciliationView, 'reconciled_at' | 'holds'>;

/** The last finished reconciliation, whether one is running, and the open items. */
@Injectable()
export class LatestReconciliation {
  constructor(
    private readonly database: Database,
    private readonly inbox: InboxHealth,
  ) {}

  async read(): Promise<ReconciliationView> {
    const last = await this.lastRun();
    const [newest] = await this.database.query<Row>(
      'select * from reconciliation.runs order by started_at desc limit 1',
    );
    const [open] = await this.database.query<{ open: number; blocking: number; oldest: Date | null }>(
      `select count(*)::int as open, count(*) filter (where blocking)::int as blocking, min(opened_at) as oldest
         from reconciliation.items where state <> 'closed'`,
    );
    const inbox = await this.inbox.read();
    return {
      running: newest?.state === 'running',
      failure: newest?.state === 'failed' ? newest.failure : null,
      ...resultOf(last),
      requested_by: last?.requested_by ?? null,
      movements: last?.movements ?? 0,
      matched: last?.matched ?? 0,
      open: open?.open ?? 0,
      blocking: open?.blocking ?? 0,
      oldest_opened_at: open?.oldest?.toISOString() ?? null,
      events_silent: inbox.silent,
      events_last_received_at: inbox.lastReceivedAt?.toISOString() ?? null,
      equalities: (last?.equalities ?? []).map((one) => ({
        name: one.name,
        ...EQUALITY_TEXT[one.name],
        currency: one.currency,
        left_minor: one.left,
        right_minor: one.right,
        under_way_minor: one.under_way,
        holds: one.holds,
      })),
    };
  }

  /** Only when it was, and whether every figure agreed. */
  async last(): Promise<Result> {
    return resultOf(await this.lastRun());
  }

  private async lastRun(): Promise<Row | undefined> {
    const [last] = await this.database.query<Row>(
      `select * from reconciliation.runs where state = 'done' order by finished_at desc limit 1`,
    );
    return last;
  }
}

const resultOf = (last: Row | undefined): Result => ({
  reconciled_at: last?.finished_at?.toISOString() ?? null,
  holds: last === undefined ? null : last.equalities.every((one) => one.holds),
});
