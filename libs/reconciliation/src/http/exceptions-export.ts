import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ListExports } from '@portal/platform/http';
import { Worklist } from '../read/worklist.js';
import { ExceptionsQuery } from './reconciliation.dto.js';
import type { ExceptionView } from './reconciliation.view.js';

const COLUMNS = [
  ...(['id', 'opened_at', 'age_days', 'kind', 'sentence', 'amount_minor', 'suspense_minor', 'currency'] as const),
  ...(['blocking', 'state', 'owner_name', 'occurred_at', 'closed_at', 'close_reason'] as const),
] satisfies (keyof ExceptionView)[];

/** Exports the filtered list of exceptions. */
@Injectable()
export class ExceptionsExport implements OnModuleInit {
  constructor(
    private readonly exports: ListExports,
    private readonly worklist: Worklist,
  ) {}

  onModuleInit(): void {
    this.exports.register({
      kind: 'exceptions',
      query: ExceptionsQuery,
      columns: COLUMNS,
      page: (query) => this.worklist.list(query),
      asked: (filter, actor) => (filter['owner'] === 'me' ? { ...filter, owner: actor.userId ?? 'nobody' } : filter),
    });
  }
}
