import { Injectable } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { AppError } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { parseMonth } from '../domain/month.js';
import { billingErrors } from '../errors.js';
import { sharePartsView, type SharePreviewView } from './revenue-share-overrides.view.js';
import { InstallNames } from '../segments/install-names.js';

/** Scope of a share: all Drives of an author, or one Drive, which takes precedence. */
type ShareScope = { readonly orgId: string } | { readonly driveId: string };

interface ShareQuestion {
  readonly scope: ShareScope;
  /** 0 to 10000; null: the share of the next wider scope applies again. */
  readonly basisPoints: number | null;
  /** `YYYY-MM` */
  readonly month: string;
  readonly amountMinor: bigint;
}

interface Row {
  /** The share as decided now, and without an override of this scope. */
  before: number;
  wider: number;
  running: number;
  own_drives: number;
}

const EVERYBODYS = 'r.drive_id is null and r.org_id is null';
// A Drive's override takes precedence over its author's, and that over the default.
const holding = (candidates: string): string => `(select r.author_bps from billing.split_rules r
  where tstzrange(r.valid_from, r.valid_to) @> $3::timestamptz and (${candidates} or ${EVERYBODYS})
  order by r.drive_id is null, r.org_id is null limit 1)`;

const PREVIEW = `select ${holding('r.drive_id = $1 or r.org_id = $2')} as before,
  ${holding('$1::uuid is not null and r.org_id = $2')} as wider,
  (select count(distinct s.install_id)::int from billing.install_segments s where s.ended_at is null
    and case when $1::uuid is null then s.org_id = $2 else s.drive_id = $1 end) as running,
  (select count(*)::int from billing.split_rules r join authors.drive_reservations d on d.id = r.drive_id
    where $1::uuid is null and d.org_id = $2 and tstzrange(r.valid_from, r.valid_to) @> $3::timestamptz) as own_drives`;

/** Previews a revenue share: how it would split an amount, from when, and which installs it would not affect. */
@Injectable()
export class PreviewRevenueShare {
  constructor(
    private readonly database: Database,
    private readonly drives: Drives,
    private readonly names: InstallNames,
  ) {}

  /** @throws AppError `share_scope_unknown` (404), `month_invalid` (400) */
  async execute({ scope, basisPoints, month, amountMinor }: ShareQuestion): Promise<SharePreviewView> {
    const { startAt } = parseMonth(month);
    const [driveId, orgId] = await this.idsOf(scope);
    const [row] = await this.database.query<Row>(PREVIEW, [driveId, orgId, startAt]);
    const { before, wider, running, own_drives } = row!;
    return {
      from: startAt.toISOString(),
      amount_minor: amountMinor.toString(),
      currency: 'usd',
      before: sharePartsView(amountMinor, before),
      after: sharePartsView(amountMinor, basisPoints ?? wider),
      running_installs: running,
      drives_with_own: own_drives,
    };
  }

  private async idsOf(scope: ShareScope): Promise<[driveId: string | null, orgId: string]> {
    if ('driveId' in scope) {
      const drive = await this.drives.get(scope.driveId);
      if (drive) return [scope.driveId, drive.orgId];
    } else if ((await this.names.organization(scope.orgId)) !== undefined) return [null, scope.orgId];
    throw new AppError(billingErrors.share_scope_unknown);
  }
}
