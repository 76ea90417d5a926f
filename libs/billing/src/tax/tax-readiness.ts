import { Injectable } from '@nestjs/common';
import type { Queryable } from '@portal/ledger';
import type { Month } from '../domain/month.js';
import { Policies } from '../policies/policies.js';
import { checkOf } from './tax-ids.js';
import { TaxesRepository } from './taxes.repository.js';

/** A buyer whose tax data is missing or wrong: it is taxed without them. */
export interface TaxGap {
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly problem: 'address_missing' | 'tax_id_invalid';
}

/** What a month with a tax policy in force lacks before it is closed. */
@Injectable()
export class TaxReadiness {
  constructor(
    private readonly policies: Policies,
    private readonly taxes: TaxesRepository,
  ) {}

  /** Whether tax is in force at the end of the month, and no seller at `now`, when its invoices would be issued. */
  async sellerMissing(q: Queryable, month: Month, now: Date): Promise<boolean> {
    return (await this.taxed(q, month)) && (await this.policies.at(q, 'operator_identity', now)).legal_name === null;
  }

  /** The tenants to be billed for the month without an address, or with a tax id that is not valid. By name. */
  async gaps(q: Queryable, month: Month): Promise<TaxGap[]> {
    if (!(await this.taxed(q, month))) return [];
    const payers = await this.taxes.payersOf(q, month);
    return payers.flatMap(({ tenant_id, tenant_name, country, tax_id, tax_id_type }): TaxGap[] => {
      if (country === null) return [{ tenant_id, tenant_name, problem: 'address_missing' }];
      const wrong = checkOf(country, tax_id, tax_id_type) === 'failed';
      return wrong ? [{ tenant_id, tenant_name, problem: 'tax_id_invalid' }] : [];
    });
  }

  private async taxed(q: Queryable, month: Month): Promise<boolean> {
    return (await this.policies.at(q, 'tax', new Date(month.endAt.getTime() - 1))).provider !== 'none';
  }
}
