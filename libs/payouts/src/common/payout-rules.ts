import { Injectable } from '@nestjs/common';
import { Policies } from '@portal/billing';
import type { Queryable } from '@portal/ledger';
import type { PayoutPolicy } from '../runs/domain/payout-policy.js';

/** Finance's payout policies as of an instant. */
@Injectable()
export class PayoutRules {
  constructor(private readonly policies: Policies) {}

  async at(q: Queryable, at: Date): Promise<PayoutPolicy> {
    return {
      payout_minimum: await this.policies.at(q, 'payout_minimum', at),
      payout_approvals: await this.policies.at(q, 'payout_approvals', at),
      payout_approval_limit: await this.policies.at(q, 'payout_approval_limit', at),
      payout_decisions: await this.policies.at(q, 'payout_decisions', at),
      payout_account_cooldown_days: await this.policies.at(q, 'payout_account_cooldown_days', at),
      reserve_rule: await this.policies.at(q, 'reserve_rule', at),
      negative_balance_months: await this.policies.at(q, 'negative_balance_months', at),
    };
  }
}
