import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { AccountCode } from '@portal/ledger';
import { SYSTEM_ACTOR, type Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { ITEM_KINDS, type ItemKind } from '../domain/item-kinds.js';
import type { ItemState } from '../domain/item-state.js';
import { ExceptionOpened } from '../events.js';

export interface NewItem {
  /** What the item is about. At most one item per ref is open. */
  readonly ref: string;
  readonly kind: ItemKind;
  readonly currency: string;
  /** Minor units, signed as the change of our balance at the provider. */
  readonly amount: bigint;
  /** The part of it in suspense, minor units; positive when suspense holds money that came in. */
  readonly suspense: bigint;
  readonly occurredAt: Date;
  readonly detail: string;
  readonly facts: Record<string, string>;
}

export interface ItemRow {
  id: string;
  ref: string;
  kind: ItemKind;
  currency: string;
  amount: bigint;
  suspense: bigint;
  state: ItemState;
  writeOffAccount: AccountCode | null;
  writeOffOwner: string | null;
  writeOffBy: string | null;
  closeReason: string | null;
}

export type HistoryEntry =
  'opened' | 'assigned' | 'released' | 'note' | 'explained' | 'write_off_asked' | 'write_off_declined' | 'closed';

interface Row {
  id: string;
  ref: string;
  kind: ItemKind;
  currency: string;
  amount: string;
  suspense: string;
  state: ItemState;
  write_off_account: AccountCode | null;
  write_off_owner: string | null;
  write_off_by: string | null;
  close_reason: string | null;
}

const COLUMNS =
  'id, ref, kind, currency, amount, suspense, state, write_off_account, write_off_owner, write_off_by, close_reason';

/** Reconciliation items. Every change is also recorded in their append-only history. */
@Injectable()
export class ItemsRepository {
  constructor(
    private readonly ids: Ids,
    private readonly outbox: Outbox,
  ) {}

  /** Opens an item, or updates the figures of the open item with the same ref. True when it is new. */
  async openOrRefresh(tx: Tx, item: NewItem): Promise<boolean> {
    const known = await tx.query<{ id: string; amount: string; suspense: string; approved: boolean }>(
      `select id, amount, suspense, approved_by is not null as approved from reconciliation.items
        where ref = $1 and state <> 'closed' for update`,
      [item.ref],
    );
    const found = known[0];
    if (found) {
      if (BigInt(found.amount) !== item.amount || BigInt(found.suspense) !== item.suspense) {
        await tx.query('update reconciliation.items set amount = $2, suspense = $3, detail = $4 where id = $1', [
          found.id,
          item.amount.toString(),
          item.suspense.toString(),
          item.detail,
        ]);
      }
      return false;
    }
    const id = this.ids.next();
    const { blocking } = ITEM_KINDS[item.kind];
    await tx.query(
      `insert into reconciliation.items (id, ref, kind, currency, amount, suspense, blocking, occurred_at, detail, facts)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        item.ref,
        item.kind,
        item.currency,
        item.amount.toString(),
        item.suspense.toString(),
        blocking,
        item.occurredAt,
        item.detail,
        JSON.stringify(item.facts),
      ],
    );
    await this.note(tx, id, 'opened', SYSTEM_ACTOR, item.detail);
    await this.outbox.emit(tx, ExceptionOpened, { item_id: id, kind: item.kind, blocking });
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
      `update reconciliation.items set state = 'closed', suspense = 0, closed_at = $1, close_reason = $2,
              write_off_account = null, write_off_owner = null, write_off_by = null, write_off_by_name = null
        where state <> 'closed' and kind = any($3) and not (ref = any($4)) returning id`,
      [tx.now, 'The difference no longer exists.', healing, stillThere],
    );
    for (const { id } of healed) await this.note(tx, id, 'closed', SYSTEM_ACTOR, 'The difference no longer exists.');
  }

  async lock(tx: Tx, id: string): Promise<ItemRow | undefined> {
    const rows = await tx.query<Row>(`select ${COLUMNS} from reconciliation.items where id = $1 for update`, [id]);
    const row = rows[0];
    return (
      row && {
        id: row.id,
        ref: row.ref,
        kind: row.kind,
        currency: row.currency,
        amount: BigInt(row.amount),
        suspense: BigInt(row.suspense),
        state: row.state,
        writeOffAccount: row.write_off_account,
        writeOffOwner: row.write_off_owner,
        writeOffBy: row.write_off_by,
        closeReason: row.close_reason,
      }
    );
  }

  async assign(tx: Tx, id: string, owner: { id: string; name: string } | null): Promise<void> {
    await tx.query('update reconciliation.items set owner_id = $2, owner_name = $3 where id = $1', [
      id,
      owner?.id ?? null,
      owner?.name ?? null,
    ]);
  }

  async setState(tx: Tx, id: string, state: 'open' | 'explained'): Promise<void> {
    await tx.query('update reconciliation.items set state = $2 where id = $1', [id, state]);
  }

  async askWriteOff(
    tx: Tx,
    id: string,
    ask: { account: AccountCode; ownerId: string | null; by: { id: string; name: string } } | null,
  ): Promise<void> {
    await tx.query(
      `update reconciliation.items set state = $2, write_off_account = $3, write_off_owner = $4, write_off_by = $5,
              write_off_by_name = $6 where id = $1`,
      [
        id,
        ask === null ? 'open' : 'explained',
        ask?.account ?? null,
        ask?.ownerId ?? null,
        ask?.by.id ?? null,
        ask?.by.name ?? null,
      ],
    );
  }

  async close(tx: Tx, id: string, reason: string, approver: { id: string; name: string } | null): Promise<void> {
    await tx.query(
      `update reconciliation.items set state = 'closed', closed_at = $2, close_reason = $3, approved_by = $4,
              approved_by_name = $5 where id = $1`,
      [id, tx.now, reason, approver?.id ?? null, approver?.name ?? null],
    );
  }

  async note(tx: Tx, id: string, what: HistoryEntry, actor: Actor, text: string | null): Promise<void> {
    await tx.query(
      `insert into reconciliation.item_history (id, item_id, what, by_id, by_name, text, at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [this.ids.next(), id, what, actor.userId, actor.name, text, tx.now],
    );
  }
}
