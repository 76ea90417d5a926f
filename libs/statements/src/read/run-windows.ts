import { Injectable } from '@nestjs/common';
import { UNDECIDED } from '@portal/payouts';
import { Database } from '@portal/platform/database';

/** The postings that the statements of one run cover: after the cutoff of the previous run, up to its own. */
export interface RunWindow {
  runId: string;
  /** `YYYY-MM` */
  month: string;
  afterTx: string;
  cutoffTx: string;
  previousRunId: string | null;
  /** Last ledger transaction that counts for outcomes; null before the month is sealed. */
  sealedTx: string | null;
}

const WINDOWS = `select r.id as "runId", r.month, coalesce(m.after_tx, b.cutoff_tx, 0)::text as "afterTx", r.cutoff_tx::text as "cutoffTx",
    b.id as "previousRunId", m.sealed_tx::text as "sealedTx"
  from payouts.payout_runs r left join statements.months m on m.run_id = r.id
  left join lateral (select p.id, p.cutoff_tx from payouts.payout_runs p
    where p.state <> 'cancelled' and (p.cutoff_tx, p.id) < (r.cutoff_tx, r.id) order by p.cutoff_tx desc, p.id desc limit 1) b on true
  where r.state <> 'cancelled' and r.cutoff_tx is not null`;

@Injectable()
export class RunWindows {
  constructor(private readonly database: Database) {}

  async all(): Promise<RunWindow[]> {
    return this.read('order by r.cutoff_tx desc, r.id desc', []);
  }

  async get(runId: string): Promise<RunWindow | undefined> {
    return (await this.read('and r.id = $1', [runId]))[0];
  }

  /**
   * The run whose month is sealed next: the first one with every payout settled or given up for which every run with an
   * earlier cutoff is sealed. docs/decisions/0010-statements-and-roots.md says what that means for each state.
   */
  async nextToSeal(): Promise<RunWindow | undefined> {
    return (
      await this.read(
        `and m.run_id is null and r.state in ('settled', 'partially_failed')
         and not exists (select 1 from payouts.payouts p where p.run_id = r.id and ${UNDECIDED})
         and not exists (
           select 1 from payouts.payout_runs p where p.state <> 'cancelled' and (p.cutoff_tx, p.id) < (r.cutoff_tx, r.id)
             and not exists (select 1 from statements.months s where s.run_id = p.id))
         order by r.cutoff_tx, r.id limit 1`,
        [],
      )
    )[0];
  }

  private read(rest: string, params: unknown[]): Promise<RunWindow[]> {
    return this.database.query<RunWindow>(`${WINDOWS} ${rest}`, params);
  }
}
