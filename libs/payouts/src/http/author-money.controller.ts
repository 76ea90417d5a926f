import { Body, Controller, Get, Header, HttpCode, Param, ParseUUIDPipe, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppError, commonErrors, type Page } from '@portal/kernel';
import {
  ApiData,
  ApiPage,
  CurrentActor,
  RawBody,
  RequireRole,
  scopeIds,
  RequireStepUp,
  MemberMay,
  type Actor,
} from '@portal/platform';
import { statementCsv } from '../domain/statement-csv.js';
import { payoutErrors } from '../errors.js';
import { OpenPayoutAccount } from '../open-payout-account.js';
import { Earnings } from '../read/earnings.js';
import { PayoutAccountQuery } from '../read/payout-account.js';
import { Statements } from '../read/statements.js';
import { Unpaid } from '../read/unpaid.js';
import { RefreshPayoutAccount } from '../refresh-payout-account.js';
import { SwapPayoutAccount } from '../swap-payout-account.js';
import { VerifyStatement } from '../verify-statement.js';
import { MonthQuery, SwapAccountBody } from './payouts.dto.js';
import {
  EarningsView,
  OnboardingView,
  PayoutAccountView,
  StatementVerdictView,
  StatementView,
  UnpaidListView,
} from './payouts.view.js';

@ApiTags('author money')
@Controller('api/v1/author')
@RequireRole('author')
export class AuthorMoneyController {
  constructor(
    private readonly account: PayoutAccountQuery,
    private readonly openAccount: OpenPayoutAccount,
    private readonly refreshAccount: RefreshPayoutAccount,
    private readonly swapAccount: SwapPayoutAccount,
    private readonly unpaid: Unpaid,
    private readonly earnings: Earnings,
    private readonly statements: Statements,
    private readonly verifyStatement: VerifyStatement,
  ) {}

  @Get('payout-account')
  @MemberMay('see_money')
  @ApiData(PayoutAccountView)
  show(@CurrentActor() actor: Actor): Promise<PayoutAccountView> {
    return this.account.ofOrg(orgOf(actor));
  }

  @RequireStepUp()
  @Post('payout-account')
  @MemberMay('manage_money')
  @HttpCode(200)
  @ApiData(OnboardingView)
  async open(@CurrentActor() actor: Actor): Promise<OnboardingView> {
    const { url, expiresAt } = await this.openAccount.execute(orgOf(actor), actor);
    return { onboarding_url: url, expires_at: expiresAt.toISOString() };
  }

  @Post('payout-account/refresh')
  @MemberMay('manage_money')
  @HttpCode(200)
  @ApiData(PayoutAccountView)
  async refresh(@CurrentActor() actor: Actor): Promise<PayoutAccountView> {
    await this.refreshAccount.execute(orgOf(actor), actor);
    return this.account.ofOrg(orgOf(actor));
  }

  @RequireStepUp()
  @Post('payout-account/swap')
  @MemberMay('manage_money')
  @HttpCode(200)
  @ApiData(OnboardingView)
  async swap(@Body() body: SwapAccountBody, @CurrentActor() actor: Actor): Promise<OnboardingView> {
    const { url, expiresAt } = await this.swapAccount.execute(orgOf(actor), body.country, actor);
    return { onboarding_url: url, expires_at: expiresAt.toISOString() };
  }

  @Post('payout-account/swap/cancel')
  @MemberMay('manage_money')
  @HttpCode(200)
  @ApiData(PayoutAccountView)
  async cancelSwap(@CurrentActor() actor: Actor): Promise<PayoutAccountView> {
    await this.swapAccount.cancel(orgOf(actor), actor);
    return this.account.ofOrg(orgOf(actor));
  }

  @Get('unpaid')
  @MemberMay('see_money')
  @ApiData(UnpaidListView)
  async whyUnpaid(@CurrentActor() actor: Actor): Promise<UnpaidListView> {
    return { items: await this.unpaid.of(orgOf(actor)) };
  }

  @Get('earnings')
  @MemberMay('see_money')
  @ApiData(EarningsView)
  earned(@Query() query: MonthQuery, @CurrentActor() actor: Actor): Promise<EarningsView> {
    return this.earnings.get(orgOf(actor), query.month);
  }

  @Get('statements')
  @MemberMay('see_money')
  @ApiPage(StatementView)
  async list(@CurrentActor() actor: Actor): Promise<Page<StatementView>> {
    return { items: await this.statements.list(scopeIds(actor, 'author')), next_cursor: null };
  }

  @Get('statements/:id')
  @MemberMay('see_money')
  @ApiData(StatementView)
  async get(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<StatementView> {
    return this.find(id, actor);
  }

  @Get('statements/:id/csv')
  @MemberMay('see_money')
  @RawBody()
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="statement.csv"')
  async csv(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<string> {
    return statementCsv(await this.find(id, actor));
  }

  @Get('statements/:id/verify')
  @MemberMay('see_money')
  @ApiData(StatementVerdictView)
  verify(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<StatementVerdictView> {
    return this.verifyStatement.execute(id, scopeIds(actor, 'author'));
  }

  private async find(id: string, actor: Actor): Promise<StatementView> {
    const facts = await this.statements.find(id, scopeIds(actor, 'author'));
    if (!facts) throw new AppError(payoutErrors.statement_not_found);
    return facts.view;
  }
}

function orgOf(actor: Actor): string {
  const [orgId] = scopeIds(actor, 'author');
  if (orgId === undefined) throw new AppError(commonErrors.not_found);
  return orgId;
}
