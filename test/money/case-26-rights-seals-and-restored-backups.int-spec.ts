import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CheckSeals, Ledger, SealEntries } from '@portal/ledger';
import { PaymentGateway } from '@portal/stripe-gateway';
import { createSandbox, type Sandbox } from '../../apps/stripe-sandbox/src/sandbox.js';
import { ChargeInvoice } from '../../libs/billing/src/collection/charge-invoice.js';
import { CloseMonth } from '../../libs/billing/src/invoicing/close-month.js';
import { CollectDue } from '../../libs/billing/src/collection/collect-due.js';
import { SavePaymentMethod } from '../../libs/billing/src/cards/save-payment-method.js';
import { SettleCharge } from '../../libs/billing/src/collection/settle-charge.js';
import { BillingFixture, FINANCE } from '../support/money/billing.js';
import {
  copyDatabase,
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../support/database/database.js';
import { allowMadeUp } from '../support/money/made-up-postings.js';

/** An archived seal, as far as a test looks at it. */
interface Seal {
  sha256: string;
}

async function disconnected(billing: BillingFixture): Promise<void> {
  await billing.owner.end();
  await billing.module.close();
}

describe('Case 26: rights, seals and restored backups', () => {
  describe('the rights of the running product on the books', () => {
    const billing = BillingFixture.forTests();
    beforeAll(async () => {
      await billing.activate({ activatedAt: new Date('2024-01-01T00:00:00Z') });
      await billing.closeMonth('2024-01');
      await allowMadeUp(billing.database.url, 'test', 'test');
    });

    /** As the owner of the tables, past the trigger. */
    async function pastTriggers(statement: string, table = 'ledger.ledger_tx'): Promise<void> {
      await billing.owner.query(`alter table ${table} disable trigger append_only`);
      await billing.owner.query(statement);
      await billing.owner.query(`alter table ${table} enable trigger append_only`);
    }

    it.each([
      'update ledger.ledger_entry set amount = amount + 1',
      'delete from ledger.ledger_entry',
      'truncate ledger.ledger_entry',
      'update ledger.ledger_tx set effective_at = now()',
      'update ledger.account_balance set credits = credits + 1',
      'update ledger.account_snapshot set credits = credits + 1',
      'delete from ledger.seals',
      'delete from ledger.closed_periods',
      `update ledger.posting_kinds set debits = '{platform_revenue}', credits = '{author_payable}' where kind = 'invoice_paid'`,
      `insert into ledger.posting_kinds (kind, source_type, key_form, debits, credits, decided_by)
       values ('gift', 'gift', '*', '{platform_revenue}', '{author_payable}', 'portal')`,
      `insert into ledger.account_code select 'slush', kind, owned, live, floor from ledger.account_code limit 1`,
      `update ledger.currency set min_payout = 0`,
      `insert into ledger.seal_checks (up_to_seal, head, ok, previous, sha256) values (9, sha256(''), true, sha256(''), sha256(''))`,
      'delete from ledger.seal_checks',
      'update billing.invoice_lines set gross = 1',
      'update billing.invoice_lines_202401 set gross = 1',
      'select gross from billing.invoice_lines_202401',
      'insert into billing.invoice_lines select * from billing.invoice_lines',
      'alter table ledger.ledger_entry disable trigger all',
      'drop trigger append_only on ledger.ledger_entry',
      'create or replace function ledger.post_check() returns trigger language plpgsql as $$ begin return null; end $$',
      `set session_replication_role = 'replica'`,
    ])('do not include %s', async (statement) => {
      await expect(billing.db.query(statement)).rejects.toBeDefined();
      expect((await billing.get(Ledger).proof()).ok).toBe(true);
    });

    it('are those of a role that owns nothing and is not the one that migrates', async () => {
      const [role] = await billing.db.query<{ running: string; superuser: boolean; login: boolean; owns: string }>(
        `select current_user as running, r.rolsuper as superuser, r.rolcanlogin as login,
           (select count(*) from pg_class c where c.relowner = r.oid and c.relnamespace::regnamespace::text in ('ledger', 'billing')) as owns
         from pg_roles r where r.rolname = current_user`,
      );
      expect(role).toEqual({ running: 'portal_app', superuser: false, login: false, owns: '0' });
      const { rows } = await billing.owner.query<{ owner: string }>(
        `select distinct pg_get_userbyid(relowner) as owner from pg_class where relnamespace in ('ledger'::regnamespace, 'billing'::regnamespace)`,
      );
      expect(rows.map((r) => r.owner)).not.toContain('portal_app');
    });

    it('do not hide a change by the owner of the tables: the seal and the balance show it', async () => {
      const ledger = billing.get(Ledger);
      expect(await billing.get(SealEntries).execute()).toBeGreaterThan(0);
      expect(await billing.get(SealEntries).execute()).toBe(0);
      expect(await billing.get(CheckSeals).execute()).toBe(true);
      expect((await ledger.proof()).ok).toBe(true);
      const [{ source_id: was }] = (
        await billing.owner.query<{ source_id: string }>(`select source_id from ledger.ledger_tx order by id limit 1`)
      ).rows as [{ source_id: string }];
      await pastTriggers(
        `update ledger.ledger_tx set source_id = 'elsewhere' where id = (select min(id) from ledger.ledger_tx)`,
      );
      const broken = async (full: boolean) =>
        (await ledger.proof({ full })).checks.filter((c) => !c.ok).map((c) => c.code);
      // Checked seals are recomputed on demand and at night, and from then on every proof reports it.
      expect([await broken(false), await broken(true)]).toEqual([[], ['seals_unbroken']]);
      expect(await billing.get(CheckSeals).execute()).toBe(false);
      expect(await broken(false)).toEqual(['seals_unbroken']);
      await pastTriggers(`update ledger.ledger_tx set source_id = '${was}' where source_id = 'elsewhere'`);
      expect(await billing.get(CheckSeals).execute()).toBe(true);
      expect(await broken(false)).toEqual([]);
    });

    it('leave a proof that covers what was sealed since the last check and trusts only checks in an unbroken chain', async () => {
      const ledger = billing.get(Ledger);
      const broken = async () => (await ledger.proof()).checks.filter((c) => !c.ok).map((c) => c.code);
      await billing.transactor.run((tx) =>
        ledger.post(tx, {
          kind: 'test',
          idempotencyKey: 'case26:later',
          sourceType: 'test',
          sourceId: 'later',
          effectiveAt: tx.now,
          legs: [
            { account: { code: 'suspense', currency: 'usd' }, amountMinor: 1n },
            { account: { code: 'platform_revenue', currency: 'usd' }, amountMinor: -1n },
          ],
        }),
      );
      expect(await billing.get(SealEntries).execute()).toBe(1);
      const change = (to: string, from: string) =>
        pastTriggers(`update ledger.ledger_tx set source_id = '${to}' where source_id = '${from}'`);
      await change('changed', 'later');
      expect(await broken()).toEqual(['seals_unbroken']);
      await change('later', 'changed');
      expect(await broken()).toEqual([]);
      // The owner of the tables claims that everything is checked: the chain of checks reveals it.
      await billing.owner.query(
        `insert into ledger.seal_checks (up_to_seal, head, ok, previous, sha256)
         select max(s.id), (select sha256 from ledger.seals order by id desc limit 1), true, sha256('x'), sha256('y') from ledger.seals s`,
      );
      expect(await broken()).toEqual(['seals_unbroken']);
      await pastTriggers(`delete from ledger.seal_checks where sha256 = sha256('y')`, 'ledger.seal_checks');
      expect(await broken()).toEqual([]);
    });

    it('are archived with their transactions as lines that prove themselves, without a portal', async () => {
      const documented = /-c '(select ledger\.archived.*?)'/.exec(readFileSync('docs/retention.md', 'utf8'))![1]!;
      const { rows } = await billing.owner.query<{ archived: Seal }>(documented);
      const lines = rows.map(({ archived }) => JSON.stringify(archived));
      const [first, second] = rows.map(({ archived }) => archived) as [Seal, Seal];
      const folder = mkdtempSync(path.join(os.tmpdir(), 'ledger-'));
      const verify = (parts: string[], ...known: string[]): string => {
        const file = path.join(folder, 'ledger.jsonl');
        writeFileSync(file, parts.map((line) => `${line}\n`).join(''));
        const args = known.flatMap((sha256) => ['--known', sha256]);
        const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/verify-ledger.mjs', ...args, file], {
          encoding: 'utf8',
        });
        return `${status} ${stderr || stdout}`.trim();
      };
      try {
        const end = `0 2 seals, the last one is ${second.sha256}`;
        expect([lines.length, verify(lines), verify(lines, second.sha256)]).toEqual([2, end, end]);
        expect(verify(lines.slice(1))).toBe('1 what is before seal 2 is missing');
        expect(verify(lines.slice(1), first.sha256)).toBe(`0 1 seals, the last one is ${second.sha256}`);
        expect(verify(lines.slice(0, 1), second.sha256)).toBe(`1 ${second.sha256} is not there`);
        expect(verify([lines[0]!.replace('usd', 'eur'), lines[1]!])).toBe('1 transactions of seal 1 were changed');
        expect(verify([])).toBe('1 there are no seals');
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it('include no booking into a closed month, even one that began before it was closed', async () => {
      const ledger = billing.get(Ledger);
      const posting = (key: string) => ({
        kind: 'test',
        idempotencyKey: key,
        sourceType: 'test',
        sourceId: key,
        effectiveAt: new Date('2024-01-31T23:59:59Z'),
        legs: [
          { account: { code: 'suspense' as const, currency: 'usd' }, amountMinor: 1n },
          { account: { code: 'platform_revenue' as const, currency: 'usd' }, amountMinor: -1n },
        ],
      });
      const post = (key: string) => billing.transactor.run((tx) => ledger.post(tx, posting(key)));
      await expect(post('case26:late')).rejects.toMatchObject({ code: 'period_closed', status: 409 });
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      let posted = (): void => undefined;
      const hasPosted = new Promise<void>((resolve) => (posted = resolve));
      const february = { ...posting('case26:in-time'), effectiveAt: new Date('2024-02-29T23:59:59Z') };
      const poster = billing.transactor.run(async (tx) => {
        await ledger.post(tx, february);
        posted();
        await held;
      });
      await hasPosted;
      const closing = billing.transactor.run((tx) => ledger.closePeriod(tx, '2024-02'));
      while (
        (
          await billing.owner.query(
            `select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
          )
        ).rows.length === 0
      );
      release();
      await Promise.all([poster, closing]);
      await expect(
        billing.transactor.run((tx) =>
          ledger.post(tx, { ...february, idempotencyKey: 'case26:too-late', sourceId: 'x' }),
        ),
      ).rejects.toMatchObject({ code: 'period_closed' });
      // Processed again, a posting booked in time is the same fact and not a late one.
      await expect(billing.transactor.run((tx) => ledger.post(tx, february))).resolves.toMatchObject({
        alreadyPosted: true,
      });
    });
  });

  describe('a backup that is restored after money moved', () => {
    let provider: TestDatabase;
    let sandbox: Sandbox;
    beforeAll(async () => {
      provider = await createEmptyDatabase();
      sandbox = await createSandbox({ databaseUrl: provider.url });
    });
    afterAll(async () => {
      await sandbox.close();
      await provider.drop();
    });
    const start = (database: TestDatabase) => BillingFixture.start({ STRIPE_API_BASE: sandbox.url }, database);

    it('has the effect of each charge once, after the inbox is processed again', async () => {
      const original = await createTestDatabase();
      let billing = await start(original);
      const [tenantId, orgId] = [randomUUID(), randomUUID()];
      const operator = {
        ...FINANCE,
        email: 'olga@example.com',
        roles: [{ role: 'operator' as const, scopeId: tenantId }],
      };
      await billing.get(SavePaymentMethod).execute(operator, tenantId, 'pm_card_visa');
      await billing.activate({ activatedAt: new Date('2024-01-01T00:00:00Z'), tenantId, orgId });
      await billing.closeMonth('2024-01');
      const [invoice] = await billing.db.query<{ id: string }>('select id from billing.invoices');
      // The intent is committed, the provider has charged, and the answer was not recorded: then the backup was taken.
      const gateway = billing.get(PaymentGateway);
      const send = gateway.chargeOffSession.bind(gateway);
      jest.spyOn(gateway, 'chargeOffSession').mockImplementationOnce(async (input) => {
        await send(input);
        throw new Error('killed before the answer was read');
      });
      await expect(billing.get(ChargeInvoice).execute(invoice!.id)).rejects.toThrow('killed');
      await disconnected(billing);
      const backup = await copyDatabase(original);
      // The original continues and books the charge.
      billing = await start(original);
      const [made] = await billing.get(PaymentGateway).findChargesByGroup(`inv_${invoice!.id}`);
      await billing.get(SettleCharge).execute(made!.paymentIntentId);
      const books = async (of: BillingFixture) => ({
        payable: await of.get(Ledger).balance(of.db, { code: 'author_payable', ownerId: orgId, currency: 'usd' }),
        receivable: await of.get(Ledger).balance(of.db, { code: 'tenant_receivable', currency: 'usd' }),
        stripe: await of.get(Ledger).balance(of.db, { code: 'stripe_balance', currency: 'usd' }),
        keys: await of.db.query('select idempotency_key, kind from ledger.ledger_tx order by 1'),
        proves: (await of.get(Ledger).proof()).ok,
      });
      const before = await books(billing);
      expect(before).toMatchObject({ payable: 3430n, receivable: 0n, proves: true });
      await disconnected(billing);
      // The disaster: the backup takes its place, the provider sends every event again, and the worker starts.
      const restored = await start(backup);
      try {
        const settle = () => restored.get(SettleCharge).execute(made!.paymentIntentId);
        await Promise.all([settle(), settle(), restored.get(ChargeInvoice).execute(invoice!.id)]);
        await restored.get(CollectDue).execute();
        await restored.get(CloseMonth).execute('2024-01');
        expect(await books(restored)).toEqual(before);
        expect(await restored.get(PaymentGateway).findChargesByGroup(`inv_${invoice!.id}`)).toHaveLength(1);
      } finally {
        await restored.close();
        await original.drop();
      }
    });
  });
});
