// A payout run under random kills: real database, real api, two real workers, the payment sandbox.
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { comparedBooks } from '../demo/acts.mjs';
import { demoPerson } from '../demo/client.mjs';
import { chances } from '../demo/marketplace/plan.mjs';
import { randomFreePort } from '../lib/free-port.mjs';
import { Problem } from '../lib/problem.mjs';
import { Service } from '../lib/service.mjs';
import { prepareTestDatabase } from '../lib/test-database.mjs';
import { compareToTheCent } from './compare.mjs';

const WORKERS = 2;
const MONTH = '2026-01';
const SILENCE_MS = 120_000;
const WATCH_MS = 100;
// A run of minutes needs its tables swept as a real server does it; that of the tests does not live long enough.
const SERVER = { autovacuum_naptime: '5s', max_wal_size: '4GB' };
const END_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name like 'drive-portal%' or application_name = 'stripe-sandbox'`;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs it and compares. Everything it started is ended, whatever happens. */
export async function run({ payouts, kills, seed, progress }) {
  const random = chances(seed);
  const server = await prepareTestDatabase({ progress, build: false, settings: SERVER });
  const database = new pg.Pool({ connectionString: server.url, max: 4 });
  database.on('error', () => {});
  const services = [];
  try {
    const { url, workers, sandbox, all } = await describeServices(server.url);
    services.push(...all);
    await progress.phase('Starting api, workers and payment sandbox', () => Promise.all(all.map((one) => one.start())));
    const owed = await progress.phase(`Making ${payouts} authors who are owed something`, () =>
      makeAuthors(database, payouts, random),
    );
    const total = owed.reduce((sum, amount) => sum + amount, 0n);
    const preparer = await demoPerson(url, 'finance-preparer');
    const approver = await demoPerson(url, 'finance-approver');
    const prepared = await preparer.post('/finance/payout-runs', { month: MONTH });
    await progress.phase('Comparing the books with the processor', () => comparedBooks(preparer));
    await approver.post(`/finance/payout-runs/${prepared.id}/approve`, { input_hash: prepared.input_hash });
    await preparer.post(`/finance/payout-runs/${prepared.id}/execute`);
    const startedAt = performance.now();
    const done = await progress.phase(`Paying under ${kills} kills`, () =>
      killWhilePaying({ database, runId: prepared.id, payouts, kills, workers, sandbox, random }),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const checks = await progress.phase('Comparing ledger, payouts and transfers to the cent', () =>
      compareToTheCent({ database, runId: prepared.id, payouts, total }),
    );
    const happened = done.worker + done.sandbox + done.connections;
    checks.push({ name: 'every kill happened', ok: happened === kills, detail: `${happened} of ${kills}` });
    // Signs in again: on a slow machine the run outlasts a session that nobody uses.
    const books = await progress.phase('Having the product compare its books itself', async () =>
      comparedBooks(await demoPerson(url, 'finance-preparer')),
    );
    checks.push({
      name: "the product's own comparison finds every movement and no difference",
      ok: books.holds === true && books.open === 0,
      detail: `${books.matched} movements matched, ${books.open} items open`,
    });
    return {
      schema: 'chaos/1',
      what: 'payouts',
      payouts,
      seed,
      kills: done,
      seconds: Number(seconds.toFixed(1)),
      per_second: Number((payouts / seconds).toFixed(1)),
      checks,
    };
  } finally {
    await Promise.all(services.map((service) => service.stop({ now: true })));
    await database.end().catch(() => {});
    await server.stop();
  }
}

async function describeServices(databaseUrl) {
  const [apiPort, sandboxPort, ...metrics] = await Promise.all(
    Array.from({ length: 3 + WORKERS }, () => randomFreePort()),
  );
  const url = `http://127.0.0.1:${apiPort}`;
  const logDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'chaos-'));
  const webhookSecret = `whsec_${crypto.randomBytes(18).toString('hex')}`;
  const common = { NODE_ENV: 'production', PATH: process.env.PATH, DATABASE_URL: databaseUrl, PORTAL_MODE: 'sandbox' };
  const portal = {
    ...common,
    HOST: '127.0.0.1',
    PORT: String(apiPort),
    PUBLIC_URL: url,
    DEMO: '1',
    KEYRING: `k1:${crypto.randomBytes(32).toString('base64')}`,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: `http://127.0.0.1:${sandboxPort}`,
    // The limit of calls is a rule of its own; here the processor is ours.
    STRIPE_CALLS_PER_SECOND: '2000',
    LOG_LEVEL: 'fatal',
  };
  /** @param name of the process and its log: there are several workers */
  const service = (app, env, name = app) =>
    new Service({ name, main: `dist/apps/${app}/src/main.js`, env, logDirectory });
  const api = service('api', { ...portal, METRICS_PORT: String(metrics[0]) });
  const sandbox = service('stripe-sandbox', {
    ...common,
    PORT: String(sandboxPort),
    STRIPE_SANDBOX_SECRET_KEY: 'sk_test_sandbox',
    WEBHOOK_URL: `${url}/api/stripe/webhooks`,
    WEBHOOK_SECRET: webhookSecret,
  });
  const workers = Array.from({ length: WORKERS }, (_, i) =>
    service('worker', { ...portal, METRICS_PORT: String(metrics[1 + i]) }, `worker-${i + 1}`),
  );
  return { url, sandbox, workers, all: [api, sandbox, ...workers] };
}

