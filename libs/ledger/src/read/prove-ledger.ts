import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Transactor, type Tx } from '@portal/platform/database';
import type { ProofView } from '../http/ledger.view.js';

export interface Proof {
  ok: boolean;
  checkedAt: Date;
  entries: number;
  checks: ProofView['checks'];
}

interface Check {
  code: string;
  title: string;
  holds: string;
  query: string;
  /** For a check that continues after the last full check: the query that starts at the beginning. */
  full?: string;
}

const CHECKS: Check[] = [
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
    code: 'clearing_empty',
    title: 'Nothing has stayed on an account that is only passed through',
    holds: 'every such account is empty',
    query: `select a.id, a.code, a.currency, sum(e.amount) as off from ledger.ledger_account a join ledger.account_code c on c.code = a.code and c.clears
join ledger.ledger_entry e on e.account_id = a.id group by a.id, a.code, a.currency having sum(e.amount) <> 0`,
  },
  {
    code: 'same_currency',
    title: "Every entry is in its account's currency",
    holds: 'no entry crosses currencies',
    query: `select e.tx_id, e.seq from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id where a.currency <> e.currency`,
  },
  {
    code: 'snapshots_match',
    title: 'Every kept balance of a busy account equals its entries up to then',
    holds: 'no snapshot has drifted',
    query: `select s.account_id, s.as_of_tx, s.debits - s.credits as balance, m.total as entries from ledger.account_snapshot s
cross join lateral (select coalesce(sum(e.amount), 0) as total from ledger.ledger_entry e where e.account_id = s.account_id and e.tx_id <= s.as_of_tx) m
where s.debits - s.credits <> m.total`,
  },
  {
    code: 'closed_months',
    title: 'No transaction came into a month after it was closed',
    holds: 'closed months have not changed',
    query: `select t.id, t.kind, t.period from ledger.ledger_tx t join ledger.closed_periods c on c.period = t.period and t.id > c.as_of_tx`,
  },
  {
    code: 'seals_unbroken',
    title: 'Every seal follows from the one before and from its transactions',
    holds: 'nothing sealed has changed',
    query: `select 'seal' as what, seal::text as which, first_tx, last_tx from ledger.broken_seals(coalesce((select max(up_to_seal) from ledger.seal_checks where ok), 0))
union all select 'check', c.id::text, null, null from (select *, lag(sha256, 1, sha256('')) over (order by id) as before from ledger.seal_checks) c
left join ledger.seals s on s.id = c.up_to_seal
where c.previous <> c.before or c.sha256 <> ledger.seal_check_digest(c.previous, c.up_to_seal, c.head, c.ok) or c.head <> coalesce(s.sha256, sha256(''))
union all select 'found broken ' || c.checked_at, c.broken::text, null, null from ledger.seal_checks c where not c.ok and c.id = (select max(id) from ledger.seal_checks)`,
    full: `select 'seal' as what, seal::text as which, first_tx, last_tx from ledger.broken_seals(0)`,
  },
];

/** Proof of the ledger's rules: each rule with the query that looks for violations. */
@Injectable()
export class ProveLedger {
  constructor(
    private readonly transactor: Transactor,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs all rules on one snapshot. Every entry is read, which takes seconds for hundreds of thousands and minutes for
   * tens of millions.
   * @param full recompute every seal instead of those since the last nightly check
   */
  async execute({ full = false }: { full?: boolean } = {}): Promise<Proof> {
    return this.transactor.run((tx) => this.prove(tx, full), { isolation: 'REPEATABLE READ' });
  }

  private async prove(tx: Tx, full: boolean): Promise<Proof> {
    // The normal statement timeout is too short for a million entries on a busy machine, and this is one statement.
    await tx.query(`set local statement_timeout = '1h'`);
    const asked = CHECKS.map((check) => ({ ...check, query: full ? (check.full ?? check.query) : check.query }));
    const columns = asked.map(({ code, query }) => `(select json_agg(v)::text from (${query} limit 10) v) as ${code}`);
    const [found] = await tx.query<Record<string, string | null>>(
      `select ${columns.join(',\n')}, (select count(*) from ledger.ledger_entry) as entries`,
    );
    const checks = asked.map(({ code, title, holds, query }) => {
      const ok = found![code] === null;
      return { code, title, ok, detail: ok ? holds : `violated: ${found![code]}`, query };
    });
    return { ok: checks.every((c) => c.ok), checkedAt: this.clock.now(), entries: Number(found!['entries']), checks };
  }
}
