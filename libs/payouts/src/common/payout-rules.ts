import { Injectable } from '@nestjs/common';
import { Policies } from '@portal/billing';
import type { Queryable } from '@portal/ledger';
import type { PayoutPolicy } from '../runs/domain/payout-policy.js';

/** Finance's payout policies as of an instant. */
@Injectable()
export class PayoutRules {
  constructor(private readonly policies: Policies) {}

  async at(q: Queryable, at: Date): Promise<PayoutPolicy> {
    return this.policies.allAt(q, at);
  }
}
