import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import { StatementsRepository } from '../persistence/statements.repository.js';
import type { MonthRootView } from '../http/statements.view.js';

/** The roots of all sealed months, newest first. */
@Injectable()
export class PublishedRoots {
  constructor(private readonly repository: StatementsRepository) {}

  async list(): Promise<Page<MonthRootView>> {
    const roots = await this.repository.roots();
    const items = roots.map((month) => ({
      month: month.month,
      root: month.root,
      previous_root: month.previousRoot,
      statements: month.size,
      sealed_at: month.sealedAt.toISOString(),
    }));
    return { items, next_cursor: null };
  }
}
