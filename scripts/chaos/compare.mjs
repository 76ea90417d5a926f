// Compares what portal, payment sandbox, Drives and receivers have after a round: nothing lost, nothing doubled, nothing stuck.
import fs from 'node:fs';
import path from 'node:path';
import { comparedBooks } from '../demo/acts.mjs';
import { demoPerson, eventually } from '../demo/client.mjs';
import { STORY_NAMES } from '../demo/marketplace/companies.mjs';
import { fleetOf } from '../demo/marketplace/fleet.mjs';
import { TROUBLED } from '../demo/marketplace/today.mjs';

/** How long what has just been done may still be told. */
const TOLD_MS = 60_000;
const sandbox = (kind) =>
  `(select id, data, (data ->> 'amount')::bigint as amount from stripe_sandbox.objects where kind = '${kind}' and account = 'acct_platform')`;
/** Drives that answer; what others are told waits. */
const ANSWERING = `(select drive_id from listings.listings where slug <> all('{${Object.keys(TROUBLED)}}'))`;

/** Rows that must not exist at the end, by what they would mean. $1: see `told`. */
const NEVER = {
  'no work has failed, is claimed or overdue': `select 1 from platform.deliveries where state = 'failed' or state = 'pending'
    and (claimed_by is not null or next_attempt_at < clock_timestamp() - interval '1 minute')
    union all select 1 from platform.outbox_events where relayed_at is null and created_at < clock_timestamp() - interval '1 minute'`,
  'every entry of the ledger is balanced, and so is every account': `select 1 from ledger.ledger_entry group by tx_id having sum(amount) <> 0
    union all select 1 from ledger.account_balance b
      where b.debits - b.credits <> (select coalesce(sum(e.amount), 0) from ledger.ledger_entry e where e.account_id = b.account_id)`,
  'every install runs once, from its activation to its end': `select 1 from (select * from installs.installs where state = 'active') i
    full join (select * from billing.install_segments where ended_at is null) s on s.install_id = i.id where i.id is null or s.id is null
    union all select 1 from platform.outbox_events where type in ('install.activated', 'install.ended', 'install.revoked')
      group by type, payload ->> 'install_id' having count(*) > 1
    union all select 1 from installs.call_plans where state in ('waiting', 'attention') and drive_id in ${ANSWERING}`,
  'every accepted upgrade was made': `select 1 from (select distinct on (install_id) * from installs.upgrade_prompts where state = 'accepted'
      order by install_id, answered_at desc) p join installs.installs i on i.id = p.install_id where i.revision_id <> p.to_revision_id`,
  'every invoice is the sum of its lines, and every line is on one': `select 1 from (select * from billing.invoices where kind = 'installs') i
    full join (select invoice_id, sum(gross) as gross from billing.invoice_lines group by 1) l on l.invoice_id = i.id
    where i.subtotal is distinct from l.gross`,
  'no invoice is charged twice': `select 1 from billing.payments where state = 'succeeded' group by invoice_id having count(*) > 1
    union all select 1 from (select * from billing.payments where state in ('succeeded', 'surplus')) p
      full join (select * from ${sandbox('charge')} c where data ->> 'status' = 'succeeded') o on o.id = p.charge_id where o.amount is distinct from p.amount`,
  'every payout is one transfer of its amount, to its account': `select 1 from (select * from payouts.payouts where state = 'settled' and amount > 0) p
    full join ${sandbox('transfer')} o on o.data ->> 'transfer_group' = p.transfer_group
    where (o.amount, o.data ->> 'currency', o.data ->> 'destination') is distinct from (p.amount, p.currency, p.provider_account_id)`,
  'every payout is settled in the ledger once': `select 1 from (select * from payouts.payouts where state = 'settled' and amount > 0) p
    full join (select t.source_id, sum(e.amount) filter (where a.code = 'stripe_balance') as amount
      from ledger.ledger_tx t join ledger.ledger_entry e on e.tx_id = t.id join ledger.ledger_account a on a.id = e.account_id
      where t.kind = 'payout_settled' group by t.id) t on t.source_id = p.id::text
    where -t.amount is distinct from p.amount`,
  'every refund was made once': `select 1 from (select * from billing.refunds where state = 'succeeded') r
    full join ${sandbox('refund')} o on o.id = r.provider_refund_id where o.amount is distinct from r.amount`,
  'every settled payout has a sealed statement': `select 1 from payouts.payouts p where p.state = 'settled'
    and not exists (select from statements.statements s where s.payout_id = p.id)`,
  'every change of settings was made once, and the Drive has the last one': `select 1 from jsonb_array_elements_text($1::jsonb -> 'changes') as c(reason)
      where (select count(*) from installs.settings s where s.reason = c.reason) <> 1
    union all select 1 from installs.config_updates u join installs.installs i on i.id = u.install_id where i.state = 'active'
      and (u.next_try_at is not null or u.settings_version <> (select max(version) from installs.settings s where s.install_id = u.install_id))
      and i.drive_id in ${ANSWERING}
    union all select 1 from installs.config_updates u join installs.installs i on i.id = u.install_id
      join installs.settings s on (s.install_id, s.version) = (u.install_id, u.settings_version)
      join jsonb_to_recordset($1::jsonb -> 'installs') as d(install_id text, settings_version int, config jsonb) on d.install_id = i.drive_install_id
      where i.state = 'active' and i.drive_id in ${ANSWERING} and (d.settings_version <> s.version or not d.config @> s.config)`,
  'every event of the host has reached its installs': `select 1 from jsonb_to_recordset($1::jsonb -> 'events') as e(id text, installs int)
      where (select count(*) from installs.deliveries d where d.event_id = e.id) <> e.installs
    union all select 1 from installs.deliveries where state in ('pending', 'failed') and event_id is not null
    union all select 1 from installs.deliveries d join installs.installs i on i.id = d.install_id where d.state = 'delivered' and d.event_id is not null
      and (select count(*) from jsonb_to_recordset($1::jsonb -> 'received') as r(id text, install_id text)
        where (r.id, r.install_id) = (d.event_id, i.drive_install_id)) <> 1`,
  'the webhook was told everything': `select 1 from (select * from webhooks.messages where state = 'delivered') m
    full join jsonb_array_elements_text($1::jsonb -> 'messages') as r(id) on r.id = m.id::text where m.id is null or r.id is null
    union all select 1 from webhooks.messages where state <> 'delivered'
    union all select 1 from platform.outbox_events o where type in ('install.activated', 'install.ended', 'install.revoked')
      and not exists (select from webhooks.messages m where m.event_id = o.id)`,
  'portal and Drives have the same installs': `select 1 from (select * from installs.installs join listings.listings l using (drive_id)
      where installs.state = 'active' and slug in (select jsonb_array_elements_text($1::jsonb -> 'slugs'))) i
    full join (select * from jsonb_to_recordset($1::jsonb -> 'installs') as d(install_id text, revoked_at bigint) where revoked_at is null) d
      on d.install_id = i.drive_install_id where i.id is null or d.install_id is null`,
};

