import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import type { Queryable } from '@portal/ledger';
import { PayoutReversed } from '@portal/payouts';
import type { Tx } from '@portal/platform/database';
import { ITEM_KINDS, type ItemKind } from '../domain/item-kinds.js';
import { ReconciliationItemEntity, ReconciliationItemHistoryEntity } from './item.entity.js';

export interface NewItem {
  /** What the item is about. At most one item per ref is open. */
  readonly ref: string;
  readonly kind: ItemKind;
  readonly currency: string;
  /** Minor units, signed as the change of our balance at the provider. */
  readonly amount: bigint;
  /** The part of it in suspense, minor units; positive when suspense holds money that came in, 0 unless given. */
  readonly suspense?: bigint;
  readonly occurredAt: Date;
  readonly facts: Record<string, string>;
}

export type ItemRow = Pick<
  ReconciliationItemEntity,
  'id' | 'ref' | 'kind' | 'currency' | 'amount' | 'suspense' | 'state' | 'closeReason'
>;

export type HistoryEntry = ReconciliationItemHistoryEntity['what'];

/** With amounts as the driver returns them. */
type Row = Omit<ItemRow, 'amount' | 'suspense'> & { amount: string; suspense: string };

const COLUMNS = 'id, ref, kind, currency, amount, suspense, state, close_reason as "closeReason"';

/** Reconciliation items. Every change is also recorded in their append-only history. */
@Injectable()
export class ItemsRepository {
  constructor(private readonly ids: Ids) {}

  /** Opens an item, or updates the figures of the open item with the same ref. True when it is new. */
  async openOrRefresh(tx: Tx, item: NewItem): Promise<boolean> {
    const { amount, suspense = 0n } = item;
    const { blocking, sentence: detail } = ITEM_KINDS[item.kind];
    const known = await tx.query<{ id: string; amount: string; suspense: string }>(
      `select id, amount, suspense from reconciliation.items where ref = $1 and state <> 'closed' for update`,
      [item.ref],
    );
    const found = known[0];
    if (found) {
      if (BigInt(found.amount) !== amount || BigInt(found.suspense) !== suspense)
        await tx.manager.update(ReconciliationItemEntity, { id: found.id }, { amount, suspense, detail });
      return false;
    }
    const id = this.ids.next();
    await tx.manager.insert(ReconciliationItemEntity, { ...item, id, suspense, detail, blocking });
    await this.note(tx, id, 'opened', SYSTEM_ACTOR, detail);
    if (item.kind === 'manual_reversal') await tx.emit(PayoutReversed, { item_id: id });
    return true;
  }

  /**
   * Closes open items whose cause is gone: those of these kinds whose ref is not given.
   * @param of the kinds that were checked, completely
   */
  async closeHealed(
    tx: Tx,
    stillThere: readonly string[],
    of: readonly ItemKind[] = Object.keys(ITEM_KINDS) as ItemKind[],
  ): Promise<void> {
    const healing = of.filter((kind) => ITEM_KINDS[kind].closedBy === 'itself');
    const healed = await tx.query<{ id: string }>(
      `update reconciliation.items set state = 'closed', suspense = 0, closed_at = $1, close_reason = $2
        where state <> 'closed' and kind = any($3) and not (ref = any($4)) returning id`,
      [tx.now, 'The difference no longer exists.', healing, stillThere],
    );
    for (const { id } of healed) await this.note(tx, id, 'closed', SYSTEM_ACTOR, 'The difference no longer exists.');
  }

  async lock(tx: Tx, id: string): Promise<ItemRow | undefined> {
    const rows = await tx.query<Row>(`select ${COLUMNS} from reconciliation.items where id = $1 for update`, [id]);
    const row = rows[0];
    return row && { ...row, amount: BigInt(row.amount), suspense: BigInt(row.suspense) };
  }

  /** An author, and whether the money of the item may be theirs (`reconciliation.item_concerns`). */
  async author(q: Queryable, id: string, orgId: string): Promise<{ name: string; concerned: boolean } | undefined> {
    const rows = await q.query<{ name: string; concerned: boolean }>(
      'select name, reconciliation.item_concerns($1, id) as concerned from authors.organizations where id = $2',
      [id, orgId],
    );
    return rows[0];
  }

  async assign(tx: Tx, id: string, owner: { id: string; name: string } | null): Promise<void> {
    const change = { ownerId: owner?.id ?? null, ownerName: owner?.name ?? null };
    await tx.manager.update(ReconciliationItemEntity, { id }, change);
  }

  /** Closes it. `approvalId`: of the write-off of its money. */
  async close(tx: Tx, id: string, of: { reason: string; approvalId: string | null }): Promise<void> {
    const change = { state: 'closed', closedAt: tx.now, closeReason: of.reason, approvalId: of.approvalId } as const;
    await tx.manager.update(ReconciliationItemEntity, { id }, change);
  }

  async note(tx: Tx, id: string, what: HistoryEntry, actor: Actor, text: string | null): Promise<void> {
    const by = { byId: actor.userId, byName: actor.name };
    await tx.manager.insert(ReconciliationItemHistoryEntity, {
      id: this.ids.next(),
      itemId: id,
      what,
      text,
      at: tx.now,
      ...by,
    });
  }
}
