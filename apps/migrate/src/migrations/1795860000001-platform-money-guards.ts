import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What platform/functions has from now on, as far as the triggers need it. */
const FUNCTIONS = ['keep_once_set', 'keep_order'] as const;

/** Table, trigger, statement (db/billing/tables.sql, db/payouts/tables.sql). */
const TRIGGERS = [
  [
    'billing.invoices',
    'set_once',
    `create trigger set_once before update of kind, paid_at, created_at on billing.invoices for each row execute function platform.keep_once_set('kind', 'paid_at', 'created_at')`,
  ],
  [
    'billing.invoices',
    'starts',
    `create trigger starts before insert on billing.invoices for each row when (new.state <> 'draft') execute function platform.keep_order('start > draft')`,
  ],
  [
    'billing.invoices',
    'state_order',
    `create trigger state_order before update on billing.invoices for each row when (new.state <> old.state and (old.state <> 'draft' or new.state not in ('open', 'below_minimum'))) execute function platform.keep_order('open > paid past_due credited', 'past_due > paid uncollectible credited', 'below_minimum > paid uncollectible credited', 'uncollectible > paid')`,
  ],
  [
    'billing.payments',
    'brought_money',
    `create trigger brought_money before update on billing.payments for each row when (old.state in ('succeeded', 'surplus')) execute function platform.keep_once_set('state', 'payment_intent_id', 'charge_id', 'balance_transaction_id', 'fee', 'ended_at')`,
  ],
  [
    'billing.payments',
    'kept',
    `create trigger kept before delete or truncate on billing.payments for each statement execute function platform.refuse_change()`,
  ],
  [
    'billing.payments',
    'moves',
    `create trigger moves before insert or update of state on billing.payments for each row execute function platform.keep_order('start > sending', 'sending > succeeded declined requires_action void stuck surplus', 'declined > succeeded surplus', 'requires_action > succeeded surplus', 'void > succeeded surplus', 'stuck > succeeded surplus void')`,
  ],
  [
    'billing.payments',
    'pinned',
    `create trigger pinned before update on billing.payments for each row execute function platform.keep_once_set('id', 'invoice_id', 'n', 'idempotency_key', 'customer_id', 'payment_method_id', 'amount', 'currency', 'first_sent_at', 'created_at')`,
  ],
  [
    'billing.refunds',
    'starts',
    `create trigger starts before insert on billing.refunds for each row when (new.state <> 'requested') execute function platform.keep_order('start > requested')`,
  ],
  [
    'billing.refund_attempts',
    'moves',
    `create trigger moves before insert or update of state on billing.refund_attempts for each row execute function platform.keep_order('start > sending', 'sending > made refused void stuck', 'stuck > made refused void')`,
  ],
  [
    'billing.refund_attempts',
    'pinned',
    `create trigger pinned before update on billing.refund_attempts for each row execute function platform.keep_once_set('refund_id', 'n', 'idempotency_key', 'first_sent_at', 'created_at')`,
  ],
  [
    'payouts.payout_accounts',
    'kept',
    `create trigger kept before delete or truncate on payouts.payout_accounts for each statement execute function platform.refuse_change()`,
  ],
  [
    'payouts.payout_accounts',
    'moves',
    `create trigger moves before update of state on payouts.payout_accounts for each row execute function platform.keep_order('creating > incomplete verifying ready rejected closed', 'incomplete > verifying ready rejected closed', 'verifying > incomplete ready rejected closed', 'ready > incomplete verifying rejected closed', 'rejected > incomplete verifying ready closed')`,
  ],
  [
    'payouts.payout_accounts',
    'pinned',
    `create trigger pinned before update on payouts.payout_accounts for each row execute function platform.keep_once_set('id', 'org_id', 'country', 'provider_account_id', 'created_at', 'replaces', 'usable_from', 'closed_at')`,
  ],
  [
    'payouts.payout_runs',
    'starts',
    `create trigger starts before insert on payouts.payout_runs for each row when (new.state <> 'draft') execute function platform.keep_order('start > draft')`,
  ],
  [
    'payouts.payouts',
    'starts',
    `create trigger starts before insert on payouts.payouts for each row when (new.state <> 'computed') execute function platform.keep_order('start > computed')`,
  ],
  [
    'payouts.payout_attempts',
    'kept',
    `create trigger kept before delete or truncate on payouts.payout_attempts for each statement execute function platform.refuse_change()`,
  ],
  [
    'payouts.payout_attempts',
    'moves',
    `create trigger moves before insert or update of state on payouts.payout_attempts for each row execute function platform.keep_order('start > sending', 'sending > unknown accepted rejected void', 'unknown > accepted rejected void')`,
  ],
  [
    'payouts.payout_attempts',
    'pinned',
    `create trigger pinned before update on payouts.payout_attempts for each row execute function platform.keep_once_set('payout_id', 'n', 'idempotency_key', 'body_hash', 'first_sent_at', 'transfer_id', 'balance_transaction_id', 'destination_payment_id')`,
  ],
] as const;

/** Payments, attempts, accounts and invoices keep what was done with them, whoever writes. */
export class MoneyGuards1795860000001 implements MigrationInterface {
  /** A table at a time, so that no two are held together while the release before writes both. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    // Their files are applied after this; until then no row is refused.
    for (const name of FUNCTIONS)
      await q.query(`do $do$ begin
        if to_regprocedure('platform.${name}()') is null then
          create function platform.${name}() returns trigger language plpgsql as $$ begin return new; end $$;
        end if;
      end $do$`);
    for (const [table, name, sql] of TRIGGERS) {
      await q.query(`drop trigger if exists ${name} on ${table}`);
      await q.query(sql);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    for (const [table, name] of TRIGGERS) await q.query(`drop trigger ${name} on ${table}`);
  }
}
