import { Injectable } from '@nestjs/common';
import { Transactor, takeLock } from '@portal/platform/database';
import { INTERNAL_KINDS, InternalExceptions } from './read/internal-exceptions.js';
import { ItemsRepository } from './persistence/items.repository.js';

/** Updates the items that follow from our own tables, between two reconciliations. */
@Injectable()
export class WatchExceptions {
  constructor(
    private readonly transactor: Transactor,
    private readonly internal: InternalExceptions,
    private readonly items: ItemsRepository,
  ) {}

  /** Returns how many items were opened. */
  async execute(): Promise<number> {
    return this.transactor.run(async (tx) => {
      // A reconciliation compares with a list of its own; both must not run at once.
      await takeLock(tx, 'reconciliation.exceptions');
      const wanted = await this.internal.list(tx);
      let opened = 0;
      for (const item of wanted) if (await this.items.openOrRefresh(tx, item)) opened += 1;
      await this.items.closeHealed(
        tx,
        wanted.map(({ ref }) => ref),
        INTERNAL_KINDS,
      );
      return opened;
    });
  }
}
