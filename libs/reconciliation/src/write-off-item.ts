import { Injectable } from '@nestjs/common';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '@portal/approvals';
import { AppError, formatMinor, required } from '@portal/kernel';
import { CHART, Ledger, ownSide, type AccountCode, type AccountRef, type Queryable } from '@portal/ledger';
import type { Actor } from '@portal/platform/access';
import { Database, type Tx } from '@portal/platform/database';
import { ITEM_KINDS, type ItemKind } from './domain/item-kinds.js';
import { reconciliationErrors } from './errors.js';
import { ItemsRepository, type ItemRow } from './persistence/items.repository.js';
import { MovementsRepository } from './persistence/movements.repository.js';
import { Worklist } from './read/worklist.js';

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

const WRITTEN_OFF = 'Written off.';

interface ItemWriteOff {
  /** Of the item. */
  readonly id: string;
  readonly currency: string;
  /** Minor units, of the item as it was shown. */
  readonly amount: string;
  readonly suspense: string;
  readonly account: WriteOffAccount;
  /** The author, for author_payable only. */
  readonly org_id: string | null;
  /** Minor units that the account gets. */
  readonly moved: string;
}

/** Moves the money of an item to the account where it belongs, and closes it. */
@Injectable()
export class WriteOffItem implements ApprovalKind<ItemWriteOff> {
  readonly kind = 'exception_write_off';
  readonly subjectType = 'reconciliation_item';
  readonly name = 'Write-off of an exception';
  readonly roles = ['finance'] as const;
  readonly refusals = { items_by_approval: reconciliationErrors.exception_changed };

  constructor(
    private readonly database: Database,
    private readonly worklist: Worklist,
    private readonly items: ItemsRepository,
    private readonly movements: MovementsRepository,
    private readonly ledger: Ledger,
  ) {}

  /**
   * What is proposed for an item as it is now.
   * @throws AppError `exception_not_found` (404), `write_off_impossible` (409)
   */
  async payloadOf(id: string, of: Pick<ItemWriteOff, 'account' | 'org_id'>): Promise<ItemWriteOff> {
    const item = required(await this.worklist.get(id), reconciliationErrors.exception_not_found);
    const { currency, kind, amount_minor: amount, suspense_minor: suspense } = item;
    const money = moneyOf({ kind: kind as ItemKind, amount: BigInt(amount), suspense: BigInt(suspense) });
    if (money === undefined) throw new AppError(reconciliationErrors.write_off_impossible);
    return { id, currency, amount, suspense, ...of, moved: money.amount.toString() };
  }

  /**
   * @throws AppError `write_off_account_invalid` (400), `exception_not_found` (404), `exception_closed`,
   *   `write_off_other_author` (409)
   */
  async subject(tx: Tx, payload: ItemWriteOff): Promise<ApprovalSubject> {
    const { id, currency, org_id, moved } = payload;
    const item = await this.open(tx, id);
    return {
      subjectId: id,
      title: `Write off ${formatMinor(BigInt(moved), currency)} to ${await this.nameOf(tx, payload)}: ${words(item.kind)}`,
      organizations: org_id === null ? [] : [org_id],
      amount: { minor: BigInt(moved), currency },
    };
  }

  /** Both balances that it changes, by name. */
  async preview(payload: ItemWriteOff): Promise<ApprovalPreview> {
    const { id, currency, moved } = payload;
    const amount = BigInt(moved);
    const [from, to] = [
      sourceOf((await this.worklist.get(id))?.kind as ItemKind),
      await this.nameOf(this.database, payload),
    ];
    const balances = [await this.change(accountOf(payload), -amount, to)];
    if (from !== undefined) balances.unshift(await this.change({ code: from, currency }, amount, words(from)));
    return {
      effects: [`${formatMinor(amount, currency)} moves to ${to}, and the exception is closed.`],
      balances,
    };
  }

  /** @throws AppError `exception_not_found` (404), `exception_closed`, `exception_changed`, `write_off_other_author` (409) */
  async apply(tx: Tx, { id: approvalId, payload }: Approved<ItemWriteOff>, actor: Actor): Promise<void> {
    const { id, currency } = payload;
    await this.nameOf(tx, payload);
    const item = await this.open(tx, id);
    const money = moneyOf(item);
    if (money === undefined) throw new AppError(reconciliationErrors.write_off_impossible);
    await this.items.close(tx, id, { reason: WRITTEN_OFF, approvalId });
    await this.items.note(tx, id, 'closed', actor, WRITTEN_OFF);
    const { txId } = await this.ledger.post(tx, {
      kind: 'exception_written_off',
      idempotencyKey: `exception:${id}:write_off`,
      sourceType: 'reconciliation_item',
      sourceId: id,
      effectiveAt: tx.now,
      legs: [
        { account: { code: money.from, currency }, amountMinor: money.amount },
        { account: accountOf(payload), amountMinor: -money.amount },
      ],
    });
    const [what, ref] = item.ref.split(':') as [string, string];
    if (item.kind === 'not_booked' && what === 'movement') {
      await this.movements.insertMatches(tx, [{ movementId: ref, ledgerTxIds: [txId] }]);
    }
    if (item.kind === 'not_at_provider' && what === 'posting') await this.movements.insertPair(tx, [ref, txId]);
  }

  /**
   * What a person calls the account that gets the money: with its author, who may get it.
   * @throws AppError `write_off_account_invalid` (400), `write_off_other_author` (409)
   */
  private async nameOf(q: Queryable, { id, account, org_id }: ItemWriteOff): Promise<string> {
    const author = org_id === null ? undefined : await this.items.author(q, id, org_id);
    if (CHART[account].owned !== (org_id !== null) || (org_id !== null && author === undefined))
      throw new AppError(reconciliationErrors.write_off_account_invalid);
    if (author?.concerned === false) throw new AppError(reconciliationErrors.write_off_other_author);
    return author === undefined ? words(account) : `${author.name} (amount due)`;
  }

  /** @param debit minor units; a credit is negative */
  private async change(account: AccountRef, debit: bigint, name: string) {
    const before = await this.ledger.balance(this.database, account);
    return { account: name, currency: account.currency, before, after: before + ownSide(account.code, debit) };
  }

  private async open(tx: Tx, id: string): Promise<ItemRow> {
    const item = required(await this.items.lock(tx, id), reconciliationErrors.exception_not_found);
    if (item.state === 'closed') throw new AppError(reconciliationErrors.exception_closed);
    return item;
  }
}

const words = (code: string): string => code.replaceAll('_', ' ');

const accountOf = ({ account: code, currency, org_id: ownerId }: ItemWriteOff): AccountRef => ({
  ...{ code, currency },
  ...(ownerId === null ? {} : { ownerId }),
});

interface Money {
  readonly from: 'suspense' | 'stripe_balance';
  /** Debit on `from`; the other account gets the opposite amount. */
  readonly amount: bigint;
}

function moneyOf({ kind, amount, suspense }: Pick<ItemRow, 'kind' | 'amount' | 'suspense'>): Money | undefined {
  const from = sourceOf(kind);
  return from && { from, amount: from === 'suspense' ? suspense : amount };
}

/** Where the money of an item is booked now; undefined for items that are not about one movement. */
function sourceOf(kind: ItemKind): Money['from'] | undefined {
  if (kind === 'in_suspense' || ITEM_KINDS[kind].closedBy === 'write_off') return 'suspense';
  // Our mirror follows the provider: it adds what the provider shows and removes what it does not.
  return kind === 'not_booked' || kind === 'not_at_provider' ? 'stripe_balance' : undefined;
}
