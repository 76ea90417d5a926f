import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform';
import { ItemsRepository } from './persistence/items.repository.js';
import { WorkOnItem } from './work-on-item.js';

/** Takes an item of the worklist, or gives it back. Whoever takes one that another has takes it over. */
@Injectable()
export class AssignItem {
  constructor(
    private readonly work: WorkOnItem,
    private readonly items: ItemsRepository,
  ) {}

  /** @throws as `WorkOnItem` */
  async execute(id: string, actor: Actor, take: boolean): Promise<void> {
    const what = take ? 'assigned' : 'released';
    await this.work.execute(id, actor, { what, text: null }, (tx, _item, person) =>
      this.items.assign(tx, id, take ? person : null),
    );
  }
}
