import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { ShareOverrideEntity } from './policy.entity.js';

/** Scope of a share: all Drives of an author, or one Drive, which takes precedence. */
export type ShareScope = { readonly orgId: string } | { readonly driveId: string };

interface ShareOverrideRow {
  id: string;
  org_id: string | null;
  drive_id: string | null;
  /** Null: the default share applies again. */
  basis_points: number | null;
  month: string;
  state: 'proposed' | 'approved' | 'rejected';
}

/**
 * Versions of revenue-share overrides. Rows are written once; only the decision is added, and triggers enforce that.
 */
@Injectable()
export class RevenueShareOverridesRepository {
  async propose(
    tx: Tx,
    p: {
      id: string;
      scope: ShareScope;
      basisPoints: number | null;
      month: string;
      reason: string;
      userId: string;
      userName: string;
    },
  ): Promise<void> {
    const { scope, userId: proposedBy, userName: proposedByName, ...rest } = p;
    const proposal = { ...rest, ...scope, month: `${p.month}-01`, proposedBy, proposedByName };
    await tx.manager.insert(ShareOverrideEntity, proposal);
  }

  async lock(tx: Tx, id: string): Promise<ShareOverrideRow | undefined> {
    const [row] = await tx.query<ShareOverrideRow>(
      `select id, org_id, drive_id, basis_points, to_char(month, 'YYYY-MM') as month, state from billing.share_overrides where id = $1 for update`,
      [id],
    );
    return row;
  }

  async decide(
    tx: Tx,
    d: { id: string; state: 'approved' | 'rejected'; userId: string; userName: string; note: string | null },
  ): Promise<void> {
    await tx.query(
      `update billing.share_overrides set state = $2, decided_by = $3, decided_by_name = $4, decision_note = $5, decided_at = platform.portal_now()
       where id = $1 and state = 'proposed'`,
      [d.id, d.state, d.userId, d.userName, d.note],
    );
  }
}
