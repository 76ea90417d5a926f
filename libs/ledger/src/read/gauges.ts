import { defineGauge } from '@portal/platform/health';

defineGauge({
  name: 'portal_ledger_accounts_below_floor',
  limits: [0, 0],
  help: 'Accounts with a balance that they must not have',
  sql: `select count(*) from ledger.account_balance b join ledger.ledger_account a on a.id = b.account_id
    join ledger.account_code c on c.code = a.code
    where (case when c.kind in ('asset', 'expense') then b.debits - b.credits else b.credits - b.debits end) < c.floor`,
});
defineGauge({
  name: 'portal_ledger_seals_broken',
  limits: [0, 0],
  help: 'Seals of the ledger that the last nightly check found broken',
  sql: `select coalesce((select jsonb_array_length(broken) from ledger.seal_checks where not ok and id = (select max(id) from ledger.seal_checks)), 0)`,
});
defineGauge({
  name: 'portal_ledger_currencies_unbalanced',
  limits: [0, 0],
  help: 'Currencies in which all entries together are not zero',
  sql: 'select count(*) from (select from ledger.ledger_entry group by currency having sum(amount) <> 0) off',
  dear: true,
});
