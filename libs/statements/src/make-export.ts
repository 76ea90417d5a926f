import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform';
import { csvRow } from './domain/csv.js';
import { ExportsRepository, type ExportFormat } from './persistence/exports.repository.js';
import { ExportRows, type ExportRecord } from './read/export-rows.js';

const PAGE = 2_000;

/** Makes a file part by part, telling how far it is; killed anywhere and run again it starts anew. */
@Injectable()
export class MakeExport {
  constructor(
    private readonly transactor: Transactor,
    private readonly exports: ExportsRepository,
    private readonly rows: ExportRows,
  ) {}

  async execute(id: string): Promise<void> {
    const wanted = await this.exports.get(id);
    if (!wanted || wanted.state === 'done' || wanted.state === 'failed') return;
    const { kind, format, month } = wanted;
    const total = await this.rows.count(kind, month);
    if (!(await this.transactor.run((tx) => this.exports.start(tx, id, total)))) return;
    const hash = createHash('sha256');
    let [n, done, after] = [0, 0, ''];
    for (let first = true; ; first = false) {
      const { rows, last } = await this.rows.page(kind, month, after, PAGE);
      const end = rows.length < PAGE;
      const body = Buffer.from(written(format, rows, first, end));
      hash.update(body);
      done += rows.length;
      n += 1;
      await this.transactor.run((tx) => this.exports.addPart(tx, id, n, body, done));
      if (end || last === null) break;
      after = last;
    }
    await this.transactor.run((tx) => this.exports.finish(tx, id, hash.digest('hex')));
  }
}

function written(format: ExportFormat, rows: readonly ExportRecord[], first: boolean, end: boolean): string {
  if (format === 'json') {
    const items = rows.map((row) => JSON.stringify(row)).join(',\n');
    const comma = first || items === '' ? '' : ',\n';
    return `${first ? '[\n' : ''}${comma}${items}${end ? '\n]\n' : ''}`;
  }
  const head = first && rows[0] !== undefined ? csvRow(Object.keys(rows[0])) : '';
  return head + rows.map((row) => csvRow(Object.values(row))).join('');
}
