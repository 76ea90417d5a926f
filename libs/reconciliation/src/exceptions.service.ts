import { Injectable } from '@nestjs/common';
import { Identity } from '@portal/identity';
import { AppError, commonErrors, required } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { ITEM_KINDS } from './domain/item-kinds.js';
import { reconciliationErrors } from './errors.js';
import { ReconciliationItemEntity } from './persistence/item.entity.js';
import { ItemsRepository, type HistoryEntry, type ItemRow } from './persistence/items.repository.js';

/** A finance user as the list of items names one. */
interface Person {
  readonly id: string;
  readonly name: string;
}

/** The new assignee of an item: the caller, nobody, or another finance user by id. */
type Assignee = 'me' | 'nobody' | { readonly userId: string };

/**
 * What people do with reconciliation items. Every method throws AppError `exception_not_found`, `exception_closed`, and
 * `forbidden` when the caller is not a user.
 */
@Injectable()
export class ExceptionsService {
  constructor(
    private readonly transactor: Transactor,
    private readonly items: ItemsRepository,
    private readonly identity: Identity,
  ) {}

  /** Users with the role finance, by name. */
  async people(): Promise<Person[]> {
    const people = await this.identity.usersWith('finance');
    return people.map(({ id, name }) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * Assigns an item or removes its assignee. An item that is assigned to someone else can be taken over.
   * @throws AppError `exception_assignee_invalid` when that user does not have the role finance
   */
  async assign(id: string, actor: Actor, to: Assignee): Promise<void> {
    const other = typeof to === 'string' ? null : await this.person(to.userId);
    const act = { what: to === 'nobody' ? 'released' : 'assigned', text: other && `to ${other.name}` } as const;
    await this.work(id, actor, act, (tx, _item, person) =>
      this.items.assign(tx, id, to === 'nobody' ? null : (other ?? person)),
    );
  }

  async note(id: string, actor: Actor, text: string): Promise<void> {
    await this.work(id, actor, { what: 'note', text }, () => Promise.resolve());
  }

  async explain(id: string, actor: Actor, reason: string): Promise<void> {
    await this.work(id, actor, { what: 'explained', text: reason }, async (tx) => {
      await tx.manager.update(ReconciliationItemEntity, { id }, { state: 'explained' });
    });
  }

  /**
   * Closes an explained item that needs no posting. If its cause still exists, the next reconciliation opens a new item.
   * @throws AppError `exception_holds_money`, `exception_needs_explanation`
   */
  async close(id: string, actor: Actor, reason: string): Promise<void> {
    await this.work(id, actor, { what: 'closed', text: reason }, async (tx, item) => {
      const money = item.suspense !== 0n || ITEM_KINDS[item.kind].closedBy === 'write_off';
      if (money) throw new AppError(reconciliationErrors.exception_holds_money);
      if (item.state !== 'explained') throw new AppError(reconciliationErrors.exception_needs_explanation);
      await this.items.close(tx, id, { reason, approvalId: null });
    });
  }

  /** Locks an open item, does `work` and records it. */
  private async work(
    id: string,
    actor: Actor,
    act: { what: HistoryEntry; text: string | null },
    work: (tx: Tx, item: ItemRow, person: Person) => Promise<void>,
  ): Promise<void> {
    const { userId } = actor;
    if (userId === null) throw new AppError(commonErrors.forbidden, { message: 'A person must decide this.' });
    await this.transactor.run(async (tx) => {
      const item = required(await this.items.lock(tx, id), reconciliationErrors.exception_not_found);
      if (item.state === 'closed') throw new AppError(reconciliationErrors.exception_closed);
      await work(tx, item, { id: userId, name: actor.name });
      await this.items.note(tx, id, act.what, actor, act.text);
      await tx.audit(actor, `exception.${act.what}`, ['reconciliation_item', id], {
        before: { state: item.state },
        after: { ref: item.ref, amount_minor: item.amount.toString(), currency: item.currency },
        reason: act.text,
      });
    });
  }

  private async person(userId: string): Promise<Person> {
    const found = (await this.people()).find((person) => person.id === userId);
    return required(found, reconciliationErrors.exception_assignee_invalid);
  }
}
