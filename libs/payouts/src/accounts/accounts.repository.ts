import { Injectable } from '@nestjs/common';
import { takeLock, type Tx } from '@portal/platform/database';
import { PayoutAccountEntity } from '../runs/payouts.entity.js';

export type AccountRow = PayoutAccountEntity;

/** Payout accounts of authors: the active one, and possibly its replacement. */
@Injectable()
export class AccountsRepository {
  /** Locks the organisation's accounts, so that of two concurrent requests the second waits for the first. */
  async lockOrganization(tx: Tx, orgId: string): Promise<void> {
    await takeLock(tx, 'payouts.account', { key: orgId });
  }

  async active(tx: Tx, orgId: string): Promise<AccountRow | null> {
    return tx.manager.findOneBy(PayoutAccountEntity, { orgId, active: true });
  }

  /** The replacement of the active account that is being set up. */
  async successor(tx: Tx, orgId: string): Promise<AccountRow | null> {
    return tx.manager
      .createQueryBuilder(PayoutAccountEntity, 'a')
      .where(`a.orgId = :orgId and not a.active and a.state <> 'closed'`, { orgId })
      .getOne();
  }

  async byId(tx: Tx, id: string): Promise<AccountRow | null> {
    return tx.manager.findOneBy(PayoutAccountEntity, { id });
  }

  async byProviderId(tx: Tx, providerAccountId: string): Promise<AccountRow | null> {
    return tx.manager.findOneBy(PayoutAccountEntity, { providerAccountId });
  }

  /** Since when its bank refuses what was paid to it; null when it does not. */
  async bankRefusedSince(tx: Tx, id: string): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }>('select payouts.bank_refused_since($1) as at', [id]);
    return row!.at;
  }

  async insert(tx: Tx, account: Pick<AccountRow, 'id' | 'orgId' | 'country' | 'active' | 'replaces'>) {
    await tx.manager.insert(PayoutAccountEntity, { ...account, state: 'creating', requirements: [] });
  }

  async update(tx: Tx, id: string, change: Partial<Omit<AccountRow, 'id' | 'orgId' | 'country'>>): Promise<void> {
    await tx.manager.update(PayoutAccountEntity, { id }, change);
  }
}