/** Authors with verified accounts on both sides and a balance each, odd amounts. Returns the amounts, minor units. */
async function makeAuthors(database, payouts, random) {
  const authors = Array.from({ length: payouts }, (_, i) => ({
    org: uuid(random),
    account: `acct_chaos${i}`,
    charge: `ch_chaos${String(i).padStart(7, '0')}`,
    amount: 2_500n + BigInt(Math.floor(random() * 1_000_000)),
  }));
  await database.query(`insert into billing.periods (month) values ($1)`, [`${MONTH}-01`]);
  await database.query(
    `update billing.periods set state = 'closing', closing_at = now(), frozen_at = now(), lines_written_at = now() where month = $1`,
    [`${MONTH}-01`],
  );
  await database.query(`update billing.periods set state = 'closed', closed_at = now() where month = $1`, [
    `${MONTH}-01`,
  ]);
  // The invoices that were paid are made up: the owner of the tables lets their payment name none.
  await database.query(`begin; set local session_replication_role = 'replica';
    update ledger.posting_kinds set source_table = null, credits = credits || '{platform_revenue}' where kind = 'invoice_paid'; commit`);
  for (let i = 0; i < authors.length; i += 1_000) {
    const part = authors.slice(i, i + 1_000);
    const rows = JSON.stringify(
      part.map(({ org, account, charge, amount }) => ({ org, account, charge, gross: grossOf(amount).toString() })),
    );
    await database.query(
      `insert into payouts.payout_accounts (id, org_id, country, provider_account_id, state)
       select gen_random_uuid(), x.org, 'US', x.account, 'ready' from jsonb_to_recordset($1::jsonb) as x(org uuid, account text)`,
      [rows],
    );
    await database.query(
      `insert into stripe_sandbox.objects (id, kind, account, created_at, data)
       select x.account, 'v2.core.account', 'acct_platform', now(), jsonb_build_object('id', x.account, 'object', 'v2.core.account', 'closed', false,
         'livemode', false, 'created', now(), 'dashboard', 'express', 'applied_configurations', jsonb_build_array('recipient'), 'metadata', '{}'::jsonb,
         'identity', jsonb_build_object('country', 'us', 'entity_type', 'company'), 'requirements', jsonb_build_object('entries', '[]'::jsonb),
         'configuration', '{"recipient":{"applied":true,"capabilities":{"stripe_balance":{"stripe_transfers":{"requested":true,"status":"active","status_details":[]}}}}}'::jsonb)
       from jsonb_to_recordset($1::jsonb) as x(account text)`,
      [rows],
    );
    // Payments of the tenants at the processor: the charge, and its money on the balance.
    await database.query(
      `with paid as (select * from jsonb_to_recordset($1::jsonb) as x(charge text, gross bigint)),
       charges as (insert into stripe_sandbox.objects (id, kind, account, created_at, data)
         select charge, 'charge', 'acct_platform', now(), jsonb_build_object('id', charge, 'object', 'charge', 'amount', gross, 'currency', 'usd',
           'livemode', false, 'created', extract(epoch from now())::bigint, 'metadata', '{}'::jsonb, 'paid', true, 'status', 'succeeded') from paid),
       entries as (insert into stripe_sandbox.balance_transactions (id, account, currency, amount, fee, type, source, created_at, available_at)
         select 'txn' || substr(charge, 3), 'acct_platform', 'usd', gross, 0, 'charge', charge, now(), now() from paid)
       insert into stripe_sandbox.balances as b (account, currency, total) select 'acct_platform', 'usd', sum(gross) from paid
       on conflict (account, currency) do update set total = b.total + excluded.total`,
      [rows],
    );
    await database.query('select count(*) from ledger.post($1::jsonb)', [JSON.stringify(part.flatMap(legs))]);
  }
  await database.query('analyze');
  return authors.map(({ amount }) => amount);
}

