// The marketplace of the demo, six months of everything, while its processes fall: installs, upgrades, uninstalls, events, charges,
// refunds, disputes, closes, seals, payouts, polls, sync. Its persons send again what was not answered, under the same key.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { comparedBooks } from '../demo/acts.mjs';
import { demoPerson, eventually, patience } from '../demo/client.mjs';
import { attachDrive } from '../demo/drive.mjs';
import { BEGINS_AT, beginFilling, fillMarketplace } from '../demo/marketplace/fill.mjs';
import { fleetOf } from '../demo/marketplace/fleet.mjs';
import { chances } from '../demo/marketplace/plan.mjs';
import { runFirstStory } from '../lib/first-story.mjs';
import { startPortal } from '../lib/portal.mjs';
import { Problem } from '../lib/problem.mjs';

/** Between two faults, at most. */
const PAUSE_MS = 3_000;
/** How long nothing new may be done before the run counts as stuck. */
const SILENCE_MS = 300_000;
const SERVICES = ['api', 'worker', 'stripe-sandbox', 'drive-fleet'];
/** Signals to PostgreSQL: as when its machine fails, and as when it is restarted. */
const SIGNALS = { postgres_killed: 'SIGKILL', postgres_restarted: 'SIGINT' };
const END_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'drive-portal%'`;

/** Rows that must not exist at the end, by what they would mean. */
const NEVER = {
  'no work has failed, is claimed or overdue': `select 1 from platform.deliveries where state = 'failed' or state = 'pending'
    and (claimed_by is not null or next_attempt_at < clock_timestamp() - interval '1 minute')
    union all select 1 from platform.outbox_events where relayed_at is null and created_at < clock_timestamp() - interval '1 minute'`,
  'every entry of the ledger is balanced, and so is every account': `select 1 from ledger.ledger_entry group by tx_id having sum(amount) <> 0
    union all select 1 from ledger.account_balance b
      where b.debits - b.credits <> (select coalesce(sum(e.amount), 0) from ledger.ledger_entry e where e.account_id = b.account_id)`,
  'no invoice is charged twice': `select 1 from billing.payments where state = 'succeeded' group by invoice_id having count(*) > 1
    union all select 1 from billing.payments p where state = 'succeeded'
      and not exists (select from stripe_sandbox.objects o where o.id = p.charge_id and (o.data ->> 'amount')::bigint = p.amount)`,
  'every payout is one transfer of its amount': `select 1 from (select * from payouts.payouts where state = 'settled' and amount > 0) p
    full join (select * from stripe_sandbox.objects where kind = 'transfer') o on o.data ->> 'transfer_group' = p.transfer_group
    where (o.data ->> 'amount')::bigint is distinct from p.amount`,
  'every refund was made once': `select 1 from (select * from billing.refunds where state = 'succeeded') r
    full join (select * from stripe_sandbox.objects where kind = 'refund') o on o.id = r.provider_refund_id
    where (o.data ->> 'amount')::bigint is distinct from r.amount`,
  'every settled payout has a sealed statement': `select 1 from payouts.payouts p where p.state = 'settled'
    and not exists (select from statements.statements s where s.payout_id = p.id)`,
};

/** Plays it and compares. Returns the report; everything it started is ended, whatever happens. */
export async function run({ kills, seed, progress }) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'chaos-'));
  const ended = [];
  const say = (text) => /^(?!PostgreSQL)\S+ ended \(/.test(text) && ended.push(text);
  patience.ms = 120_000;
  const env = { ...process.env, DATABASE_URL: '', STRIPE_SECRET_KEY: '', LOG_LEVEL: 'fatal' };
  const portal = await startPortal({ dataDir, port: 0, beginsAt: BEGINS_AT, env, progress, say });
  const database = new pg.Pool({ connectionString: portal.databaseUrl, max: 2 });
  database.on('error', () => {});
  const startedAt = performance.now();
  try {
    await beginFilling(portal, say);
    await progress.phase('The story', () => runFirstStory(portal, say));
    const faults = new Faults({ portal, database, kills, ended, random: chances(seed) });
    await progress.phase(`Playing six months under ${kills} faults`, () =>
      Promise.all([filled(portal), faults.play()]),
    );
    const checks = await progress.phase('Comparing', () => compare(portal, database));
    checks.unshift({ name: 'no process ended by itself', ok: ended.length === 0, detail: ended[0] ?? 'none' });
    const seconds = Number(((performance.now() - startedAt) / 1_000).toFixed(1));
    return { schema: 'chaos/1', what: 'all', seed, kills: faults.done, seconds, checks };
  } finally {
    await database.end().catch(() => {});
    await portal.stop({ now: true });
    fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

/** Goes on from what is done after each failure, until all of it is. */
async function filled(portal) {
  let [last, done, movedAt] = ['', -1, performance.now()];
  for (;;) {
    await fillMarketplace(portal, (text) => (last = text));
    await pause(PAUSE_MS);
    const state = await (await demoPerson(portal.url, 'admin')).get('/demo/filling');
    if (state.finished) return;
    if (state.done.length > done) [done, movedAt] = [state.done.length, performance.now()];
    if (performance.now() - movedAt > SILENCE_MS) throw new Problem('stuck', `Nothing more is done: ${last}`);
  }
}

/** One fault after another, each of a kind and after a pause that the seed gives. */
class Faults {
  done = {};

  constructor(parts) {
    Object.assign(this, parts);
  }

  async play() {
    const kinds = [...SERVICES, ...Object.keys(SIGNALS), 'connections_ended'];
    for (let left = this.kills; left > 0; left -= 1) {
      await pause(this.random() * PAUSE_MS);
      const kind = kinds[Math.floor(this.random() * kinds.length)];
      await this.#strike(kind);
      this.done[kind] = (this.done[kind] ?? 0) + 1;
    }
  }

  async #strike(kind) {
    const service = this.portal.services.find(({ name }) => name === kind);
    if (service) await this.#restart(service);
    else if (kind in SIGNALS) await this.#signal(SIGNALS[kind]);
    else if (kind === 'connections_ended') await this.database.query(END_CONNECTIONS).catch(() => {});
  }

  /** A process of the product has to wait for a server that is away while it starts; the others may end. */
  async #restart(service) {
    while (
      !(await service.restart({ now: true }).then(
        () => true,
        (error) => this.#endedAtStart(service, error),
      ))
    )
      await pause(500);
  }

  #endedAtStart({ name }, error) {
    if (name === 'api' || name === 'worker') this.ended.push(error.brief ?? error.message);
    return false;
  }

  /** To the server that takes connections; one that has just fallen is started again anyway. */
  async #signal(signal) {
    const ask = () =>
      this.database.query(`select current_setting('data_directory') as at`).then(
        ({ rows }) => rows[0].at,
        () => undefined,
      );
    const file = path.join(await eventually('PostgreSQL', ask, Boolean), 'postmaster.pid');
    const [pid] = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
    if (pid) process.kill(Number(pid), signal);
  }
}

/** Returns checks { name, ok, detail }. */
async function compare(portal, database) {
  const admin = await demoPerson(portal.url, 'admin');
  await admin.post('/admin/schedules/statements.seal-due/run');
  const books = await comparedBooks(await demoPerson(portal.url, 'finance-preparer'));
  const checks = [
    { name: 'the books match those of the processor', ok: books.holds, detail: `${books.matched} movements` },
  ];
  for (const [name, sql] of Object.entries(NEVER)) {
    // What has just been done may still be told.
    const count = async () => (await database.query(`select count(*)::int as n from (${sql}) x`)).rows[0].n;
    const n = await eventually(name, count, (found) => found === 0, 60_000).catch(count);
    checks.push({ name, ok: n === 0, detail: `${n} rows` });
  }
  return [...checks, await installsAtDrives(portal, database)];
}

/** What a Drive has and the portal has not, or the other way round. */
async function installsAtDrives(portal, database) {
  const fleet = fleetOf(portal.dataDir);
  const { rows } = await database.query(
    `select drive_install_id from installs.installs join listings.listings using (drive_id) where installs.state = 'active' and slug = any($1)`,
    [fleet.map(({ id }) => id)],
  );
  const ours = new Set(rows.map((row) => row.drive_install_id));
  const theirs = new Set();
  for (const { port } of fleet)
    for (const one of (await attachDrive(`http://127.0.0.1:${port}`).state()).installs)
      if (one.revoked_at === null) theirs.add(one.install_id);
  const lost = [...ours].filter((id) => !theirs.has(id)).length;
  const doubled = [...theirs].filter((id) => !ours.has(id)).length;
  const detail = `${ours.size} installs, ${lost} lost, ${doubled} doubled`;
  return { name: 'portal and Drives have the same installs', ok: lost + doubled === 0, detail };
}
