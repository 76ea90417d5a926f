import { Injectable } from '@nestjs/common';
import { csvRow, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database } from '../database/database.js';
import { isoDates, type RowOf } from '../database/statements/row-of.js';
import { AUDIT_ROW_COLUMNS, type AuditRow } from './audit-chain.js';
import type { AuditEntryView, AuditQuery } from './audit.controller.js';

const PART = 2_000;

type AuditFilter = Omit<AuditQuery, 'cursor' | 'limit'>;

type AuditLogRow = RowOf<AuditEntryView, 'at'>;

/** An entry as sealed, with its place in the chain and the seal in hex; null while it is not sealed. */
type ExportedRow = AuditRow & { position: string | null; seal: string | null };

const EXPORTED = [
  ...(['seq', 'at', 'actor_kind', 'actor_id', 'actor_name', 'actor_role', 'action'] as const),
  ...(['subject_type', 'subject_id', 'before', 'after', 'reason', 'request_id', 'id', 'position', 'seal'] as const),
] satisfies (keyof ExportedRow)[];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Only the filters in use are part of the statement, so that each query can use its index. */
class Narrowing {
  readonly params: unknown[] = [];
  private readonly conditions: string[] = [];

  constructor(filter: AuditFilter, before: string | number | null) {
    const actor = filter.actor?.trim();
    this.where(filter.subject_type, (at) => `a.subject_type = ${at}`);
    this.where(filter.subject_id, (at) => `a.subject_id = ${at}`);
    // `/` follows `.`, so the range contains the action itself and all actions below it.
    this.where(
      filter.action,
      (at) => `a.action collate "C" >= ${at}::text and a.action collate "C" < (${at}::text || '/')`,
    );
    if (UUID.test(actor ?? '')) this.where(actor, (at) => `a.actor_id = ${at}::uuid`);
    else this.where(actor || undefined, (at) => `strpos(lower(a.actor_name), lower(${at}::text)) > 0`);
    this.where(filter.from, (at) => `a.at >= ${at}::date::timestamp at time zone 'UTC'`);
    this.where(filter.to, (at) => `a.at < (${at}::date + 1)::timestamp at time zone 'UTC'`);
    this.where(before ?? undefined, (at) => `a.seq < ${at}::bigint`);
  }

  /** After `from ... a`, with `limit` as the last parameter. */
  sql(limit: number): [tail: string, params: unknown[]] {
    const where = this.conditions.length === 0 ? '' : `where ${this.conditions.join(' and ')} `;
    return [`${where}order by a.seq desc limit $${this.params.length + 1}`, [...this.params, limit]];
  }

  private where(value: unknown, condition: (at: string) => string): void {
    if (value === undefined) return;
    this.params.push(value);
    this.conditions.push(condition(`$${this.params.length}`));
  }
}

/** The audit log, newest first: one page, or everything that matches the filter as a file. */
@Injectable()
export class AuditLog {
  constructor(private readonly database: Database) {}

  async page(filter: AuditQuery): Promise<Page<AuditEntryView>> {
    const before = filter.cursor === undefined ? null : decodeCursor(filter.cursor, 1)[0]!;
    const [tail, params] = new Narrowing(filter, before).sql(filter.limit + 1);
    const rows = await this.database.query<AuditLogRow>(
      `select a.seq::float8, a.id, a.at, a.actor_kind, a.actor_id, a.actor_name, a.actor_role, a.action, a.subject_type, a.subject_id,
         a.before, a.after, a.reason, a.request_id
       from platform.audit_log a ${tail}`,
      params,
    );
    return toPage(rows, filter.limit, ['seq'], isoDates);
  }

  /** Entries as sealed, in parts. Formulas in CSV cells are escaped. */
  async *file(filter: AuditFilter, format: 'csv' | 'json'): AsyncGenerator<string> {
    yield format === 'csv' ? csvRow(EXPORTED) : '[';
    let comma = '\n';
    for (let before: string | null = null; ;) {
      const rows: ExportedRow[] = await this.part(filter, before);
      for (const row of rows) {
        const ordered = EXPORTED.map((column) => row[column]);
        if (format === 'csv') yield csvRow(ordered);
        else yield comma + JSON.stringify(Object.fromEntries(EXPORTED.map((column, i) => [column, ordered[i]])));
        comma = ',\n';
      }
      if (rows.length < PART) break;
      before = rows.at(-1)!.seq;
    }
    if (format === 'json') yield '\n]\n';
  }

  private part(filter: AuditFilter, before: string | null): Promise<ExportedRow[]> {
    const [tail, params] = new Narrowing(filter, before).sql(PART);
    return this.database.query<ExportedRow>(
      `select ${AUDIT_ROW_COLUMNS}, s.position::text, encode(s.hash, 'hex') as seal
       from platform.audit_log a left join platform.audit_seals s on s.audit_seq = a.seq ${tail}`,
      params,
    );
  }
}
