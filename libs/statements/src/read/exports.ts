import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, type Page, required, toPage } from '@portal/kernel';
import { isoDates } from '@portal/platform/database';
import { TEST_PREFIX } from '../domain/test-mark.js';
import { statementErrors } from '../errors.js';
import type { ExportView } from '../http/statements.view.js';
import { ExportsRepository, type ExportFormat, type ExportRow } from '../persistence/exports.repository.js';

/** Retention of a finished export, ms: 30 days. */
export const EXPORT_KEPT_DAYS = 30;

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  pdf: 'application/pdf',
};

@Injectable()
export class Exports {
  constructor(private readonly exports: ExportsRepository) {}

  async list({ limit, cursor }: { limit: number; cursor?: string }): Promise<Page<ExportView>> {
    const before = cursor === undefined ? null : String(decodeCursor(cursor, 1)[0]);
    return toPage(await this.exports.list(limit + 1, before), limit, ['id'], view);
  }

  /** @throws AppError `export_not_found` (404) */
  async get(id: string): Promise<ExportView> {
    return view(required(await this.exports.get(id), statementErrors.export_not_found));
  }

  /** @throws AppError `export_not_found` (404), `export_not_ready` (409) */
  async file(id: string): Promise<{ type: string; fileName: string; bytes: number; parts: AsyncIterable<Buffer> }> {
    const row = required(await this.exports.get(id), statementErrors.export_not_found);
    if (row.state !== 'done') throw new AppError(statementErrors.export_not_ready);
    return {
      type: TYPES[row.format],
      fileName: `${row.is_test ? TEST_PREFIX : ''}${row.kind}-${row.month ?? row.created_at.toISOString().slice(0, 10)}.${row.format}`,
      bytes: row.bytes,
      parts: this.parts(id),
    };
  }

  private async *parts(id: string): AsyncGenerator<Buffer> {
    for (let n = 1; ; n += 1) {
      const part = await this.exports.part(id, n);
      if (!part) return;
      yield part;
    }
  }
}

function view(row: ExportRow): ExportView {
  return {
    ...isoDates(row),
    kept_until: new Date(row.created_at.getTime() + EXPORT_KEPT_DAYS * 86_400_000).toISOString(),
  };
}
