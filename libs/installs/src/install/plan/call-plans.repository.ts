import { Injectable } from '@nestjs/common';
import { currentWorker, Database, distinctByIndex, type Tx } from '@portal/platform/database';
import { InstallNeedsAttention } from '../../events.js';
import { delayAfter, FIRST_DELAY_S, JITTER, MAX_ATTEMPTS, type CallKind } from '../domain/call-schedule.js';

/** A claim expires after this time: an attempt with all its calls is over before. */
const CLAIM = "interval '3 minutes'";
const FREE = '(claimed_until is null or claimed_until <= clock_timestamp())';
/** For workers only: claims of a lost one are free at once. */
const CLAIMABLE = `(${FREE} or (claimed_worker is not null and platform.worker_is_lost(claimed_worker)))`;
const RELEASED = 'claimed_by = null, claimed_until = null, claimed_worker = null';

/** One claimed attempt: its outcome is recorded under the same number. */
export interface CallTry {
  installId: string;
  kind: CallKind;
  driveId: string;
  /** 1 for the first one. */
  attempt: number;
}

/**
 * Outcome of an attempt. `attention`: a further one would fail the same way; otherwise one follows while there are
 * some left.
 */
interface TryOutcome {
  done?: boolean;
  attention?: boolean;
  /** One sentence. */
  text: string;
  /** Another id than the known ones, which the Drive named. */
  reportedId?: string;
}

interface OpenPlan {
  kind: CallKind;
  state: 'waiting' | 'attention';
  reportedId: string | null;
}

/**
 * When Drives are called about installs. A claim names its holder: the processor of an event may take over what the
 * same event claimed before, because an event is processed by one worker only; claims of a lost worker are free
 * (decision 1).
 */
@Injectable()
export class CallPlansRepository {
  constructor(private readonly database: Database) {}

  /**
   * Due at once; with `byEvent` an event makes the first attempt, and scheduled rounds skip it for half a minute. A
   * plan of the existing kind starts again.
   */
  async open(
    tx: Tx,
    plan: { installId: string; driveId: string; kind: CallKind },
    { byEvent = false } = {},
  ): Promise<void> {
    await tx.query(
      `insert into installs.call_plans (install_id, kind, drive_id, max_attempts, next_try_at, created_at)
       values ($1, $2, $3, $4, $5::timestamptz + $6::float8 * interval '1 second', $5)
       on conflict (install_id, kind) do update set state = 'waiting', attempts = 0, max_attempts = excluded.max_attempts,
         next_try_at = excluded.next_try_at, last_tried_at = null, last_outcome = null, reported_id = null,
         ${RELEASED}, created_at = excluded.created_at`,
      [plan.installId, plan.kind, plan.driveId, MAX_ATTEMPTS[plan.kind], tx.now, byEvent ? FIRST_DELAY_S : 0],
    );
  }

  /**
   * The plan of an install that is due, was never tried or is this claimant's, and is not claimed by another;
   * undefined without one.
   */
  async claim(installId: string, kind: CallKind, claimant: string): Promise<CallTry | undefined> {
    const [row] = await this.database.query<CallTry>(
      `update installs.call_plans set attempts = attempts + 1, claimed_by = $3, claimed_until = clock_timestamp() + ${CLAIM}, claimed_worker = $4
       where install_id = $1 and kind = $2 and state = 'waiting' and attempts < max_attempts
         and (next_try_at <= (select platform.portal_now()) or attempts = 0 or claimed_by = $3) and (claimed_by = $3 or ${CLAIMABLE})
       returning install_id as "installId", kind, drive_id as "driveId", attempts as attempt`,
      [installId, kind, claimant, currentWorker() ?? null],
    );
    return row;
  }

  /** Plans that are due, those first that wait longest, few of each Drive. @param leaveAlone Drives not to be called now */
  async claimDue(of: { limit: number; ofOneDrive: number; leaveAlone: readonly string[] }): Promise<CallTry[]> {
    return this.database.query<CallTry>(
      `with recursive ${distinctByIndex('drives', 'installs.call_plans', 'drive_id', "state = 'waiting'")},
       due as (
         select p.install_id, p.kind from drives
           cross join lateral (
             select install_id, kind, next_try_at from installs.call_plans p
             where p.drive_id = drives.id and drives.id <> all($1::uuid[]) and state = 'waiting' and next_try_at <= (select platform.portal_now()) and attempts < max_attempts and ${CLAIMABLE}
             order by next_try_at, install_id limit $3) p
         order by p.next_try_at, p.install_id limit $2),
       free as (
         select p.install_id, p.kind from installs.call_plans p join due using (install_id, kind)
         where p.state = 'waiting' and p.next_try_at <= (select platform.portal_now()) and ${CLAIMABLE} for update of p skip locked)
       update installs.call_plans p set attempts = attempts + 1, claimed_by = gen_random_uuid(), claimed_until = clock_timestamp() + ${CLAIM}, claimed_worker = $4
       from free where p.install_id = free.install_id and p.kind = free.kind
       returning p.install_id as "installId", p.kind, p.drive_id as "driveId", p.attempts as attempt`,
      [of.leaveAlone, of.limit, of.ofOneDrive, currentWorker() ?? null],
    );
  }

