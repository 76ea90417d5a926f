import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { csvRow } from '@portal/kernel';
import { ListExports, Transactor, type ExportableList, type ExportFilter } from '@portal/platform';
import { isListKind, type MonthKind } from './domain/export-kinds.js';
import { ExportsRepository, type ExportFormat, type ExportRow } from './persistence/exports.repository.js';
import { ExportRows, type ExportRecord } from './read/export-rows.js';

const PAGE = 2_000;

/** Rows that follow each other; `columns` when they are known without a row. */
interface Source {
  readonly total: number | null;
  readonly columns: readonly string[] | undefined;
  parts(): AsyncGenerator<{ rows: ExportRecord[]; end: boolean }>;
}

/** Makes a file part by part, telling how far it is; killed anywhere and run again it starts anew. */
@Injectable()
export class MakeExport {
  constructor(
    private readonly transactor: Transactor,
    private readonly exports: ExportsRepository,
    private readonly rows: ExportRows,
    private readonly lists: ListExports,
  ) {}

  async execute(id: string): Promise<void> {
    const wanted = await this.exports.get(id);
    if (!wanted || wanted.state === 'done' || wanted.state === 'failed') return;
    const source = await this.source(wanted);
    if (!(await this.transactor.run((tx) => this.exports.start(tx, id, source.total)))) return;
    const hash = createHash('sha256');
    let [n, done] = [0, 0];
    for await (const { rows, end } of source.parts()) {
      const body = Buffer.from(written(wanted.format, rows, n === 0, end, source.columns));
      hash.update(body);
      done += rows.length;
      n += 1;
      const at = { n, done };
      await this.transactor.run((tx) => this.exports.addPart(tx, id, at.n, body, at.done));
    }
    await this.transactor.run((tx) => this.exports.finish(tx, id, hash.digest('hex')));
  }

  private async source({ kind, month, filter }: ExportRow): Promise<Source> {
    if (!isListKind(kind)) {
      const total = await this.rows.count(kind, month!);
      return { total, columns: undefined, parts: () => this.ofMonth(kind, month!) };
    }
    const list = this.lists.find(kind);
    if (!list) throw new Error(`no list called ${kind} has registered`);
    return { total: null, columns: list.columns, parts: () => ofList(list, filter) };
  }

  private async *ofMonth(kind: MonthKind, month: string): ReturnType<Source['parts']> {
    for (let after = ''; ;) {
      const { rows, last } = await this.rows.page(kind, month, after, PAGE);
      const end = rows.length < PAGE || last === null;
      yield { rows, end };
      if (end) return;
      after = last;
    }
  }
}

async function* ofList(list: ExportableList, filter: ExportFilter): ReturnType<Source['parts']> {
  for (let cursor: string | undefined; ;) {
    const page = await list.page({ ...filter, limit: PAGE, ...(cursor !== undefined && { cursor }) });
    const end = page.next_cursor === null;
    yield { rows: page.items.map((item) => record(item, list.columns)), end };
    if (page.next_cursor === null) return;
    cursor = page.next_cursor;
  }
}

function record(item: object, columns: readonly string[]): ExportRecord {
  const values = item as Record<string, ExportRecord[string] | undefined>;
  return Object.fromEntries(columns.map((column) => [column, values[column] ?? null]));
}

function written(
  format: ExportFormat,
  rows: readonly ExportRecord[],
  first: boolean,
  end: boolean,
  columns: readonly string[] | undefined,
): string {
  if (format === 'json') {
    const items = rows.map((row) => JSON.stringify(row)).join(',\n');
    const comma = first || items === '' ? '' : ',\n';
    return `${first ? '[\n' : ''}${comma}${items}${end ? '\n]\n' : ''}`;
  }
  const names = columns ?? (rows[0] && Object.keys(rows[0]));
  const head = first && names !== undefined ? csvRow(names) : '';
  return head + rows.map((row) => csvRow(Object.values(row))).join('');
}
