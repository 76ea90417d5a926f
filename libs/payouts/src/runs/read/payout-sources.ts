import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import { LedgerSources, type SourceDescription } from '@portal/ledger';
import { Database } from '@portal/platform/database';
import { REASON_TEXT, type PayoutReason } from '../domain/plan-payout.js';
import { UNPAID_TEXT, type UnpaidReason } from '../domain/unpaid.js';

/** Describes payouts, holds and recoveries as sources of ledger entries. */
@Injectable()
export class PayoutSources implements OnModuleInit {
  constructor(
    private readonly sources: LedgerSources,
    private readonly database: Database,
    private readonly authors: AuthorAccounts,
  ) {}

  onModuleInit(): void {
    this.sources.registerOwners(async (ids) => {
      const facts = await this.authors.facts(ids);
      return new Map(facts.map(({ orgId, name }) => [orgId, name]));
    });
    this.sources.register('payout', (id) => this.payout(id));
    this.sources.register('payout_hold', (id) => this.hold(id));
    this.sources.register('recovery', (id) => this.recovery(id));
  }

  private async payout(id: string): Promise<SourceDescription | undefined> {
    const [row] = await this.database.query<{
      run_id: string;
      month: string;
      author: string;
      currency: string;
      balance: string;
      amount: string;
      carry: string;
      held: string;
      state: string;
      reason: PayoutReason;
      failure_code: UnpaidReason | null;
      failure: string | null;
      provider_account_id: string | null;
      settled_at: Date | null;
      transfers: string[];
    }>(
      `select p.run_id, r.month, coalesce(o.name, p.org_id::text) as author, p.currency, p.balance, p.amount, p.carry, p.held, p.state, p.reason,
         p.failure_code, p.failure, p.provider_account_id, p.settled_at,
         array(select a.transfer_id from payouts.payout_attempts a where a.payout_id = p.id and a.transfer_id is not null order by a.n) as transfers
       from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id left join authors.organizations o on o.id = p.org_id
       where p.id::text = $1`,
      [id],
    );
    if (!row) return undefined;
    const money = (minor: string) => ({ minor, currency: row.currency });
    return {
      title: `Payout ${row.month} of ${row.author}`,
      page: `/finance/runs/${row.run_id}`,
      transfers: row.transfers,
      facts: [
        { name: 'Author', text: row.author },
        { name: 'Payout run', text: row.month, page: `/finance/runs/${row.run_id}` },
        { name: 'Statement', text: row.month, page: `/finance/statements/${id}` },
        { name: 'Owed', amount: money(row.balance) },
        { name: 'To pay', amount: money(row.amount) },
        { name: 'Carried', amount: money(row.carry) },
        { name: 'Held', amount: money(row.held) },
        { name: 'Why', text: row.failure_code === null ? REASON_TEXT[row.reason] : UNPAID_TEXT[row.failure_code] },
        { name: 'Message of the processor', text: row.failure },
        { name: 'Account at the processor', text: row.provider_account_id },
        { name: 'Paid', at: row.settled_at },
      ],
    };
  }

  private async hold(id: string): Promise<SourceDescription | undefined> {
    const [row] = await this.database.query<{
      author: string;
      basis_points: number;
      reason: string;
      starts_at: Date;
      ends_at: Date | null;
      made_by_name: string;
      ended_by_name: string | null;
      end_reason: string | null;
    }>(
      `select coalesce(o.name, h.org_id::text) as author, h.basis_points, h.reason, h.starts_at, h.ends_at, h.made_by_name, h.ended_by_name, h.end_reason
       from payouts.payout_holds h left join authors.organizations o on o.id = h.org_id where h.id::text = $1`,
      [id],
    );
    if (!row) return undefined;
    return {
      title: `Hold on ${row.author}`,
      page: '/finance/holds',
      transfers: [],
      facts: [
        { name: 'Author', text: row.author },
        { name: 'Part', text: `${row.basis_points / 100} %` },
        { name: 'Told to the author', text: row.reason },
        { name: 'Placed by', text: row.made_by_name },
        { name: 'From', at: row.starts_at },
        { name: 'Until', at: row.ends_at },
        { name: 'Ended by', text: row.ended_by_name },
        { name: 'Ended because', text: row.end_reason },
      ],
    };
  }

  private async recovery(id: string): Promise<SourceDescription | undefined> {
    const [row] = await this.database.query<{
      title: string;
      amount: string;
      currency: string;
      reason: string;
      evidence: string | null;
      proposed_by_name: string;
      proposed_at: Date;
      decided_by_name: string | null;
      decided_at: Date | null;
    }>(
      `select title, payload ->> 'amount' as amount, payload ->> 'currency' as currency, reason, payload ->> 'evidence' as evidence,
         proposed_by_name, proposed_at, decided_by_name, decided_at
       from approvals.approvals where id::text = $1 and kind = 'recovery'`,
      [id],
    );
    if (!row) return undefined;
    return {
      title: row.title,
      page: `/approvals/${id}`,
      transfers: [],
      facts: [
        { name: 'Amount', amount: { minor: row.amount, currency: row.currency } },
        { name: 'Why', text: row.reason },
        { name: 'Evidence', text: row.evidence },
        { name: 'Proposed by', text: row.proposed_by_name },
        { name: 'Proposed', at: row.proposed_at },
        { name: 'Approved by', text: row.decided_by_name },
        { name: 'Approved', at: row.decided_at },
      ],
    };
  }
}
