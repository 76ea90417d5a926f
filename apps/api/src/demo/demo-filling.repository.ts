import { Injectable } from '@nestjs/common';
import { Database, Transactor } from '@portal/platform/database';
import type { DemoFillingBody, DemoFillingView } from './demo-filling.view.js';

const NOT_BEGUN: DemoFillingView = { begun: false, done: [], doing: '', listed: 0, drives: 0, finished: false };

/** How far the demo has been filled: one row. */
@Injectable()
export class DemoFillingRepository {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
  ) {}

  async read(): Promise<DemoFillingView> {
    const [row] = await this.database.query<DemoFillingView>(
      'select true as begun, done, doing, listed, drives, finished_at is not null as finished from platform.demo_filling',
    );
    return row ?? NOT_BEGUN;
  }

  async save({ done, doing, listed, drives, finished }: DemoFillingBody): Promise<void> {
    await this.transactor.run((tx) =>
      tx.query(
        `insert into platform.demo_filling as f (done, doing, listed, drives, finished_at)
         values ($1, $2, $3, $4, case when $5 then clock_timestamp() end)
         on conflict (only_row) do update set done = excluded.done, doing = excluded.doing, listed = excluded.listed,
           drives = excluded.drives, finished_at = coalesce(f.finished_at, excluded.finished_at)`,
        [done, doing, listed, drives, finished],
      ),
    );
  }
}
