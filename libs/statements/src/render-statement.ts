import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { serializeStatement } from '@portal/statement-proof';
import { Config } from '@portal/platform/config';
import { Pdfs } from '@portal/platform/pdf';
import { statementCsv } from './domain/statement-csv.js';
import { TEST_PREFIX } from './domain/test-mark.js';
import { TaxProfilesRepository } from './persistence/tax-profiles.repository.js';
import type { StatementDrawing } from './pdf/statement-pdf.task.js';
import { OperatorOnPaper } from './read/operator-on-paper.js';
import { Statements } from './read/statements.js';

export type StatementForm = 'json' | 'csv' | 'pdf';

export interface RenderedStatement {
  readonly body: Buffer;
  readonly type: string;
  readonly fileName: string;
}

const PDF = path.join(__dirname, 'pdf/statement-pdf.task');

const TYPES: Record<StatementForm, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
};

/** Renders a statement as a file. Once its month is sealed, the bytes never change. */
@Injectable()
export class RenderStatement {
  constructor(
    private readonly statements: Statements,
    private readonly profiles: TaxProfilesRepository,
    private readonly operators: OperatorOnPaper,
    private readonly config: Config,
    private readonly pdfs: Pdfs,
  ) {}

  /** @throws AppError `statement_not_found` (404), also for another author's statement; `statement_altered` (409) */
  async execute(id: string, form: StatementForm, orgIds: readonly string[] | null): Promise<RenderedStatement> {
    const document = await this.statements.get(id, orgIds);
    const { month, currency } = document.statement;
    const isTest = this.config.isTestMoney;
    const fileName = `${isTest ? TEST_PREFIX : ''}statement-${month}-${currency}.${form}`;
    const done = (body: string | Buffer): RenderedStatement => ({
      body: Buffer.from(body),
      type: TYPES[form],
      fileName,
    });
    if (form === 'json') return done(serializeStatement(document));
    const operator = await this.operators.of(document);
    if (form === 'csv') return done(statementCsv(document, operator, { isTest }));
    const profile = document.statement.self_billing_number === null ? undefined : await this.profiles.ofInvoice(id);
    const supplier = profile && { number: profile.number, issuedAt: profile.issuedAt, supplier: profile };
    const drawing: StatementDrawing = [document, supplier ?? null, operator, { isTest }];
    return done(await (document.proof === null ? this.pdfs.draw(PDF, drawing) : this.pdfs.drawnOnce(PDF, drawing)));
  }
}
