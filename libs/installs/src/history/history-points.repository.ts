import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { outcomeOf } from '../install/polling/domain/outcome.js';
import type { InstallReadings } from '../install/polling/readings.repository.js';
import { figuresOf, isKept } from './domain/points.js';

@Injectable()
export class HistoryPointsRepository {
  /** Adds the results of polling installs: each call once for its Drive, figures for each install. */
  async add(tx: Tx, read: readonly InstallReadings[]): Promise<void> {
    const points = read.flatMap(({ installId, driveId, readings }) =>
      readings.flatMap(({ endpoint, asked, problem, data }) => {
        const value = asked && isKept(endpoint) ? outcomeOf(problem) : null;
        const calls = value === null ? [] : [{ kind: 'call', subject_id: driveId, name: endpoint, value }];
        const figures = endpoint === 'metrics' && data !== null ? figuresOf(data) : [];
        return [...calls, ...figures.map((one) => ({ kind: 'metric', subject_id: installId, ...one }))];
      }),
    );
    if (points.length === 0) return;
    await tx.query(
      `insert into installs.history_points (kind, subject_id, name, at, value)
       select x.kind, x.subject_id, x.name, $1::timestamptz, x.value
       from jsonb_to_recordset($2) as x(kind text, subject_id uuid, name text, value float8)`,
      [tx.now, JSON.stringify(points)],
    );
  }
}
