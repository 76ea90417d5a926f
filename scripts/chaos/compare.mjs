// Compares the ledger, the payouts and the processor about one run to the cent.

/** Returns checks { name, ok, detail }; each of them reads all rows. */
export async function compareToTheCent({ database, runId, payouts, total }) {
  const one = async (sql, params = []) => (await database.query(sql, params)).rows[0];
  const checks = [];
  const check = (name, ok, detail) => checks.push({ name, ok, detail });

  const run = await one('select state from payouts.payout_runs where id = $1', [runId]);
  check('the run is settled', run.state === 'settled', run.state);

  const rows = await one(
    `select count(*)::int as n, coalesce(sum(amount), 0)::text as amount, count(*) filter (where state <> 'settled')::int as open
     from payouts.payouts where run_id = $1`,
    [runId],
  );
  check(
    'every payout is settled, and together they are what was owed',
    rows.n === payouts && rows.open === 0 && BigInt(rows.amount) === total,
    `${rows.n} payouts, ${rows.open} not settled, ${rows.amount} of ${total}`,
  );

  const made = await one(
    `select count(*)::int as n, coalesce(sum((data->>'amount')::bigint), 0)::text as amount,
       count(distinct data->>'transfer_group')::int as groups
     from stripe_sandbox.objects where kind = 'transfer'`,
  );
  check(
    'the processor made one transfer per payout, none twice',
    made.n === payouts && made.groups === payouts && BigInt(made.amount) === total,
    `${made.n} transfers in ${made.groups} groups, ${made.amount} of ${total}`,
  );

  const unlike = await one(
    `select count(*)::int as n from payouts.payouts p
     left join payouts.payout_attempts a on a.payout_id = p.id and a.state = 'accepted'
     left join stripe_sandbox.objects o on o.id = a.transfer_id and o.kind = 'transfer'
     where p.run_id = $1 and ((o.data->>'amount')::bigint, o.data->>'currency', o.data->>'destination', o.data->>'transfer_group')
       is distinct from (p.amount, p.currency, p.provider_account_id, p.transfer_group)`,
    [runId],
  );
  check('each transfer has the amount, account and group of its payout', unlike.n === 0, `${unlike.n} differ`);

  const ledger = await one(
    `select coalesce(sum(e.amount), 0)::text as off,
       coalesce(-sum(e.amount) filter (where a.code = 'payout_clearing'), 0)::text as clearing,
       coalesce(-sum(e.amount) filter (where a.code = 'author_payable'), 0)::text as payable,
       coalesce(-sum(e.amount) filter (where a.code = 'stripe_balance' and t.kind = 'payout_settled'), 0)::text as settled,
       count(distinct t.id) filter (where t.kind = 'payout_settled')::int as settlements
     from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id join ledger.ledger_tx t on t.id = e.tx_id`,
  );
  check(
    'the ledger balances, nothing is left in clearing, nobody is owed anything',
    ledger.off === '0' && ledger.clearing === '0' && ledger.payable === '0',
    `off by ${ledger.off}, clearing ${ledger.clearing}, payable ${ledger.payable}`,
  );
  check(
    'the ledger settled each payout once, with what the processor moved',
    ledger.settlements === payouts && ledger.settled === made.amount,
    `${ledger.settlements} settlements, ${ledger.settled} of ${made.amount}`,
  );

  const drift = await one(
    `select count(*)::int as n from ledger.account_balance b
     where b.debits - b.credits <> (select coalesce(sum(e.amount), 0) from ledger.ledger_entry e where e.account_id = b.account_id)`,
  );
  check('live balances equal the sums of their entries', drift.n === 0, `${drift.n} differ`);
  return checks;
}
