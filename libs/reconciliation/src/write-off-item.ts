import { Injectable } from '@nestjs/common';
import { AppError, assertNever } from '@portal/kernel';
import { CHART, Ledger, type AccountCode, type Leg } from '@portal/ledger';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { reconciliationErrors } from './errors.js';
import { ExceptionsService } from './exceptions.service.js';
import { ItemsRepository, type ItemRow } from './persistence/items.repository.js';
import { MovementsRepository } from './persistence/movements.repository.js';

/** Accounts that can receive a write-off. */
export const WRITE_OFF_ACCOUNTS = [
  'author_payable',
  'bad_debt',
  'bank',
  'dispute_fee',
  'fx_difference',
  'platform_revenue',
  'processor_fee',
  'tax_payable',
  'tenant_receivable',
] as const satisfies AccountCode[];
export type WriteOffAccount = (typeof WRITE_OFF_ACCOUNTS)[number];

/**
 * Moves the money of an item to the account where it belongs. One person requests it, another approves, and it is
 * posted.
 */
@Injectable()
export class WriteOffItem {
  constructor(
    private readonly exceptions: ExceptionsService,
    private readonly items: ItemsRepository,
    private readonly movements: MovementsRepository,
    private readonly ledger: Ledger,
  ) {}

  /**
   * `orgId`: the author, for author_payable only.
   * @throws AppError `write_off_account_invalid`, `write_off_impossible`, and as `ExceptionsService`
   */
  async ask(
    id: string,
    actor: Actor,
    ask: { account: WriteOffAccount; orgId: string | null; reason: string },
  ): Promise<void> {
    if (CHART[ask.account].owned !== (ask.orgId !== null)) {
      throw new AppError(reconciliationErrors.write_off_account_invalid);
    }
    await this.exceptions.work(id, actor, { what: 'write_off_asked', text: ask.reason }, async (tx, item, person) => {
      if (moneyOf(item) === undefined) throw new AppError(reconciliationErrors.write_off_impossible);
      await this.items.askWriteOff(tx, id, { account: ask.account, ownerId: ask.orgId, by: person });
    });
  }

  /** @throws AppError `write_off_not_asked`, and as `ExceptionsService` */
  async decline(id: string, actor: Actor, reason: string): Promise<void> {
    await this.exceptions.work(id, actor, { what: 'write_off_declined', text: reason }, async (tx, item) => {
      if (item.writeOffAccount === null) throw new AppError(reconciliationErrors.write_off_not_asked);
      await this.items.askWriteOff(tx, id, null);
    });
  }

  /** @throws AppError `write_off_not_asked`, `write_off_needs_second_person`, and as `ExceptionsService` */
  async approve(id: string, actor: Actor): Promise<void> {
    await this.exceptions.work(id, actor, { what: 'closed', text: 'Written off.' }, async (tx, item, person) => {
      const { writeOffAccount, writeOffOwner, writeOffBy } = item;
      const money = moneyOf(item);
      if (writeOffAccount === null || writeOffBy === null || money === undefined) {
        throw new AppError(reconciliationErrors.write_off_not_asked);
      }
      if (writeOffBy === person.id) throw new AppError(reconciliationErrors.write_off_needs_second_person);
      await this.post(tx, item, money, {
        code: writeOffAccount,
        currency: item.currency,
        ...(writeOffOwner === null ? {} : { ownerId: writeOffOwner }),
      });
      await this.items.close(tx, id, 'Written off.', person);
    });
  }

  private async post(tx: Tx, item: ItemRow, money: Money, target: Leg['account']): Promise<void> {
    const legs = [
      { account: { code: money.from, currency: item.currency }, amountMinor: money.amount },
      { account: target, amountMinor: -money.amount },
    ];
    const { txId } = await this.ledger.post(tx, {
      kind: 'exception_written_off',
      idempotencyKey: `exception:${item.id}:write_off`,
      sourceType: 'reconciliation_item',
      sourceId: item.id,
      effectiveAt: tx.now,
      legs,
    });
    const [what, id] = item.ref.split(':') as [string, string];
    if (item.kind === 'not_booked' && what === 'movement') {
      await this.movements.insertMatches(tx, [{ movementId: id, ledgerTxIds: [txId] }]);
    }
    if (item.kind === 'not_at_provider' && what === 'posting') await this.movements.insertPair(tx, [id, txId]);
  }
}

interface Money {
  readonly from: 'suspense' | 'stripe_balance';
  /** Debit on `from`; the other account gets the opposite amount. */
  readonly amount: bigint;
}

/** Where the money of an item is booked now; undefined for items that are not about one movement. */
function moneyOf(item: ItemRow): Money | undefined {
  switch (item.kind) {
    case 'manual_transfer':
    case 'manual_reversal':
    case 'unknown_charge':
    case 'unknown_movement':
    case 'in_suspense':
      return { from: 'suspense', amount: item.suspense };
    // Our mirror follows the provider: it adds what the provider shows and removes what it does not.
    case 'not_booked':
    case 'not_at_provider':
      return { from: 'stripe_balance', amount: item.amount };
    case 'tax_report':
    case 'negative_overdue':
    case 'not_charged':
    case 'work_parked':
    case 'statement_altered':
    case 'equality_balance':
    case 'equality_clearing':
    case 'equality_authors':
      return undefined;
    default:
      return assertNever(item.kind);
  }
}
