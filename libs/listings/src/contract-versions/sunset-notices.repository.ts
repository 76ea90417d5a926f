import { Injectable } from '@nestjs/common';
import type { RowOf, Tx } from '@portal/platform/database';
import type { DueSunsetPayload } from '../events.js';
import { SYNCED_STATES } from '../listing/domain/drive-capabilities.js';
import { SUNSET_NOTICES, type SunsetNotice } from './domain/sunset-notices.js';

/** A live Drive that declares a contract version which ends, or has ended. */
interface Sunset {
  readonly driveId: string;
  readonly major: number;
  readonly sunsetAt: Date;
}

/** Live Drives `l` with the contract version `v` that their live revision declares (contract: Versioning 4). */
const DECLARED = `listings.listings l join listings.revisions r on r.id = l.live_revision_id
  join listings.contract_versions v on v.major::text = coalesce(substring(r.manifest->>'contractVersion' from '^v?([0-9]+)'), '1')`;

/** Notices to authors about the ends of contract versions. */
@Injectable()
export class SunsetNoticesRepository {
  /** Records the due notices about live Drives, and returns the most urgent one of each. */
  async noticeDue(tx: Tx): Promise<RowOf<DueSunsetPayload, 'sunset_at'>[]> {
    return tx.query(
      `with due as (
         select l.drive_id, v.major, v.sunset_at, k.kind, k.days from ${DECLARED}
         join jsonb_to_recordset($1::jsonb) as k(kind text, days int) on v.sunset_at <= $2::timestamptz + k.days * interval '1 day'
         where l.state = any($3) and not exists (select from listings.sunset_notices n
           where n.drive_id = l.drive_id and n.major = v.major and n.sunset_at = v.sunset_at and n.kind = k.kind)),
       noted as (
         insert into listings.sunset_notices (drive_id, major, sunset_at, kind, noticed_at) select drive_id, major, sunset_at, kind, $2 from due
         on conflict do nothing returning drive_id, major, kind)
       select distinct on (d.drive_id) d.drive_id, d.major, d.sunset_at, d.kind as due
       from due d join noted n on n.drive_id = d.drive_id and n.major = d.major and n.kind = d.kind order by d.drive_id, d.days`,
      [JSON.stringify(SUNSET_NOTICES), tx.now, SYNCED_STATES],
    );
  }

  /**
   * The most urgent notice about a current end; undefined once the Drive declares another version or the end has
   * moved.
   */
  async lastWord(tx: Tx, { driveId, major, sunsetAt }: Sunset): Promise<SunsetNotice | undefined> {
    const rows = await tx.query<{ kind: SunsetNotice }>(
      `select n.kind from ${DECLARED} join listings.sunset_notices n on n.drive_id = l.drive_id and n.major = v.major and n.sunset_at = v.sunset_at
       where l.drive_id = $1 and l.state = any($4) and v.major = $2 and date_trunc('milliseconds', v.sunset_at) = $3`,
      [driveId, major, sunsetAt, SYNCED_STATES],
    );
    return SUNSET_NOTICES.find(({ kind }) => rows.some((row) => row.kind === kind))?.kind;
  }
}
