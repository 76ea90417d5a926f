import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/platform/database';
import type { InstallRow } from '../install/installs.repository.js';
import type { ReadableInstall } from './readable-installs.repository.js';

interface FeedVerdict {
  shared: boolean;
  /** The comparison cannot be improved today. */
  settled: boolean;
}

/** How far the feed of a whole Drive was read. */
export interface FeedPosition {
  readonly cursorMs: number;
  /** The last answer contained more than was read. */
  readonly behind: boolean;
}

/** Known behaviour of Drives' event feeds. */
@Injectable()
export class EventFeedsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Where the feed of a Drive continues that answers every token alike, and the install that asks; undefined where it
   * answers by token, or where that was not checked for a day: then each install asks, so that nothing is missed of a
   * Drive that answers by token again.
   */
  async position(tx: Tx, driveId: string): Promise<(FeedPosition & { readonly keeperId: string }) | undefined> {
    const [row] = await tx.query<{ cursor_ms: string; behind: boolean; keeper: string | null }>(
      `select coalesce(f.cursor_ms, (select min(i.events_cursor_ms) from installs.installs i where i.drive_id = $1 and i.state = 'active'), 0) as cursor_ms,
         f.behind, (select i.id from installs.installs i where i.drive_id = $1 and i.state = 'active' order by i.id limit 1) as keeper
       from installs.event_feeds f
       where f.drive_id = $1 and f.shared_since is not null and f.checked_at > (select platform.portal_now()) - interval '1 day'`,
      [driveId],
    );
    if (!row?.keeper) return undefined;
    return { cursorMs: Number(row.cursor_ms), behind: row.behind, keeperId: row.keeper };
  }

  async moved(driveId: string, { cursorMs, behind }: FeedPosition): Promise<void> {
    await this.database.query(
      `update installs.event_feeds set cursor_ms = greatest(coalesce(cursor_ms, 0), $2::bigint), behind = $3 where drive_id = $1`,
      [driveId, cursorMs, behind],
    );
  }

  /** A verdict is checked again after a day, and once there is another tenant's install to compare with. */
  async verdict(tx: Tx, driveId: string, otherInstall: boolean): Promise<FeedVerdict | undefined> {
    const [row] = await tx.query<{ shared: boolean; settled: boolean }>(
      `select shared_since is not null as shared,
         checked_at > $2::timestamptz - interval '1 day' and (compared_with = 'install' or shared_since is not null or not $3) as settled
       from installs.event_feeds where drive_id = $1`,
      [driveId, tx.now, otherInstall],
    );
    return row;
  }

  /** Locks the verdict until the transaction ends. */
  async isShared(tx: Tx, driveId: string): Promise<boolean> {
    const [row] = await tx.query<{ shared: boolean }>(
      'select shared_since is not null as shared from installs.event_feeds where drive_id = $1 for share',
      [driveId],
    );
    return row?.shared === true;
  }

  /** A running install of another tenant, the oldest; our feed is compared with its feed. */
  async another(tx: Tx, install: ReadableInstall): Promise<Pick<InstallRow, 'id' | 'scopedToken'> | undefined> {
    const [row] = await tx.query<{ id: string; scopedToken: string | null }>(
      `select id, scoped_token as "scopedToken" from installs.installs
       where drive_id = $1 and state = 'active' and tenant_id <> $2 order by id limit 1`,
      [install.driveId, install.tenantId],
    );
    return row;
  }

  /** Rows of a shared feed that name no install are kept once per Drive: by its oldest running install. */
  async keeps(tx: Tx, { id, driveId }: ReadableInstall): Promise<boolean> {
    const [row] = await tx.query<{ first: string }>(
      `select id as first from installs.installs where drive_id = $1 and state = 'active' order by id limit 1`,
      [driveId],
    );
    return row?.first === id;
  }

  /** True when that is new: it is shared, and was not known to be. Rows without a name then belong to no tenant. */
  async judge(
    tx: Tx,
    driveId: string,
    { shared, comparedWith }: { shared: boolean; comparedWith: 'install' | 'stranger' },
  ): Promise<boolean> {
    const before = await tx.query<{ shared: boolean }>(
      'select shared_since is not null as shared from installs.event_feeds where drive_id = $1 for update',
      [driveId],
    );
    await tx.query(
      `insert into installs.event_feeds as f (drive_id, shared_since, compared_with, checked_at) values ($1, case when $2 then $3::timestamptz end, $4, $3::timestamptz)
       on conflict (drive_id) do update set shared_since = case when $2 then coalesce(f.shared_since, $3::timestamptz) end, compared_with = $4, checked_at = $3::timestamptz,
         cursor_ms = case when $2 then f.cursor_ms end, behind = $2 and f.behind`,
      [driveId, shared, tx.now, comparedWith],
    );
    if (!shared || before[0]?.shared === true) return false;
    await tx.query(
      `update installs.drive_events e set quarantine = 'unattributed' from installs.installs i
       where i.id = e.install_id and i.drive_id = $1 and not e.named and e.quarantine is distinct from 'unattributed'`,
      [driveId],
    );
    await tx.query(
      `update installs.rejected_events e set kind = null, event_id = null, content = null from installs.installs i
       where i.id = e.install_id and i.drive_id = $1 and not e.named and e.reason not in ('unattributed', 'unreadable', 'too_large')`,
      [driveId],
    );
    return true;
  }
}
