import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Database } from '@portal/platform';

export interface ProofCheck {
  code: string;
  title: string;
  ok: boolean;
  /** What was found, in words. */
  detail: string;
  /** The statement that was run; it returns a row per violation, so that anybody can repeat it. */
  query: string;
}

export interface Proof {
  ok: boolean;
  checkedAt: Date;
  entries: number;
  checks: ProofCheck[];
}

const CHECKS: { code: string; title: string; holds: string; query: string }[] = [
  {
    code: 'sum_zero',
    title: 'All entries together are zero in every currency',
    holds: 'debits equal credits',
    query: `select currency, sum(amount) as off from ledger.ledger_entry group by currency having sum(amount) <> 0`,
  },
  {
    code: 'every_transaction_balanced',
    title: 'Every transaction is balanced in itself',
    holds: 'no transaction is out of balance',
    query: `select tx_id, currency, sum(amount) as off from ledger.ledger_entry group by tx_id, currency having sum(amount) <> 0`,
  },
  {
    code: 'posted_whole',
    title: 'Every transaction has exactly the entries it was posted with',
    holds: 'no entry is missing or was added later',
    query: `select t.id, t.expected_entries, count(e.seq) as found from ledger.ledger_tx t left join ledger.ledger_entry e on e.tx_id = t.id
group by t.id having count(e.seq) <> t.expected_entries`,
  },
  {
    code: 'balances_match_entries',
    title: 'Every live balance equals the sum of its entries',
    holds: 'no balance has drifted',
    query: `select b.account_id, b.debits - b.credits as balance, coalesce(s.total, 0) as entries from ledger.account_balance b
left join (select account_id, sum(amount) as total from ledger.ledger_entry group by account_id) s using (account_id)
where b.debits - b.credits <> coalesce(s.total, 0)`,
  },
  {
    code: 'floors_kept',
    title: 'No account is below its floor',
    holds: 'every account holds at least what it must',
    query: `select a.id, a.code, b.debits - b.credits as balance, c.floor from ledger.account_balance b join ledger.ledger_account a on a.id = b.account_id
join ledger.account_code c on c.code = a.code
where (case when c.kind in ('asset', 'expense') then b.debits - b.credits else b.credits - b.debits end) < c.floor`,
  },
  {
    code: 'same_currency',
    title: "Every entry is in its account's currency",
    holds: 'no entry crosses currencies',
    query: `select e.tx_id, e.seq from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id where a.currency <> e.currency`,
  },
];

/** The ledger's own proof: each rule with the query that looks for its violations. */
@Injectable()
export class ProveLedger {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<Proof> {
    const checks: ProofCheck[] = [];
    for (const { code, title, holds, query } of CHECKS) {
      const found = await this.database.query(`${query} limit 10`);
      const ok = found.length === 0;
      checks.push({ code, title, ok, detail: ok ? holds : `violated: ${JSON.stringify(found)}`, query });
    }
    const [count] = await this.database.query<{ entries: string }>(
      'select count(*) as entries from ledger.ledger_entry',
    );
    return { ok: checks.every((c) => c.ok), checkedAt: this.clock.now(), entries: Number(count?.entries ?? 0), checks };
  }
}
