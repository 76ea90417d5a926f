import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { Audit, Outbox, Transactor, type Actor } from '@portal/platform';
import { ExportRequested } from './events.js';
import { ExportsRepository, type ExportFormat, type ExportKind } from './persistence/exports.repository.js';

/** Asks for a file; it is made in the background. */
@Injectable()
export class RequestExport {
  constructor(
    private readonly transactor: Transactor,
    private readonly exports: ExportsRepository,
    private readonly ids: Ids,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Returns the id of the export. */
  async execute(what: { kind: ExportKind; format: ExportFormat; month: string }, actor: Actor): Promise<string> {
    return this.transactor.run(async (tx) => {
      const id = this.ids.next();
      await this.exports.insert(tx, { ...what, id, requestedBy: actor.userId, requestedByName: actor.name });
      await this.outbox.emit(tx, ExportRequested, { export_id: id });
      await this.audit.record(tx, {
        actor,
        action: 'export.requested',
        subjectType: 'export',
        subjectId: id,
        after: { ...what },
      });
      return id;
    });
  }
}
