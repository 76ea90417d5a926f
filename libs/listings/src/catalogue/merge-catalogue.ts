import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';

/**
 * Merges changes of the catalogue into the sets of the search. A search finds it before, too, at the price of
 * looking at it row by row.
 */
@Injectable()
export class MergeCatalogue {
  constructor(private readonly transactor: Transactor) {}

  /** Returns how many entries were taken in, or out; 0 also while another one is at it. */
  execute(): Promise<number> {
    return this.transactor.run(async (tx) => {
      const [row] = await tx.query<{ merged: number }>('select listings.merge_catalogue() as merged');
      return row!.merged;
    });
  }
}