/** Returns checks { name, ok, detail }. */
export async function compare({ portal, database, traffic }) {
  const admin = await demoPerson(portal.url, 'admin');
  await admin.post('/admin/schedules/statements.seal-due/run');
  const books = await comparedBooks(await demoPerson(portal.url, 'finance-preparer'));
  const checks = [
    { name: 'the books match those of the processor', ok: books.holds, detail: `${books.matched} movements` },
  ];
  const until = performance.now() + TOLD_MS;
  for (const [name, sql] of Object.entries(NEVER)) {
    const count = async () => {
      const given = sql.includes('$1') ? [JSON.stringify(await told(portal, traffic))] : [];
      return (await database.query(`select count(*)::int as n from (${sql}) x`, given)).rows[0].n;
    };
    const n = await eventually(name, count, (found) => found === 0, until - performance.now()).catch(count);
    checks.push({ name, ok: n === 0, detail: `${n} rows` });
  }
  return checks;
}

/** What others have: the installs and events of the Drives, the messages of the receiver, and what was acknowledged. */
async function told({ dataDir }, { messages, events, changes }) {
  const fleet = fleetOf(dataDir);
  const files = [...fleet.map(({ id }) => path.join('drives', `${id}.json`)), 'story-drive.json'];
  const drives = files.map((file) => JSON.parse(fs.readFileSync(path.join(dataDir, file), 'utf8')));
  const all = (what) => drives.flatMap((drive) => drive[what]);
  return {
    ...{ messages: [...messages], events, changes, slugs: [STORY_NAMES.slug, ...fleet.map(({ id }) => id)] },
    ...{ installs: all('installs'), received: all('received') },
  };
}