  /** Last attempts that were claimed and never ended: a person has to decide. Returns how many. */
  async giveToAttention(tx: Tx): Promise<number> {
    const rows = await tx.query<{ id: string }>(
      `update installs.call_plans set state = 'attention', next_try_at = null, ${RELEASED}
       where state = 'waiting' and attempts >= max_attempts and ${CLAIMABLE} returning install_id as id`,
    );
    for (const { id } of rows) await this.needsAttention(tx, id);
    return rows.length;
  }

  /** Records the outcome of an attempt, unless there was another attempt or a decision since. */
  async settle(tx: Tx, { installId, kind, attempt }: CallTry, outcome: TryOutcome): Promise<void> {
    const { text, reportedId, done = false, attention = false } = outcome;
    const [settled] = await tx.query<{ state: string }>(
      `update installs.call_plans p set last_tried_at = $4, last_outcome = $5, reported_id = coalesce($6, reported_id),
         ${RELEASED}, state = n.state,
         next_try_at = case when n.state = 'waiting' then $4::timestamptz + $9::float8 * (${JITTER.from} + random() * ${JITTER.to - JITTER.from}) * interval '1 second' end
       from (select install_id, kind, case when state <> 'waiting' then state when $7 then 'done'
           when $8 or attempts >= max_attempts then 'attention' else 'waiting' end as state
         from installs.call_plans where install_id = $1 and kind = $2) n
       where p.install_id = n.install_id and p.kind = n.kind and p.attempts = $3 and p.claimed_by is not null
       returning n.state`,
      [installId, kind, attempt, tx.now, text, reportedId, done, attention, delayAfter(attempt)],
    );
    if (settled?.state === 'attention') await this.needsAttention(tx, installId);
  }

  private async needsAttention(tx: Tx, installId: string): Promise<void> {
    await tx.emit(InstallNeedsAttention, { install_id: installId, why: 'call_tried_to_the_end' });
  }

  /** Ends the plan; a call that is out stays claimed until it is over. False when it had ended before. */
  end(tx: Tx, installId: string, kind: CallKind, state: 'done' | 'given_up'): Promise<boolean> {
    return tx.matched(
      `update installs.call_plans set state = $3, next_try_at = null
       where install_id = $1 and kind = $2 and state in ('waiting', 'attention') returning 1 as ended`,
      [installId, kind, state],
    );
  }

  /** Due at once: one more attempt where all were made. An attempt in progress stays unchanged. */
  async hurry(tx: Tx, installId: string, kind: CallKind): Promise<void> {
    await tx.query(
      `update installs.call_plans set state = 'waiting', next_try_at = $3, max_attempts = greatest(max_attempts, attempts + 1)
       where install_id = $1 and kind = $2 and state in ('waiting', 'attention') and ${FREE}`,
      [installId, kind, tx.now],
    );
  }

  /** The plan that waits or needs a decision, locked; of several the one with the highest priority. */
  async lockOpen(tx: Tx, installId: string): Promise<OpenPlan | undefined> {
    const [row] = await tx.query<OpenPlan>(
      `select kind, state, reported_id as "reportedId" from installs.call_plans
       where install_id = $1 and state in ('waiting', 'attention') order by kind = 'probe', created_at desc limit 1 for update`,
      [installId],
    );
    return row;
  }

  /** True while a call of the kind is being made. */
  isClaimed(tx: Tx, installId: string, kind: CallKind): Promise<boolean> {
    return tx.matched(
      `select 1 from installs.call_plans where install_id = $1 and kind = $2 and claimed_until > clock_timestamp()`,
      [installId, kind],
    );
  }

  /** Defers the plan a little without counting an attempt. */
  async reschedule(tx: Tx, { installId, kind, attempt }: CallTry, seconds: number): Promise<void> {
    await tx.query(
      `update installs.call_plans set attempts = attempts - 1, ${RELEASED}, next_try_at = $4::timestamptz + $5::int * interval '1 second'
       where install_id = $1 and kind = $2 and attempts = $3 and state = 'waiting'`,
      [installId, kind, attempt, tx.now, seconds],
    );
  }
}
