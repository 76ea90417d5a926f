import { defineGauge } from '@portal/platform/health';

defineGauge({
  name: 'portal_ledger_accounts_below_floor',
  limits: [0, 0],
  help: 'Accounts with a balance that they must not have',
  // No floor is above 0: what is below one is on the wrong side. Assets with a floor are the platform's own, a few per currency.
  sql: `select count(*) from (
      select c.floor, b.credits - b.debits as balance from ledger.account_balance b join ledger.ledger_account a on a.id = b.account_id
      join ledger.account_code c on c.code = a.code where b.in_debit and c.kind in ('liability', 'revenue')
      union all
      select c.floor, b.debits - b.credits from ledger.account_code c join ledger.ledger_account a on a.code = c.code
      join ledger.account_balance b on b.account_id = a.id
      where c.kind in ('asset', 'expense') and a.owner_id = '00000000-0000-0000-0000-000000000000'
    ) x where balance < floor`,
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
