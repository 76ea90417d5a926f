import { createHash, type Hash } from 'node:crypto';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { ListExports, type ExportableList, type ExportFilter } from '@portal/platform/http';
import { Pdfs } from '@portal/platform/pdf';
import { EXPORT_TITLES, isAddedUp, isListKind, type MonthKind } from './domain/export-kinds.js';
import { csvPart, jsonPart, marked, type ExportRecord } from './domain/export-text.js';
import { ExportsRepository, type ExportRow } from './persistence/exports.repository.js';
import type { Table } from './pdf/table-pdf.task.js';
import { ExportRows } from './read/export-rows.js';

const PAGE = 2_000;
/** Maximum rows of a PDF: about 200 pages, the most that is useful to read and fits into memory. */
export const PDF_MOST = 5_000;
const PDF = path.join(__dirname, 'pdf/table-pdf.task');
/** Bytes per part of a file that is rendered in one piece. */
const PART = 1_000_000;
const TOO_LONG = `A PDF can have at most ${PDF_MOST.toLocaleString('en')} rows, and this list has more. Choose CSV or JSON, or narrow the list.`;

/** The rows of an export. */
interface Source {
  readonly total: number | null;
  readonly columns: readonly string[];
  parts(): AsyncGenerator<{ rows: ExportRecord[]; end: boolean }>;
}

/** Creates a file in parts and records the progress. After a crash it starts again from the beginning. */
@Injectable()
export class MakeExport {
  constructor(
    private readonly transactor: Transactor,
    private readonly exports: ExportsRepository,
    private readonly rows: ExportRows,
    private readonly lists: ListExports,
    private readonly pdfs: Pdfs,
  ) {}

  async execute(id: string): Promise<void> {
    const wanted = await this.exports.get(id);
    if (!wanted || wanted.state === 'done' || wanted.state === 'failed') return;
    const source = await this.source(wanted);
    const startedAt = await this.transactor.run(async (tx) =>
      (await this.exports.start(tx, id, source.total)) ? tx.now : null,
    );
    if (startedAt === null) return;
    const hash = createHash('sha256');
    const made = wanted.format === 'pdf' ? this.paper(wanted, source, startedAt) : text(wanted, source);
    let n = 0;
    for await (const { body, done } of made) {
      if (body === null) return this.transactor.run((tx) => this.exports.fail(tx, id, TOO_LONG));
      hash.update(body);
      n += 1;
      const at = n;
      await this.transactor.run((tx) => this.exports.addPart(tx, id, at, body, done));
    }
    await this.transactor.run((tx) => this.exports.finish(tx, id, hash.digest('hex')));
  }

  /** Renders a PDF in parts. A part without a body means that there are more rows than a PDF may have. */
  private async *paper(wanted: ExportRow, source: Source, startedAt: Date) {
    const all: ExportRecord[] = [];
    const digest: Hash = createHash('sha256');
    let first = true;
    for await (const { rows, end } of source.parts()) {
      digest.update(jsonPart(rows, first, end));
      first = false;
      all.push(...rows);
      if (all.length > PDF_MOST) {
        yield { body: null, done: all.length };
        return;
      }
    }
    const table: Table = {
      title: EXPORT_TITLES[wanted.kind],
      narrowedBy: wanted.month === null ? Object.entries(wanted.filter) : [['month', wanted.month]],
      at: startedAt,
      askedBy: wanted.requested_by,
      isTest: wanted.is_test,
      columns: source.columns.filter((column) => column !== 'sandbox'),
      rows: all,
      isAddedUp: isAddedUp(wanted.kind),
      exponents: await this.rows.exponents(),
      digest: digest.digest('hex'),
    };
    const body = await this.pdfs.draw(PDF, table);
    for (let from = 0; from < body.length; from += PART)
      yield { body: body.subarray(from, from + PART), done: all.length };
  }

  private async source(wanted: ExportRow): Promise<Source> {
    const { kind, month, filter, is_test: isTest } = wanted;
    const named = (columns: readonly string[]): readonly string[] => (isTest ? [...columns, 'sandbox'] : columns);
    if (!isListKind(kind)) {
      const total = await this.rows.count(kind, month!);
      const columns = named(this.rows.columns(kind));
      return { total, columns, parts: () => this.ofMonth(kind, month!, isTest) };
    }
    const list = this.lists.find(kind);
    if (!list) throw new Error(`no list called ${kind} has registered`);
    return { total: null, columns: named(list.columns), parts: () => ofList(list, filter, isTest) };
  }

  private async *ofMonth(kind: MonthKind, month: string, isTest: boolean): ReturnType<Source['parts']> {
    for (let after = ''; ;) {
      const { rows, last } = await this.rows.page(kind, month, after, PAGE);
      const end = rows.length < PAGE || last === null;
      yield { rows: rows.map((row) => marked(row, isTest)), end };
      if (end) return;
      after = last;
    }
  }
}

async function* text(wanted: ExportRow, source: Source): AsyncGenerator<{ body: Buffer; done: number }> {
  let [done, first] = [0, true];
  for await (const { rows, end } of source.parts()) {
    done += rows.length;
    const part = wanted.format === 'json' ? jsonPart(rows, first, end) : csvPart(source.columns, rows, first);
    yield { body: Buffer.from(part), done };
    first = false;
  }
}

async function* ofList(list: ExportableList, filter: ExportFilter, isTest: boolean): ReturnType<Source['parts']> {
  for (let cursor: string | undefined; ;) {
    const page = await list.page({ ...filter, limit: PAGE, ...(cursor !== undefined && { cursor }) });
    const end = page.next_cursor === null;
    yield { rows: page.items.map((item) => marked(record(item, list.columns), isTest)), end };
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}

function record(item: object, columns: readonly string[]): ExportRecord {
  const values = item as Record<string, ExportRecord[string] | undefined>;
  return Object.fromEntries(columns.map((column) => [column, values[column] ?? null]));
}
