import { Body, Query } from '@nestjs/common';
import { CurrentActor, RequireRole, RequireStepUp, MemberMay, requireScope, type Actor } from '@portal/platform/access';
import { bypassRowSecurityFor } from '@portal/platform/database';
import { ApiController, GetData, PostData } from '@portal/platform/http';
import { OpenPayoutAccount } from './open-payout-account.js';
import { AuthorPayouts } from './author-payouts.js';
import { PayoutAccountQuery } from './payout-account.js';
import { RefreshPayoutAccount } from './refresh-payout-account.js';
import { SwapPayoutAccount } from './swap-payout-account.js';
import { AuthorPayoutsView } from './author-payouts.view.js';
import { PayoutsOfAuthorQuery, SwapAccountBody } from '../runs/http/payouts.dto.js';
import { OnboardingView, PayoutAccountView } from '../runs/http/payouts.view.js';

@ApiController('author money', 'api/v1/author')
@RequireRole('author')
export class AuthorMoneyController {
  constructor(
    private readonly account: PayoutAccountQuery,
    private readonly openAccount: OpenPayoutAccount,
    private readonly refreshAccount: RefreshPayoutAccount,
    private readonly swapAccount: SwapPayoutAccount,
    private readonly payouts: AuthorPayouts,
  ) {}

  /** Get your payout account. With the replacement that is being set up, if there is one. */
  @GetData('payout-account', PayoutAccountView)
  @MemberMay('see_money')
  getPayoutAccount(@CurrentActor() actor: Actor) {
    return this.account.ofOrg(requireScope(actor, 'author'));
  }

  /**
   * Open your payout account. Created at the payment provider once. Returns a link to the page where the details are
   * entered.
   */
  @RequireStepUp()
  @PostData('payout-account', OnboardingView)
  @MemberMay('manage_money')
  async openPayoutAccount(@CurrentActor() actor: Actor) {
    const { url, expiresAt } = await this.openAccount.execute(requireScope(actor, 'author'), actor);
    return { onboarding_url: url, expires_at: expiresAt.toISOString() };
  }

  /**
   * Refresh your payout account. Reads its status from the payment provider. A replacement that is ready takes over.
   */
  @PostData('payout-account/refresh', PayoutAccountView)
  @MemberMay('manage_money')
  async refresh(@CurrentActor() actor: Actor) {
    await this.refreshAccount.execute(requireScope(actor, 'author'), actor);
    return this.account.ofOrg(requireScope(actor, 'author'));
  }

  /**
   * Start replacing your payout account. Opens a second account at the payment provider; the current one stays in use
   * until the new one is ready.
   */
  @RequireStepUp()
  @PostData('payout-account/swap', OnboardingView)
  @MemberMay('manage_money')
  async swap(@Body() body: SwapAccountBody, @CurrentActor() actor: Actor) {
    const { url, expiresAt } = await this.swapAccount.execute(requireScope(actor, 'author'), body.country, actor);
    return { onboarding_url: url, expires_at: expiresAt.toISOString() };
  }

  /** Cancel the replacement of your payout account. The account in use stays. */
  @PostData('payout-account/swap/cancel', PayoutAccountView)
  @MemberMay('manage_money')
  async cancelSwap(@CurrentActor() actor: Actor) {
    await this.swapAccount.cancel(requireScope(actor, 'author'), actor);
    return this.account.ofOrg(requireScope(actor, 'author'));
  }

  /** List your payouts. Newest first, with the progress of each and the total paid. */
  @GetData('payouts', AuthorPayoutsView)
  @MemberMay('see_money')
  listPayouts(@Query() query: PayoutsOfAuthorQuery, @CurrentActor() actor: Actor) {
    const orgId = requireScope(actor, 'author');
    // Reversals are rows of reconciliation, which no caller reaches.
    return bypassRowSecurityFor(orgId, () => this.payouts.list(orgId, query));
  }
}
