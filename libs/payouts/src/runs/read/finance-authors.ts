import { Injectable } from '@nestjs/common';
import { bypassRowSecurityFor, Database } from '@portal/platform/database';
import { AppError, commonErrors, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import type { PayoutOfAuthorView, FinanceAuthorView } from '../http/finance-authors.view.js';
import { PayoutAccountQuery } from '../../accounts/payout-account.js';
import { LIFE, PAYOUT_OF_RUN, payoutView, wayOf, type PayoutLife, type PayoutSelected } from './run-queries.js';
import { Unpaid } from './unpaid.js';

type Head = Omit<FinanceAuthorView, 'org_id' | 'balances' | 'unpaid' | 'account'>;

interface Row extends PayoutSelected, PayoutLife {
  run_state: string;
}

/** An author's finances, for finance. */
@Injectable()
export class FinanceAuthors {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly account: PayoutAccountQuery,
    private readonly unpaid: Unpaid,
  ) {}

  /** @throws AppError `not_found` (404) for an unknown organisation */
  async get(orgId: string): Promise<FinanceAuthorView> {
    const [head] = await this.database.query<Head>(
      `select o.name, coalesce(o.country, '') as country, d.state as account_status,
         (select count(*)::int from payouts.payout_holds h where h.org_id = o.id and (h.ends_at is null or h.ends_at > (select platform.portal_now())
           or exists (select 1 from payouts.held_amounts a where a.hold_id = h.id and a.released_at is null))) as open_holds,
         (select count(*)::int from approvals.approvals a where a.kind = 'recovery' and o.id = any (a.organizations) and a.state = 'waiting') as open_recoveries,
         coalesce((select jsonb_agg(jsonb_build_object('id', a.provider_account_id, 'state', a.state, 'country', a.country, 'active', a.active,
           'usable_from', a.usable_from, 'opened_at', a.created_at, 'closed_at', a.closed_at) order by a.created_at desc, a.id desc)
           from payouts.payout_accounts a where a.org_id = o.id), '[]') as accounts
       from authors.organizations o left join authors.developer_accounts d on d.org_id = o.id where o.id = $1`,
      [orgId],
    );
    if (!head) throw new AppError(commonErrors.not_found);
    const [balances, account, unpaid, paid] = await Promise.all([
      this.ledger.balancesOfOwner(this.database, orgId),
      bypassRowSecurityFor(orgId, () => this.account.ofOrg(orgId)),
      bypassRowSecurityFor(orgId, () => this.unpaid.of(orgId)),
      this.paid(orgId),
    ]);
    const currencies = [...new Set([...balances.map(({ currency }) => currency), ...paid.keys()])].sort();
    return {
      org_id: orgId,
      ...head,
      account,
      unpaid,
      balances: currencies.map((currency) => {
        const of = (code: string): string =>
          (balances.find((one) => one.code === code && one.currency === currency)?.balanceMinor ?? 0n).toString();
        return {
          currency,
          owed_minor: of('author_payable'),
          pending_minor: of('author_pending'),
          held_minor: of('author_reserve'),
          disputed_minor: of('author_disputed'),
          paid_minor: paid.get(currency) ?? '0',
        };
      }),
    };
  }

  /**
   * The author's payouts, newest first, without cancelled ones. `id`: only this one.
   * @throws AppError `not_found` for an unknown organisation, `invalid_request` for an invalid cursor
   */
  async payouts(
    orgId: string,
    { id: payoutId, limit, cursor }: { id?: string; limit: number; cursor?: string },
  ): Promise<Page<PayoutOfAuthorView>> {
    const known = await this.database.query('select 1 from authors.organizations where id = $1', [orgId]);
    if (known.length === 0) throw new AppError(commonErrors.not_found);
    const [month, id] = cursor === undefined ? [null, null] : decodeCursor(cursor, 2);
    const rows = await this.database.query<Row>(
      `${PAYOUT_OF_RUN(`r.state as run_state, ${LIFE}`)} where p.org_id = $1 and r.state <> 'cancelled' and ($5::uuid is null or p.id = $5)
         and ($2::text is null or (r.month, p.id) < ($2::text, $3::uuid)) order by r.month desc, p.id desc limit $4`,
      [orgId, month, id, limit + 1, payoutId ?? null],
    );
    return toPage(rows, limit, ['month', 'id'], (row) => ({
      ...payoutView(row),
      month: row.month,
      run_id: row.run_id,
      run_state: row.run_state,
      timeline: wayOf(row, 'finance'),
    }));
  }

  private async paid(orgId: string): Promise<Map<string, string>> {
    const rows = await this.database.query<{ currency: string; paid: string }>(
      `select currency, sum(amount)::text as paid from payouts.payouts where org_id = $1 and state = 'settled' group by 1`,
      [orgId],
    );
    return new Map(rows.map((row) => [row.currency, row.paid]));
  }
}
