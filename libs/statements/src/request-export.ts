import { Injectable } from '@nestjs/common';
import { AppError, commonErrors, Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { ListExports, type ExportFilter } from '@portal/platform/http';
import { isListKind, type ExportKind } from './domain/export-kinds.js';
import { ExportRequested } from './events.js';
import { ExportsRepository, type ExportFormat } from './persistence/exports.repository.js';

/** Requests an export, which is created in the background. */
@Injectable()
export class RequestExport {
  constructor(
    private readonly transactor: Transactor,
    private readonly exports: ExportsRepository,
    private readonly lists: ListExports,
    private readonly ids: Ids,
    private readonly config: Config,
  ) {}

  /**
   * Returns the id of the export.
   * @param wish.month for the export of a month; `wish.filter` for a list, with the parameters of the list's route
   * @throws AppError `invalid_request` (400)
   */
  async execute(wish: { kind: ExportKind; format: ExportFormat; month?: string; filter?: ExportFilter }, actor: Actor) {
    const what = {
      kind: wish.kind,
      format: wish.format,
      month: wish.month ?? null,
      filter: await this.filter(wish, actor),
    };
    return this.transactor.run(async (tx) => {
      const id = this.ids.next();
      await this.exports.insert(tx, {
        ...what,
        id,
        isTest: this.config.isTestMoney,
        requestedBy: actor.userId,
        requestedByName: actor.name,
      });
      await tx.emit(ExportRequested, { export_id: id });
      await tx.audit(actor, 'export.requested', ['export', id], { after: { ...what } });
      return id;
    });
  }

  private async filter(
    { kind, month, filter }: { kind: ExportKind; month?: string; filter?: ExportFilter },
    actor: Actor,
  ): Promise<ExportFilter> {
    const list = isListKind(kind) ? this.lists.find(kind) : undefined;
    if (list && month === undefined) return this.lists.filter(list, filter ?? {}, actor);
    if (!isListKind(kind) && filter === undefined) return {};
    const pointer = isListKind(kind) ? (list ? '/month' : '/kind') : '/filter';
    throw new AppError(commonErrors.invalid_request, {
      details: [
        { pointer, code: 'unknown_field', message: 'Lists require a filter. All other contents require a month.' },
      ],
    });
  }
}
