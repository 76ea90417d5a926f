import { Body, Query, type StreamableFile } from '@nestjs/common';
import {
  CurrentActor,
  MemberMay,
  RequireRole,
  RequireStepUp,
  scopeIds,
  requireScope,
  type Actor,
} from '@portal/platform/access';
import { bypassRowSecurityFor } from '@portal/platform/database';
import { IdParam, PageQuery, ApiController, GetData, GetPage, PostData, GetFile } from '@portal/platform/http';
import { Earnings } from '../read/earnings.js';
import { LaterEvents } from '../read/later-events.js';
import { Statements } from '../read/statements.js';
import { STATEMENT_COLUMNS } from '../domain/statement-csv.js';
import { RenderStatement } from '../render-statement.js';
import { TaxProfilesService } from '../tax-profiles.service.js';
import { VerifyStatement } from '../verify-statement.js';
import { sendFile } from './send-file.js';
import { EarningsQuery, SelfBillingQuery, TaxProfileBody } from './statements.dto.js';
import {
  EarningsView,
  StatementRowView,
  StatementVerdictView,
  StatementView,
  TaxProfileView,
} from './statements.view.js';
import { statementRow, statementView } from './view-statement.js';

@ApiController('author money', 'api/v1/author')
@RequireRole('author')
export class AuthorStatementsController {
  constructor(
    private readonly earningsUseCase: Earnings,
    private readonly statements: Statements,
    private readonly events: LaterEvents,
    private readonly render: RenderStatement,
    private readonly verifyStatement: VerifyStatement,
    private readonly profiles: TaxProfilesService,
  ) {}

  /** Get the earnings of a month. How the revenue of your installs in one currency became a payout. */
  @GetData('earnings', EarningsView)
  @MemberMay('see_money')
  earnings(@Query() query: EarningsQuery, @CurrentActor() actor: Actor) {
    const orgId = requireScope(actor, 'author');
    return bypassRowSecurityFor(orgId, () => this.earningsUseCase.get(orgId, query.month, query.currency));
  }

  /** List your statements. Newest first. */
  @GetPage('statements', StatementRowView)
  @MemberMay('see_money')
  async list(@Query() query: PageQuery, @CurrentActor() actor: Actor) {
    const { items, next_cursor } = await this.statements.list(scopeIds(actor, 'author'), query);
    return { items: items.map(statementRow), next_cursor };
  }

  /** Get one of your statements. With its lines and its proof. */
  @GetData('statements/:id', StatementView)
  @MemberMay('see_money')
  async get(@IdParam() id: string, @CurrentActor() actor: Actor) {
    const document = await this.statements.get(id, scopeIds(actor, 'author'));
    return statementView(document, await this.events.of(document, 'author'));
  }

  /** Download a statement as CSV. The same bytes every time after the month was sealed. */
  @GetFile('statements/:id/csv', ['text/csv'], { columns: STATEMENT_COLUMNS })
  @MemberMay('see_money')
  csv(@IdParam() id: string, @CurrentActor() actor: Actor): Promise<StreamableFile> {
    return this.render.execute(id, 'csv', scopeIds(actor, 'author')).then(sendFile);
  }

  /**
   * Download a statement as JSON. The file that the proof covers: the same bytes every time after the month was sealed.
   */
  @GetFile('statements/:id/json', ['application/json'])
  @MemberMay('see_money')
  json(@IdParam() id: string, @CurrentActor() actor: Actor): Promise<StreamableFile> {
    return this.render.execute(id, 'json', scopeIds(actor, 'author')).then(sendFile);
  }

  /** Download a statement as PDF. The same bytes every time after the month was sealed. */
  @GetFile('statements/:id/pdf', ['application/pdf'])
  @MemberMay('see_money')
  pdf(@IdParam() id: string, @CurrentActor() actor: Actor): Promise<StreamableFile> {
    return this.render.execute(id, 'pdf', scopeIds(actor, 'author')).then(sendFile);
  }

  /**
   * Download the self-billing invoice of a statement as PDF. Or the corrective of earlier ones that was issued with it. The
   * same bytes every time.
   */
  @GetFile('statements/:id/self-billing', ['application/pdf'])
  @MemberMay('see_money')
  selfBilling(
    @IdParam() id: string,
    @Query() { kind }: SelfBillingQuery,
    @CurrentActor() actor: Actor,
  ): Promise<StreamableFile> {
    return this.render.execute(id, kind, scopeIds(actor, 'author')).then(sendFile);
  }

  /** Verify a statement. Checks it as your own machine would, and compares it with the payment provider. */
  @GetData('statements/:id/verify', StatementVerdictView)
  @MemberMay('see_money')
  verify(@IdParam() id: string, @CurrentActor() actor: Actor) {
    return this.verifyStatement.execute(id, scopeIds(actor, 'author'));
  }

  /** Get your tax profile. The newest version. */
  @GetData('tax-profile', TaxProfileView)
  @MemberMay('see_money')
  taxProfile(@CurrentActor() actor: Actor) {
    return this.profiles.get(requireScope(actor, 'author'));
  }

  /** Save your tax profile. As a new version. Invoices that were issued keep theirs. */
  @RequireStepUp()
  @PostData('tax-profile', TaxProfileView)
  @MemberMay('manage_money')
  async saveTaxProfile(@Body() body: TaxProfileBody, @CurrentActor() actor: Actor) {
    const profile = {
      legalName: body.legal_name,
      address: body.address,
      country: body.country,
      taxId: body.tax_id ?? null,
      vatId: body.vat_id ?? null,
      vatTreatment: body.vat_treatment,
      selfBillingConsent: body.self_billing_consent,
    };
    await this.profiles.save(requireScope(actor, 'author'), profile, actor, body.revision);
    return this.profiles.get(requireScope(actor, 'author'));
  }
}