/** The payment for an author's share of `amount`. */
const grossOf = (amount) => (amount * 10n) / 7n;

/** 70/30 of one paid invoice, as billing posts it. */
function legs({ org, amount, charge }) {
  const gross = grossOf(amount);
  const id = crypto.randomUUID();
  const effective_at = new Date().toISOString();
  const leg = (code, owner_id, minor) => ({
    key: `pay:${charge}`,
    kind: 'invoice_paid',
    source_type: 'invoice',
    source_id: id,
    effective_at,
    code,
    owner_id,
    currency: 'usd',
    amount: minor.toString(),
  });
  return [
    leg('stripe_balance', null, gross),
    leg('author_payable', org, -amount),
    leg('platform_revenue', null, amount - gross),
  ];
}

/**
 * Kills one process after another, each at the paid amount given by the seed, until the run has ended. A worker is the
 * victim three times out of five, the payment sandbox once; it is started again at once, and meanwhile the next may fall. Once out
 * of five PostgreSQL ends every connection, as when it is restarted fast, and no process: what they had claimed must not stay so.
 */
async function killWhilePaying({ database, runId, payouts, kills, workers, sandbox, random }) {
  // Not up to the last payout: after each kill something must be left to do.
  const marks = Array.from({ length: kills }, () => Math.floor(random() * payouts * 0.9)).sort((a, b) => a - b);
  const done = { worker: 0, sandbox: 0, connections: 0 };
  const starting = new Map();
  let failed;
  for (const one of [...workers, sandbox])
    one.on(
      'down',
      (how) => (failed = new Problem('ended', `${one.name} ended by itself (${how}).\n${one.lastLines()}`)),
    );
  let [paid, movedAt] = [-1, performance.now()];
  for (;;) {
    if (failed) throw failed;
    const { rows } = await database.query(
      `select r.state, (select count(*)::int from payouts.payouts p where p.run_id = r.id and p.state = 'settled') as paid
       from payouts.payout_runs r where r.id = $1`,
      [runId],
    );
    const [run] = rows;
    if (run.paid !== paid) [paid, movedAt] = [run.paid, performance.now()];
    if (run.state !== 'executing') {
      await Promise.all(starting.values());
      return done;
    }
    if (performance.now() - movedAt > SILENCE_MS)
      throw new Problem('stuck', `Nothing was paid for ${SILENCE_MS / 1_000} s; ${paid} of ${payouts} are.`);
    if (marks.length > 0 && paid >= marks[0]) {
      const chance = random();
      if (chance < 0.2) {
        marks.shift();
        done.connections += 1;
        await database.query(END_CONNECTIONS);
        continue;
      }
      const wanted = chance < 0.8 ? workers[Math.floor(random() * workers.length)] : sandbox;
      const victim = [wanted, ...workers, sandbox].find((service) => !starting.has(service));
      if (victim !== undefined) {
        marks.shift();
        done[victim === sandbox ? 'sandbox' : 'worker'] += 1;
        const restart = victim
          .restart({ now: true })
          .catch((error) => (failed = error))
          .finally(() => starting.delete(victim));
        starting.set(victim, restart);
      }
    }
    await pause(WATCH_MS);
  }
}

/** A version-4 UUID from the seed, so that a seed names the whole run. */
function uuid(random) {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
