import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { ItemsRepository } from './persistence/items.repository.js';
import { WorkOnItem } from './work-on-item.js';

/** Records the explanation of an item, or a note. */
@Injectable()
export class ExplainItem {
  constructor(
    private readonly work: WorkOnItem,
    private readonly items: ItemsRepository,
  ) {}

  /** @throws as `WorkOnItem` */
  async explain(id: string, actor: Actor, reason: string): Promise<void> {
    await this.work.execute(id, actor, { what: 'explained', text: reason }, (tx) =>
      this.items.setState(tx, id, 'explained'),
    );
  }

  /** @throws as `WorkOnItem` */
  async note(id: string, actor: Actor, text: string): Promise<void> {
    await this.work.execute(id, actor, { what: 'note', text }, () => Promise.resolve());
  }
}
