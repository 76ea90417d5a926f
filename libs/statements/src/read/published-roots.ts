import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { MonthRootView } from '../http/statements.view.js';

/** The roots of all seals, newest first; a month has one for each of its parts. */
@Injectable()
export class PublishedRoots {
  constructor(private readonly database: Database) {}

  async list(): Promise<Page<MonthRootView>> {
    const roots = await this.database.query<RowOf<MonthRootView, 'sealed_at'>>(
      'select month, root, previous_root, size as statements, sealed_at from statements.months order by seq desc',
    );
    return { items: roots.map(isoDates), next_cursor: null };
  }
}
