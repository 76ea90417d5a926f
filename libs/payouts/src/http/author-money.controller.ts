import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppError, commonErrors } from '@portal/kernel';
import { ApiData, CurrentActor, RequireRole, scopeIds, RequireStepUp, MemberMay, type Actor } from '@portal/platform';
import { OpenPayoutAccount } from '../open-payout-account.js';
import { PayoutAccountQuery } from '../read/payout-account.js';
import { RefreshPayoutAccount } from '../refresh-payout-account.js';
import { OnboardingView, PayoutAccountView } from './payouts.view.js';

@ApiTags('author money')
@Controller('api/v1/author')
@RequireRole('author')
export class AuthorMoneyController {
  constructor(
    private readonly account: PayoutAccountQuery,
    private readonly openAccount: OpenPayoutAccount,
    private readonly refreshAccount: RefreshPayoutAccount,
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
}

function orgOf(actor: Actor): string {
  const [orgId] = scopeIds(actor, 'author');
  if (orgId === undefined) throw new AppError(commonErrors.not_found);
  return orgId;
}
