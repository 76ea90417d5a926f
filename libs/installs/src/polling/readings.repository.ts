import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { InstallNeedsAttention } from '../events.js';
import { figuresOf, isKept } from '../history/domain/points.js';
import { stepOf } from '../history/domain/response-time.js';
import { outcomeOf } from './domain/outcome.js';
import type { CallRefusal } from '../install/domain/token-refusal.js';
import type { ReadEndpoint, ReadingProblem } from './domain/reading.js';

/** Result of reading one endpoint. */
interface Reading {
  endpoint: ReadEndpoint;
  /** The call was made for this install. */
  asked: boolean;
  /** Null after a good answer. */
  problem: ReadingProblem | null;
  status: number | null;
  behind: boolean;
  failures: number;
  /** Seconds from now. */
  dueInS: number;
  /** Its answer, for every endpoint but events. */
  data: object | null;
  /** Of a good answer of the health endpoint. */
  durationMs: number | null;
}

/** Result of reading one install. */
export interface InstallReadings {
  readonly installId: string;
  readonly driveId: string;
  readonly readings: readonly Reading[];
  /** Endpoints that were read before and are not any more; their state is dropped. */
  readonly unlisted: readonly ReadEndpoint[];
  /** How far its events were read, Unix ms; never moves back. */
  readonly cursorMs: number;
  /** Seconds between two polls while nothing changes. */
  readonly everyS: number;
}

const figuresIn = ({ endpoint, data }: Pick<Reading, 'endpoint' | 'data'>): ReturnType<typeof figuresOf> =>
  endpoint === 'metrics' && data !== null ? figuresOf(data) : [];

/** Of the readings of an install, those whose failure is the Drive's; a quota that is used up is an answer. */
const FAILS = `(failures > 0 and problem not in ('quota_exceeded', 'our_fault'))`;
const SIGNED = `filter (where endpoint <> 'health')`;
/**
 * An install works while something signed can be read of it; where its manifest lists nothing signed, while it answers
 * for its health. `refusal`: why nothing can be read, where that is the reason.
 */
const STATE = `select min(due_at) as due_at,
  case when coalesce(bool_and(${FAILS}) ${SIGNED}, bool_and(${FAILS})) then coalesce(max(failed_since) ${SIGNED}, max(failed_since)) end as failing_since,
  case when bool_and(${FAILS}) ${SIGNED} then case when bool_or(problem = 'signature_refused') ${SIGNED} then 'signature_refused'
    when bool_or(problem = 'clock_skew') ${SIGNED} then 'clock_skew' when bool_or(problem = 'token_refused') ${SIGNED} then null
    when bool_or(problem = 'unauthorized') ${SIGNED} then 'unauthorized' end end as refusal
  from installs.readings where install_id = x.id`;

@Injectable()
export class ReadingsRepository {
  /** An endpoint that could not be read because of a platform-side failure is due again in a minute. */
  async reschedule(tx: Tx, installIds: readonly string[]): Promise<void> {
    await tx.query(
      `update installs.installs set next_poll_at = $2::timestamptz + interval '1 minute' where id = any($1::uuid[]) and next_poll_at <= $2::timestamptz`,
      [installIds, tx.now],
    );
  }

  /** True once the events of an install that ended were read for the last time. */
  isOver(tx: Tx, installId: string): Promise<boolean> {
    return tx.matched(
      `select 1 from installs.readings where install_id = $1 and endpoint = 'events' and due_at = 'infinity'`,
      [installId],
    );
  }

  /** Nothing of the install is read any more. */
  async end(tx: Tx, installId: string): Promise<void> {
    await tx.query(
      `insert into installs.readings (install_id, endpoint, due_at, read_at) values ($1, 'events', 'infinity', $2)
       on conflict (install_id, endpoint) do update set due_at = excluded.due_at`,
      [installId, tx.now],
    );
  }

