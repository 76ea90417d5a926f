import { Injectable } from '@nestjs/common';
import { ListPolicies } from '@portal/billing';
import { Prices } from '@portal/listings';
import type { FinanceHomeView } from './finance-home.view.js';

/** What takes effect by itself at a time that is known: policies and prices. */
@Injectable()
export class ComingChanges {
  constructor(
    private readonly policies: ListPolicies,
    private readonly prices: Prices,
  ) {}

  async list(): Promise<Pick<FinanceHomeView, 'coming_policies' | 'coming_prices'>> {
    const [policies, prices] = await Promise.all([this.policies.coming(), this.prices.list({ state: 'coming' })]);
    return { coming_policies: policies, coming_prices: prices };
  }
}
