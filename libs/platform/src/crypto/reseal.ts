import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { Database } from '../database/database.js';
import { Transactor } from '../database/transactor.js';
import type { Tx } from '../database/transaction/tx.js';
import { SealBroken, SealedBox } from './sealed-box.js';
import type { SealedStore } from './sealed-store.js';

interface ResealProgress {
  readonly store: string;
  readonly resealed: number;
  /** Ids of values that no key can decrypt. They are not changed. */
  readonly broken: readonly string[];
}

interface ResealResult {
  readonly kid: string;
  readonly resealed: number;
  readonly broken: number;
}

/**
 * Re-encrypts every stored value with the newest key-encryption key, in batches. The values themselves show what is
 * left, so an interrupted run is simply started again; `platform.reseal_runs` stores the progress.
 */
@Injectable()
export class Reseal {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
    private readonly box: SealedBox,
    private readonly ids: Ids,
  ) {}

  async execute(
    stores: readonly SealedStore[],
    { batch = 200, onProgress = () => undefined }: { batch?: number; onProgress?: (at: ResealProgress) => void } = {},
  ): Promise<ResealResult> {
    const kid = this.box.newestKid;
    const runId = await this.transactor.run((tx) => this.open(tx, kid));
    const total = { resealed: 0, broken: 0 };
    for (const store of stores) {
      let after: string | null = null;
      for (;;) {
        const values = await store.sealedByOthers(kid, after, batch);
        if (values.length === 0) break;
        after = values.at(-1)!.id;
        const broken: string[] = [];
        const renewed = values.flatMap((value) => {
          try {
            return [{ value, sealed: this.box.seal(this.box.open(value.sealed, value.context), value.context) }];
          } catch (error) {
            if (!(error instanceof SealBroken)) throw error;
            broken.push(value.id);
            return [];
          }
        });
        const resealed = await this.transactor.run(async (tx) => {
          let count = 0;
          for (const { value, sealed } of renewed) {
            if (await store.replace(tx, value, sealed)) count++;
          }
          await tx.query('update platform.reseal_runs set resealed = resealed + $2, last_at = $3 where id = $1', [
            runId,
            count,
            tx.now,
          ]);
          await tx.query(
            'update platform.sealed_counts set older = greatest(older - $2, 0), counted_at = $3 where store = $1',
            [store.name, count, tx.now],
          );
          return count;
        });
        total.resealed += resealed;
        total.broken += broken.length;
        onProgress({ store: store.name, resealed, broken });
      }
    }
    await this.transactor.run((tx) =>
      tx.query('update platform.reseal_runs set finished_at = $2, broken = $3 where id = $1', [
        runId,
        tx.now,
        total.broken,
      ]),
    );
    return { kid, ...total };
  }

  /** Number of values per store and key, and the runs so far; newest run first. */
  async status(stores: readonly SealedStore[]): Promise<{
    newest: string;
    stores: { store: string; kid: string; values: number }[];
    runs: { kid: string; started_at: Date; finished_at: Date | null; resealed: number; broken: number | null }[];
  }> {
    const counts = await Promise.all(
      stores.map(async (store) => (await store.countByKid()).map((row) => ({ store: store.name, ...row }))),
    );
    return {
      newest: this.box.newestKid,
      stores: counts.flat(),
      runs: await this.database.query(
        'select kid, started_at, finished_at, resealed::int, broken from platform.reseal_runs order by started_at desc limit 10',
      ),
    };
  }

  /**
   * False when a process with a newer first key has run: keys are ordered by when they were first in front. Records
   * that of this process.
   */
  async isNewest(): Promise<boolean> {
    const kid = this.box.newestKid;
    return this.transactor.run(async (tx) => {
      await tx.query('insert into platform.sealing_keys (kid, first_at) values ($1, $2) on conflict (kid) do nothing', [
        kid,
        tx.now,
      ]);
      const [newest] = await tx.query<{ kid: string }>(
        'select kid from platform.sealing_keys order by seq desc limit 1',
      );
      return newest?.kid === kid;
    });
  }

  /** Counts values encrypted with other keys than the newest, stores the numbers for the gauge and returns the sum. */
  async count(stores: readonly SealedStore[]): Promise<number> {
    const kid = this.box.newestKid;
    let sum = 0;
    for (const store of stores) {
      const older = (await store.countByKid()).reduce((n, row) => (row.kid === kid ? n : n + row.values), 0);
      sum += older;
      await this.transactor.run((tx) =>
        tx.query(
          `insert into platform.sealed_counts (store, older, counted_at) values ($1, $2, $3)
           on conflict (store) do update set older = excluded.older, counted_at = excluded.counted_at`,
          [store.name, older, tx.now],
        ),
      );
    }
    return sum;
  }

  /** Number of values that the last finished run with the newest key could not decrypt; 0 before one. */
  async brokenBefore(): Promise<number> {
    const [row] = await this.database.query<{ broken: number | null }>(
      'select broken from platform.reseal_runs where kid = $1 and finished_at is not null order by started_at desc, id desc limit 1',
      [this.box.newestKid],
    );
    return row?.broken ?? 0;
  }

  /** Continues the unfinished run of this key, or starts one. */
  private async open(tx: Tx, kid: string): Promise<string> {
    await tx.query(
      `insert into platform.reseal_runs (id, kid, started_at, last_at) values ($1, $2, $3, $3) on conflict (kid) where finished_at is null do nothing`,
      [this.ids.next(), kid, tx.now],
    );
    return (await tx.value<string>('select id from platform.reseal_runs where kid = $1 and finished_at is null', [
      kid,
    ]))!;
  }
}