  /** All at once, in the order of their ids: two that note the same installs wait for each other. */
  async note(tx: Tx, read: readonly InstallReadings[]): Promise<void> {
    if (read.length === 0) return;
    const sorted = [...read].sort((a, b) => (a.installId < b.installId ? -1 : 1));
    const said = (one: InstallReadings, endpoint: ReadEndpoint): object | null =>
      one.readings.find((reading) => reading.endpoint === endpoint)?.data ?? null;
    const installs = JSON.stringify(
      sorted.map((one) => ({
        id: one.installId,
        cursor_ms: one.cursorMs,
        every_s: one.everyS,
        metrics: said(one, 'metrics'),
        health: said(one, 'health'),
        billing: said(one, 'billing'),
        signed: one.readings.find(({ endpoint, problem }) => endpoint !== 'health' && problem === null)?.endpoint,
      })),
    );
    const unlisted = sorted.flatMap((one) => one.unlisted.map((endpoint) => ({ id: one.installId, endpoint })));
    if (unlisted.length > 0)
      await tx.query(
        `delete from installs.readings r using jsonb_to_recordset($1) as x(id uuid, endpoint text)
         where r.install_id = x.id and r.endpoint = x.endpoint`,
        [JSON.stringify(unlisted)],
      );
    // Events of an install that has reached its quota are read on the next day.
    await tx.query(
      `insert into installs.readings as r (install_id, endpoint, due_at, read_at, failures, failed_since, problem, status, behind, figures)
       select x.id, x.endpoint, greatest($1::timestamptz + x.due_in_s * interval '1 second', f.over_at), $1, x.failures, case when x.failures > 0 then $1::timestamptz end, x.problem, x.status, x.behind, x.figures
       from jsonb_to_recordset($2) as x(id uuid, endpoint text, due_in_s int, failures int, problem text, status int, behind boolean, figures text[])
         left join lateral (select (q.day + 1) at time zone 'UTC' as over_at from installs.event_quotas q where x.endpoint = 'events'
           and q.install_id = x.id and q.stored >= q.quota and q.day >= ($1::timestamptz at time zone 'UTC')::date) f on true
       on conflict (install_id, endpoint) do update set due_at = excluded.due_at, read_at = excluded.read_at, failures = excluded.failures,
         failed_since = case when excluded.failures > 0 then coalesce(r.failed_since, excluded.failed_since) end,
         problem = excluded.problem, status = excluded.status, behind = excluded.behind,
         figures = case when excluded.figures <@ r.figures then r.figures
           else (r.figures || array(select f from unnest(excluded.figures) f where f <> all (r.figures)))[1:100] end`,
      [
        tx.now,
        JSON.stringify(
          sorted.flatMap(({ installId, readings }) =>
            readings.map((one) => ({
              id: installId,
              endpoint: one.endpoint,
              due_in_s: one.dueInS,
              failures: one.failures,
              problem: one.problem,
              status: one.status,
              behind: one.behind,
              figures: figuresIn(one).map(({ name }) => name),
            })),
          ),
        ),
      ],
    );
    await this.noteBills(
      tx,
      sorted.flatMap((one) => {
        const bill = said(one, 'billing');
        return bill === null ? [] : [{ ...bill, id: one.installId }];
      }),
    );
    // Unreachable since the last endpoint failed.
    const after = await tx.query<{ id: string; refusal: CallRefusal | null; before: CallRefusal | null }>(
      `update installs.installs i set polled_at = $1::timestamptz, unreachable_since = n.failing_since, refusal = n.refusal,
         refused_since = case when n.refusal is not null then case when n.refusal = i.refusal then i.refused_since else $1::timestamptz end end,
         signed_at = case when x.signed is null then i.signed_at else $1::timestamptz end, signed_endpoint = coalesce(x.signed, i.signed_endpoint),
         events_cursor_ms = greatest(i.events_cursor_ms, x.cursor_ms), metrics = coalesce(nullif(x.metrics, 'null'), i.metrics),
         health = coalesce(nullif(x.health, 'null'), i.health), billing = coalesce(nullif(x.billing, 'null'), i.billing),
         poll_every_s = x.every_s, next_poll_at = n.due_at
       from jsonb_to_recordset($2) as x(id uuid, cursor_ms bigint, every_s int, metrics jsonb, health jsonb, billing jsonb, signed text)
       join installs.installs b on b.id = x.id cross join lateral (${STATE}) n
       where i.id = x.id returning i.id, i.refusal, b.refusal as before`,
      [tx.now, installs],
    );
    for (const { id, refusal, before } of after)
      if (refusal !== null && refusal !== before)
        await tx.emit(InstallNeedsAttention, { install_id: id, why: refusal });
    await this.addPoints(tx, sorted);
    await this.addResponseTimes(tx, sorted);
  }

  /** Amounts that Drives report to bill: the answer counts for the current month (UTC), until the next one in it. */
  private async noteBills(tx: Tx, bills: readonly object[]): Promise<void> {
    if (bills.length === 0) return;
    await tx.query(
      `insert into installs.billing_summaries as s (install_id, month, currency, amount, plan, said_at)
       select x.id, date_trunc('month', $1::timestamptz at time zone 'UTC')::date, lower(x.currency), x.amount_cents, x.plan, $1
       from jsonb_to_recordset($2) as x(id uuid, currency text, amount_cents bigint, plan text) order by x.id
       on conflict (install_id, month, currency) do update set amount = excluded.amount, plan = excluded.plan, said_at = excluded.said_at`,
      [tx.now, JSON.stringify(bills)],
    );
  }

  /** For the history: each call once for its Drive, figures for each install. */
  private async addPoints(tx: Tx, read: readonly InstallReadings[]): Promise<void> {
    const points = read.flatMap(({ installId, driveId, readings }) =>
      readings.flatMap((reading) => {
        const { endpoint, asked, problem } = reading;
        const value = asked && isKept(endpoint) ? outcomeOf(problem) : null;
        const calls = value === null ? [] : [{ kind: 'call', subject_id: driveId, name: endpoint, value }];
        return [...calls, ...figuresIn(reading).map((one) => ({ kind: 'metric', subject_id: installId, ...one }))];
      }),
    );
    if (points.length === 0) return;
    await tx.query(
      `insert into installs.history_points (kind, subject_id, name, at, value)
       select x.kind, x.subject_id, x.name, $1::timestamptz, x.value
       from jsonb_to_recordset($2) as x(kind text, subject_id uuid, name text, value float8)
       where x.kind = 'call' or exists (select from installs.readings r
         where r.install_id = x.subject_id and r.endpoint = 'metrics' and x.name = any(r.figures))`,
      [tx.now, JSON.stringify(points)],
    );
  }

  /** Each good answer of the health endpoint once for its Drive. */
  private async addResponseTimes(tx: Tx, read: readonly InstallReadings[]): Promise<void> {
    const steps = read.flatMap(({ driveId, readings }) =>
      readings.flatMap(({ asked, durationMs }) =>
        asked && durationMs !== null ? [{ drive_id: driveId, step: stepOf(durationMs) }] : [],
      ),
    );
    if (steps.length === 0) return;
    await tx.query(
      `insert into installs.response_times as r (drive_id, day, step, calls)
       select x.drive_id, ($1::timestamptz at time zone 'UTC')::date, x.step, count(*)
       from jsonb_to_recordset($2) as x(drive_id uuid, step smallint) group by x.drive_id, x.step order by x.drive_id, x.step
       on conflict (drive_id, day, step) do update set calls = r.calls + excluded.calls`,
      [tx.now, JSON.stringify(steps)],
    );
  }
}
