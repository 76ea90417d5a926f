import { Injectable } from '@nestjs/common';
import { Database, type RowOf, type Tx } from '@portal/platform/database';
import type { ExportKind } from '../domain/export-kinds.js';
import type { ExportView } from '../http/statements.view.js';
import { StatementExportEntity, StatementExportPartEntity } from './export.entity.js';

export type ExportFormat = 'csv' | 'json' | 'pdf';

/** As its view shows it; `month` is null for a list, `filter` empty for a month. */
export type ExportRow = RowOf<Omit<ExportView, 'kept_until'>, 'created_at' | 'finished_at'> & {
  kind: ExportKind;
  format: ExportFormat;
};

type NewExport = Pick<
  StatementExportEntity,
  'id' | 'kind' | 'format' | 'month' | 'filter' | 'isTest' | 'requestedBy' | 'requestedByName'
>;

const SELECT = `select id, kind, format, month, filter, is_test, state, rows_done::float8 as rows_done, rows_total::float8 as rows_total,
  bytes::float8 as bytes, sha256, problem, requested_by_name as requested_by, created_at, finished_at from statements.exports`;

/** Exports that finance requested, stored in parts. */
@Injectable()
export class ExportsRepository {
  constructor(private readonly database: Database) {}

  async insert(tx: Tx, row: NewExport): Promise<void> {
    await tx.manager.insert(StatementExportEntity, { ...row, createdAt: tx.now });
  }

  /** Newest first, before the id `before`; ids are ordered by creation time. */
  async list(limit: number, before: string | null): Promise<ExportRow[]> {
    return this.database.query<ExportRow>(`${SELECT} where $2::uuid is null or id < $2 order by id desc limit $1`, [
      limit,
      before,
    ]);
  }

  async get(id: string): Promise<ExportRow | undefined> {
    return (await this.database.query<ExportRow>(`${SELECT} where id = $1`, [id]))[0];
  }

  /**
   * Starts an export, or restarts it after a crash, deleting the parts of the unfinished attempt. False when it has
   * already ended. `rowsTotal` is null when it is not known beforehand.
   */
  async start(tx: Tx, id: string, rowsTotal: number | null): Promise<boolean> {
    const rows = await tx.query(
      `update statements.exports set state = 'running', rows_done = 0, rows_total = $2, bytes = 0
       where id = $1 and state in ('queued', 'running') returning id`,
      [id, rowsTotal],
    );
    await tx.query('delete from statements.export_parts where export_id = $1', [id]);
    return rows.length > 0;
  }

  async addPart(tx: Tx, id: string, n: number, body: Buffer, rowsDone: number): Promise<void> {
    await tx.manager.insert(StatementExportPartEntity, { exportId: id, n, body });
    await tx.query('update statements.exports set rows_done = $2, bytes = bytes + $3 where id = $1', [
      id,
      rowsDone,
      body.length,
    ]);
  }

  async finish(tx: Tx, id: string, sha256: string): Promise<void> {
    await tx.query(
      `update statements.exports set state = 'done', sha256 = $2, finished_at = $3, rows_total = rows_done where id = $1 and state = 'running'`,
      [id, sha256, tx.now],
    );
  }

  /** Marks the export as failed. `problem` says why and what to request instead. */
  async fail(tx: Tx, id: string, problem: string): Promise<void> {
    await tx.query('delete from statements.export_parts where export_id = $1', [id]);
    await tx.query(
      `update statements.exports set state = 'failed', problem = $2, bytes = 0, finished_at = $3 where id = $1 and state = 'running'`,
      [id, problem, tx.now],
    );
  }

  async part(id: string, n: number): Promise<Buffer | undefined> {
    return this.database.value<Buffer>('select body from statements.export_parts where export_id = $1 and n = $2', [
      id,
      n,
    ]);
  }
}
