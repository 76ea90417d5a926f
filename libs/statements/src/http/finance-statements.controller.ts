import { Query, type StreamableFile } from '@nestjs/common';
import { RequireRole } from '@portal/platform/access';
import { IdParam, ApiController, GetData, GetPage, GetFile } from '@portal/platform/http';
import { LaterEvents } from '../read/later-events.js';
import { Statements } from '../read/statements.js';
import { STATEMENT_COLUMNS } from '../domain/statement-csv.js';
import { RenderStatement } from '../render-statement.js';
import { VerifyStatement } from '../verify-statement.js';
import { sendFile } from './send-file.js';
import { SelfBillingQuery, StatementsQuery } from './statements.dto.js';
import { StatementRowView, StatementVerdictView, StatementView } from './statements.view.js';
import { statementRow, statementView } from './view-statement.js';

/** Statements of all authors, exactly as the authors see them. */
@ApiController('statements', 'api/v1/finance/statements')
@RequireRole('finance')
export class FinanceStatementsController {
  constructor(
    private readonly statements: Statements,
    private readonly events: LaterEvents,
    private readonly render: RenderStatement,
    private readonly verifyStatement: VerifyStatement,
  ) {}

  /** List statements. Of all authors, newest first. */
  @GetPage('', StatementRowView)
  async list(@Query() query: StatementsQuery) {
    const { items, next_cursor } = await this.statements.list(
      query.author === undefined ? null : [query.author],
      query,
    );
    return { items: items.map(statementRow), next_cursor };
  }

  /** Get a statement. With its lines and its proof. */
  @GetData(':id', StatementView)
  async get(@IdParam() id: string) {
    const document = await this.statements.get(id, null);
    return statementView(document, await this.events.of(document, 'finance'));
  }

  /** Download a statement as CSV. The same bytes every time after the month was sealed. */
  @GetFile(':id/csv', ['text/csv'], { columns: STATEMENT_COLUMNS })
  csv(@IdParam() id: string): Promise<StreamableFile> {
    return this.render.execute(id, 'csv', null).then(sendFile);
  }

  /**
   * Download a statement as JSON. The file that the proof covers: the same bytes every time after the month was sealed.
   */
  @GetFile(':id/json', ['application/json'])
  json(@IdParam() id: string): Promise<StreamableFile> {
    return this.render.execute(id, 'json', null).then(sendFile);
  }

  /** Download a statement as PDF. The same bytes every time after the month was sealed. */
  @GetFile(':id/pdf', ['application/pdf'])
  pdf(@IdParam() id: string): Promise<StreamableFile> {
    return this.render.execute(id, 'pdf', null).then(sendFile);
  }

  /**
   * Download the self-billing invoice of a statement as PDF. Or the corrective of earlier ones that was issued with it. The
   * same bytes every time.
   */
  @GetFile(':id/self-billing', ['application/pdf'])
  selfBilling(@IdParam() id: string, @Query() { kind }: SelfBillingQuery): Promise<StreamableFile> {
    return this.render.execute(id, kind, null).then(sendFile);
  }

  /** Verify a statement. Checks it as its author's machine would, and compares it with the payment provider. */
  @GetData(':id/verify', StatementVerdictView)
  verify(@IdParam() id: string) {
    return this.verifyStatement.execute(id, null);
  }
}
