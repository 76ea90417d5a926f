import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { operatorLine } from '@portal/billing';
import { serializeStatement } from '@portal/statement-proof';
import { Config } from '@portal/platform/config';
import { Pdfs } from '@portal/platform/pdf';
import { statementCsv } from './domain/statement-csv.js';
import { TEST_PREFIX } from './domain/test-mark.js';
import type { StatementDrawing } from './pdf/statement-pdf.task.js';
import { printedPaper } from './print-self-billing.js';
import { OperatorOnPaper } from './read/operator-on-paper.js';
import { SelfBilling, type PaperKind } from './read/self-billing.js';
import { Statements } from './read/statements.js';

/** The last two: a self-billing invoice and a corrective of earlier ones, as PDF. */
export type StatementForm = 'json' | 'csv' | 'pdf' | PaperKind;

export interface RenderedStatement {
  readonly body: Buffer;
  readonly type: string;
  readonly fileName: string;
}

const PDF = path.join(__dirname, 'pdf/statement-pdf.task');

const TYPES = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
} as const;

/** Renders a statement as a file. Once its month is sealed, the bytes never change. */
@Injectable()
export class RenderStatement {
  constructor(
    private readonly statements: Statements,
    private readonly selfBilling: SelfBilling,
    private readonly operators: OperatorOnPaper,
    private readonly config: Config,
    private readonly pdfs: Pdfs,
  ) {}

  /** @throws AppError `statement_not_found` (404), also for another author's statement; `statement_altered` (409) */
  async execute(id: string, form: StatementForm, orgIds: readonly string[] | null): Promise<RenderedStatement> {
    const document = await this.statements.get(id, orgIds);
    const { month, currency } = document.statement;
    const isTest = this.config.isTestMoney;
    const done = (body: string | Buffer, type: keyof typeof TYPES, name = `statement-${month}-${currency}`) => ({
      body: Buffer.from(body),
      type: TYPES[type],
      fileName: `${isTest ? TEST_PREFIX : ''}${name}.${type}`,
    });
    if (form === 'json') return done(serializeStatement(document), form);
    const operator = await this.operators.of(document);
    if (form === 'csv') {
      const row = operator && { row: 'operator', id: operator.tax_id, note: operatorLine(operator) };
      return done(statementCsv(document, row, { isTest }), form);
    }
    if (form !== 'pdf') {
      const paper = await this.selfBilling.paper(document, form);
      return done(await this.pdfs.document(printedPaper(document, paper, operator, isTest)), 'pdf', paper.number);
    }
    const drawing: StatementDrawing = [document, operator, { isTest }];
    const draw = document.proof === null ? this.pdfs.draw(PDF, drawing) : this.pdfs.drawnOnce(PDF, drawing);
    return done(await draw, form);
  }
}
