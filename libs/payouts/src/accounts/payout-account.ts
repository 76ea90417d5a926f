import { Injectable } from '@nestjs/common';
import { AuthorAccounts, isPayableCountry, PAYABLE_COUNTRIES } from '@portal/authors';
import { Database } from '@portal/platform/database';
import type { NextAccountView, PayoutAccountView, PayoutRequirementView } from '../runs/http/payouts.view.js';

interface Row {
  state: string;
  country: string;
  requirements: PayoutRequirementView[];
  checked_at: Date | null;
  active: boolean;
  usable_from: Date | null;
  cooling: boolean;
}

/** An author's payout account and its replacement. */
@Injectable()
export class PayoutAccountQuery {
  constructor(
    private readonly database: Database,
    private readonly authors: AuthorAccounts,
  ) {}

  async ofOrg(orgId: string): Promise<PayoutAccountView> {
    const rows = await this.database.query<Row>(
      `select state, country, requirements, checked_at, active, usable_from, coalesce(usable_from > (select platform.portal_now()), false) as cooling
       from payouts.payout_accounts where org_id = $1 and state <> 'closed'`,
      [orgId],
    );
    const row = rows.find((one) => one.active);
    const next = rows.find((one) => !one.active);
    const country = row?.country ?? (await this.authors.country(orgId)) ?? null;
    return {
      state: row === undefined ? 'none' : row.state === 'ready' && row.cooling ? 'cooling_down' : stateOf(row),
      country,
      country_supported: country !== null && isPayableCountry(country),
      supported_countries: [...PAYABLE_COUNTRIES],
      requirements: row?.requirements ?? [],
      checked_at: row?.checked_at?.toISOString() ?? null,
      usable_from: row?.cooling === true ? (row.usable_from?.toISOString() ?? null) : null,
      next: next === undefined ? null : nextView(next),
    };
  }
}

const stateOf = (row: Row): string => (row.state === 'creating' ? 'incomplete' : row.state);

function nextView(row: Row): NextAccountView {
  return {
    state: stateOf(row),
    country: row.country,
    requirements: row.requirements,
    checked_at: row.checked_at?.toISOString() ?? null,
  };
}
