import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { objectiveOf, OBJECTIVE, type Objective } from '../domain/objective.js';
import { KEPT_ENDPOINTS, type KeptEndpoint } from '../domain/points.js';
import { msOfStep } from '../domain/response-time.js';
import { RANGES, type Range } from '../domain/ranges.js';
import type { SeriesKind } from '../history.entity.js';
import type { DriveHistoryView, InstallHistoryView, ResponseTimeView } from './history.view.js';

const DAY_MS = 86_400_000;

interface Bin {
  name: string;
  at: Date;
  points: number;
  mean: number;
  least: number;
  most: number;
}

/** History for display: bins of a range, and the objective of the last 28 days. */
@Injectable()
export class HistoryQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async ofDrive(driveId: string, range: Range): Promise<DriveHistoryView> {
    const bins = await this.bins('call', driveId, range);
    const objectives = await this.objectives(driveId);
    return {
      range,
      ...this.span(range),
      bin_seconds: RANGES[range].binS,
      objective_days: OBJECTIVE.days,
      endpoints: KEPT_ENDPOINTS.map((endpoint) => {
        const objective = objectives.get(endpoint) ?? objectiveOf(0, 0);
        return {
          endpoint,
          target: OBJECTIVE.target,
          share: objective.share,
          budget_used: objective.budgetUsed,
          points: bins
            .filter(({ name }) => name === endpoint)
            .map(({ at, points, mean }) => ({ at: at.toISOString(), calls: points, share: mean })),
        };
      }),
    };
  }

  async ofInstall({ id, driveId }: { id: string; driveId: string }, range: Range): Promise<InstallHistoryView> {
    const drive = await this.ofDrive(driveId, range);
    const bins = await this.bins('metric', id, range);
    const names = [...new Set(bins.map(({ name }) => name))].sort();
    return {
      ...drive,
      metrics: names.map((name) => ({
        name,
        points: bins
          .filter((bin) => bin.name === name)
          .map(({ at, mean, least, most }) => ({ at: at.toISOString(), mean, least, most })),
      })),
    };
  }

  /** By endpoint; endpoints that were never called are absent. */
  async objectives(driveId: string): Promise<Map<KeptEndpoint, Objective>> {
    const rows = await this.database.query<{ name: KeptEndpoint; periods: number; good: number }>(
      `select name, sum(periods)::int as periods, sum(means) as good from installs.history
       where subject_id = $1 and kind = 'call' and step = 'hour' and at >= (select platform.portal_now()) - $2::int * interval '1 day' group by name`,
      [driveId, OBJECTIVE.days],
    );
    return new Map(rows.map(({ name, periods, good }) => [name, objectiveOf(periods, good)]));
  }

  /** Of good answers of the health endpoint in the days of the objective; null: none was measured. */
  async responseTime(driveId: string): Promise<ResponseTimeView | null> {
    const [row] = await this.database.query<{ median: number | null; p95: number | null; calls: number | null }>(
      `select min(step) filter (where upto >= total * 0.5) as median, min(step) filter (where upto >= total * 0.95) as p95, max(total)::int as calls
       from (select step, sum(calls) over (order by step) as upto, sum(calls) over () as total
         from (select step, sum(calls) as calls from installs.response_times
           where drive_id = $1 and day > ((select platform.portal_now()) at time zone 'UTC')::date - $2::int group by step) steps) x`,
      [driveId, OBJECTIVE.days],
    );
    const { median, p95, calls } = row!;
    if (median === null || p95 === null || calls === null) return null;
    return { median_ms: msOfStep(median), p95_ms: msOfStep(p95), answers: calls };
  }

  private span(range: Range): { from: string; to: string } {
    const to = this.clock.now().getTime();
    return { from: new Date(to - RANGES[range].days * DAY_MS).toISOString(), to: new Date(to).toISOString() };
  }

  private async bins(kind: SeriesKind, subjectId: string, range: Range): Promise<Bin[]> {
    const { days, binS, step } = RANGES[range];
    return this.database.query<Bin>(
      `select name, date_bin($4::int * interval '1 second', at, 'epoch') as at, sum(points)::int as points, sum(means) / sum(periods) as mean,
         min(least) as least, max(most) as most
       from installs.history where subject_id = $1 and kind = $2 and step = $3 and at >= (select platform.portal_now()) - $5::int * interval '1 day'
       group by 1, 2 order by 1, 2`,
      [subjectId, kind, step, binS, days],
    );
  }
}
