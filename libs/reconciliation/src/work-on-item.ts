import { Injectable } from '@nestjs/common';
import { AppError, commonErrors } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor, type Tx } from '@portal/platform/database';
import { reconciliationErrors } from './errors.js';
import { ItemsRepository, type HistoryEntry, type ItemRow } from './persistence/items.repository.js';

/** A finance user as the list of items names one. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

/** Common part of every action on an item: locks it, checks that it is open, and records the action. */
@Injectable()
export class WorkOnItem {
  constructor(
    private readonly transactor: Transactor,
    private readonly items: ItemsRepository,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `exception_not_found`, `exception_closed`, `forbidden` when the caller is not a user */
  async execute(
    id: string,
    actor: Actor,
    act: { what: HistoryEntry; text: string | null },
    work: (tx: Tx, item: ItemRow, person: Person) => Promise<void>,
  ): Promise<void> {
    const { userId } = actor;
    if (userId === null) throw new AppError(commonErrors.forbidden, { message: 'A person must decide this.' });
    await this.transactor.run(async (tx) => {
      const item = await this.items.lock(tx, id);
      if (!item) throw new AppError(reconciliationErrors.exception_not_found);
      if (item.state === 'closed') throw new AppError(reconciliationErrors.exception_closed);
      await work(tx, item, { id: userId, name: actor.name });
      await this.items.note(tx, id, act.what, actor, act.text);
      await this.audit.record(tx, {
        actor,
        action: `exception.${act.what}`,
        subjectType: 'reconciliation_item',
        subjectId: id,
        before: { state: item.state },
        after: { ref: item.ref, amount_minor: item.amount.toString(), currency: item.currency },
        reason: act.text,
      });
    });
  }
}
