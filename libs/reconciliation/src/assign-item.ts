import { Injectable } from '@nestjs/common';
import { Identity } from '@portal/identity';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { reconciliationErrors } from './errors.js';
import { ItemsRepository } from './persistence/items.repository.js';
import { WorkOnItem, type Person } from './work-on-item.js';

/** The new assignee of an item: the caller, nobody, or another finance user by id. */
type Assignee = 'me' | 'nobody' | { readonly userId: string };

/**
 * Assigns a reconciliation item or removes its assignee. An item that is assigned to someone else can be taken over.
 */
@Injectable()
export class AssignItem {
  constructor(
    private readonly work: WorkOnItem,
    private readonly items: ItemsRepository,
    private readonly identity: Identity,
  ) {}

  /**
   * @throws AppError `exception_assignee_invalid` when that user does not have the role finance; otherwise as
   *   `WorkOnItem`
   */
  async execute(id: string, actor: Actor, to: Assignee): Promise<void> {
    const other = typeof to === 'string' ? null : await this.person(to.userId);
    const act = { what: to === 'nobody' ? 'released' : 'assigned', text: other && `to ${other.name}` } as const;
    await this.work.execute(id, actor, act, (tx, _item, person) =>
      this.items.assign(tx, id, to === 'nobody' ? null : (other ?? person)),
    );
  }

  /** Users with the role finance, by name. */
  async people(): Promise<Person[]> {
    const people = await this.identity.usersWith('finance');
    return people.map(({ id, name }) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  private async person(userId: string): Promise<Person> {
    const found = (await this.people()).find((person) => person.id === userId);
    if (!found) throw new AppError(reconciliationErrors.exception_assignee_invalid);
    return found;
  }
}
