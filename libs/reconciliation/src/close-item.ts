import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { ITEM_KINDS } from './domain/item-kinds.js';
import { reconciliationErrors } from './errors.js';
import { ItemsRepository } from './persistence/items.repository.js';
import { WorkOnItem } from './work-on-item.js';

/** Closes an explained item that needs no posting. If its cause still exists, the next reconciliation opens a new item. */
@Injectable()
export class CloseItem {
  constructor(
    private readonly work: WorkOnItem,
    private readonly items: ItemsRepository,
  ) {}

  /** @throws AppError `exception_holds_money`, `exception_needs_explanation`, and as `WorkOnItem` */
  async execute(id: string, actor: Actor, reason: string): Promise<void> {
    await this.work.execute(id, actor, { what: 'closed', text: reason }, async (tx, item) => {
      const money =
        item.suspense !== 0n || ITEM_KINDS[item.kind].closedBy === 'write_off' || item.writeOffAccount !== null;
      if (money) throw new AppError(reconciliationErrors.exception_holds_money);
      if (item.state !== 'explained') throw new AppError(reconciliationErrors.exception_needs_explanation);
      await this.items.close(tx, id, reason, null);
    });
  }
}
