import { Injectable } from '@nestjs/common';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '@portal/approvals';
import { AppError } from '@portal/kernel';
import { takeLock, type Tx } from '@portal/platform/database';
import { billingErrors } from '../errors.js';
import { PreviewRevenueShare } from './preview-revenue-share.js';

/** A share other than the default, for an author or one Drive, for installs that start from a month on. */
export interface ShareOverride {
  /** Exactly one of both is set. */
  readonly org_id: string | null;
  readonly drive_id: string | null;
  /** Basis points, 0 to 10000; null: the next wider share applies again. */
  readonly author_bps: number | null;
  /** Start of a future month, RFC 3339 in UTC. */
  readonly valid_from: string;
}

const SCOPE = `select o.id as org_id, coalesce(d.name, o.name, 'Unnamed') as name from authors.organizations o
  left join authors.drive_reservations d on d.org_id = o.id and d.id = $2 where o.id = $1 or d.id = $2`;

const percent = (basisPoints: number): string => `${basisPoints / 100} %`;

/** A revenue share for an author or a Drive, which takes precedence over its author's. */
@Injectable()
export class ShareOverrideKind implements ApprovalKind<ShareOverride> {
  readonly kind = 'share_override';
  readonly subjectType = 'share_override';
  readonly name = 'Revenue share';
  readonly roles = ['finance'] as const;
  readonly refusals = {
    split_rules_in_order: billingErrors.share_out_of_order,
    split_rules_no_overlap: billingErrors.share_out_of_order,
  };

  constructor(private readonly shares: PreviewRevenueShare) {}

  /** @throws AppError `share_scope_unknown` (404), `share_month_begun` (409) */
  async subject(tx: Tx, share: ShareOverride): Promise<ApprovalSubject> {
    const [scope] = await tx.query<{ org_id: string; name: string }>(SCOPE, [share.org_id, share.drive_id]);
    if (!scope) throw new AppError(billingErrors.share_scope_unknown);
    assertAhead(tx, share);
    const to = share.author_bps === null ? 'as for everybody else' : percent(share.author_bps);
    return {
      subjectId: share.drive_id ?? share.org_id!,
      title: `Share of ${scope.name}: ${to} from ${share.valid_from.slice(0, 7)}`,
      organizations: [scope.org_id],
    };
  }

  async preview({ org_id, drive_id, author_bps, valid_from }: ShareOverride): Promise<ApprovalPreview> {
    const scope = drive_id === null ? { orgId: org_id! } : { driveId: drive_id };
    const { before, after, running_installs, drives_with_own } = await this.shares.execute({
      scope,
      basisPoints: author_bps,
      month: valid_from.slice(0, 7),
      amountMinor: 10_000n,
    });
    return {
      effects: [
        `The author gets ${percent(after.basis_points)} instead of ${percent(before.basis_points)} of what installs pay that start from ${valid_from.slice(0, 7)}.`,
        `It touches none of the ${running_installs} running installs: they keep the share they started with.`,
        ...(drives_with_own > 0 ? [`${drives_with_own} Drives of the author keep their own share.`] : []),
      ],
    };
  }

  /** @throws AppError `share_month_begun`, `share_out_of_order` (409) */
  async apply(tx: Tx, { id, payload, reason }: Approved<ShareOverride>): Promise<void> {
    assertAhead(tx, payload);
    const { org_id, drive_id, author_bps, valid_from } = payload;
    // One after the other, so that each sees the one before.
    await takeLock(tx, 'billing.revenue_share');
    await tx.query(
      `update billing.split_rules set valid_to = $3
       where valid_to is null and org_id is not distinct from $1::uuid and drive_id is not distinct from $2::uuid`,
      [org_id, drive_id, valid_from],
    );
    if (author_bps === null) return;
    await tx.query(
      `insert into billing.split_rules (author_bps, valid_from, org_id, drive_id, reason, approval_id) values ($1, $2, $3, $4, $5, $6)`,
      [author_bps, valid_from, org_id, drive_id, reason, id],
    );
  }
}

function assertAhead(tx: Tx, share: ShareOverride): void {
  if (new Date(share.valid_from) <= tx.now) throw new AppError(billingErrors.share_month_begun);
}
