import { Controller, Get, Param, ParseUUIDPipe, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppError, type Page } from '@portal/kernel';
import { RequireRole } from '@portal/platform/access';
import { ApiData, ApiPage, RawBody } from '@portal/platform/http';
import { statementErrors } from '../errors.js';
import { Statements } from '../read/statements.js';
import { RenderStatement } from '../render-statement.js';
import { VerifyStatement } from '../verify-statement.js';
import { sendFile } from './send-file.js';
import { StatementsQuery } from './statements.dto.js';
import { StatementRowView, StatementVerdictView, StatementView } from './statements.view.js';
import { statementRow, statementView } from './view-statement.js';

/** Any author's statements, exactly as the author sees them. */
@ApiTags('statements')
@Controller('api/v1/finance/statements')
@RequireRole('finance')
export class FinanceStatementsController {
  constructor(
    private readonly statements: Statements,
    private readonly render: RenderStatement,
    private readonly verifyStatement: VerifyStatement,
  ) {}

  @Get()
  @ApiPage(StatementRowView)
  async list(@Query() query: StatementsQuery): Promise<Page<StatementRowView>> {
    const { items, next_cursor } = await this.statements.list(
      query.author === undefined ? null : [query.author],
      query,
    );
    return { items: items.map(statementRow), next_cursor };
  }

  @Get(':id')
  @ApiData(StatementView)
  async get(@Param('id', ParseUUIDPipe) id: string): Promise<StatementView> {
    const document = await this.statements.find(id, null);
    if (!document) throw new AppError(statementErrors.statement_not_found);
    return statementView(document, true);
  }

  @Get(':id/csv')
  @RawBody()
  csv(@Param('id', ParseUUIDPipe) id: string): Promise<StreamableFile> {
    return this.render.execute(id, 'csv', null).then(sendFile);
  }

  @Get(':id/json')
  @RawBody()
  json(@Param('id', ParseUUIDPipe) id: string): Promise<StreamableFile> {
    return this.render.execute(id, 'json', null).then(sendFile);
  }

  @Get(':id/pdf')
  @RawBody()
  pdf(@Param('id', ParseUUIDPipe) id: string): Promise<StreamableFile> {
    return this.render.execute(id, 'pdf', null).then(sendFile);
  }

  @Get(':id/verify')
  @ApiData(StatementVerdictView)
  verify(@Param('id', ParseUUIDPipe) id: string): Promise<StatementVerdictView> {
    return this.verifyStatement.execute(id, null);
  }
}
