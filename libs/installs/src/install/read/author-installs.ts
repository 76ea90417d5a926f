import { Injectable } from '@nestjs/common';
import { mountUrlRefusal } from '@portal/contract';
import { csvRow, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { PromptState } from '../domain/install-state.js';
import type { AuthorInstallsQuery } from '../http/installs.dto.js';
import { SIGNED_COLUMNS } from './install-queries.js';
import type { AuthorInstallView, AuthorInstallCountsView } from './author-installs.view.js';

const PART = 2_000;
const RECENT_DAYS = 28;

type AuthorInstallsFilter = Omit<AuthorInstallsQuery, 'cursor' | 'limit'>;

type Instant =
  'since' | 'ended_at' | 'last_asked_at' | 'unreachable_since' | 'token_refused_at' | 'refused_since' | 'signed_at';
type Row = RowOf<Omit<AuthorInstallView, 'prompt' | 'cannot_open'>, Instant> & {
  mount_url: string | null;
  drive_origin: string | null;
  host_origin: string | null;
  prompt_state: PromptState | null;
  prompt_version: string | null;
  prompt_at: Date | null;
};

export const INSTALL_COLUMNS = [
  ...(['install_id', 'tenant_id', 'venture_id', 'drive_install_id', 'state', 'version', 'revision_id'] as const),
  ...(['amount_minor', 'currency', 'since', 'ended_at', 'prompt_state', 'prompt_version', 'prompt_since'] as const),
  ...(['last_asked_at', 'unreachable_since', 'failure', 'cannot_open'] as const),
] as const;

/**
 * Installs of a Drive as its author may know them: by the ids in the install request, never by the name
 * of a tenant or a venture, its people, its settings or what it granted.
 */
@Injectable()
export class AuthorInstalls {
  constructor(private readonly database: Database) {}

  async page(driveId: string, { cursor, limit, ...filter }: AuthorInstallsQuery): Promise<Page<AuthorInstallView>> {
    const rows = await this.rows(driveId, filter, cursor ?? null, limit + 1);
    return toPage(rows, limit, ['install_id'], view);
  }

  /** Everything that matches the filter. Formulas in cells are escaped. */
  async *csv(driveId: string, filter: AuthorInstallsFilter): AsyncGenerator<string> {
    yield csvRow(INSTALL_COLUMNS);
    for (let cursor: string | null = null; ;) {
      const page: Page<AuthorInstallView> = await this.page(driveId, {
        ...filter,
        limit: PART,
        ...(cursor !== null && { cursor }),
      });
      for (const one of page.items) {
        const cells = {
          ...one,
          prompt_state: one.prompt?.state ?? null,
          prompt_version: one.prompt?.version ?? null,
          prompt_since: one.prompt?.since ?? null,
        };
        yield csvRow(INSTALL_COLUMNS.map((column) => cells[column]));
      }
      if (page.next_cursor === null) return;
      cursor = page.next_cursor;
    }
  }

  /** Counts in total and by version; running ones are counted as for the adoption. */
  async counts(driveId: string): Promise<AuthorInstallCountsView> {
    type Counts = Omit<AuthorInstallCountsView, 'recent_days' | 'versions'>;
    const rows = await this.database.query<Counts & { revision_id: string; version: string | null }>(
      `select i.revision_id, i.version,
         count(*) filter (where i.state = 'active')::int as running,
         count(*) filter (where i.state not in ('active', 'failed', 'revoked'))::int as moving,
         count(*) filter (where i.state = 'revoked')::int as ended,
         count(*) filter (where i.state = 'failed')::int as failed,
         count(*) filter (where i.state = 'active' and i.unreachable_since is not null)::int as unreachable,
         count(p.id) filter (where i.state = 'active')::int as waiting,
         count(*) filter (where i.activated_at > (select platform.portal_now()) - interval '${RECENT_DAYS} days')::int as new_recent,
         count(*) filter (where i.ended_at > (select platform.portal_now()) - interval '${RECENT_DAYS} days')::int as ended_recent
       from installs.installs i left join installs.upgrade_prompts p on p.install_id = i.id and p.state = 'open'
       where i.drive_id = $1 group by 1, 2 order by max(i.created_at) desc, 1`,
      [driveId],
    );
    const sum = (name: keyof Counts): number => rows.reduce((total, row) => total + row[name], 0);
    return {
      running: sum('running'),
      moving: sum('moving'),
      ended: sum('ended'),
      failed: sum('failed'),
      unreachable: sum('unreachable'),
      waiting: sum('waiting'),
      recent_days: RECENT_DAYS,
      new_recent: sum('new_recent'),
      ended_recent: sum('ended_recent'),
      versions: rows.map(({ revision_id, version, running, waiting }) => ({ revision_id, version, running, waiting })),
    };
  }

  private rows(driveId: string, filter: AuthorInstallsFilter, cursor: string | null, limit: number): Promise<Row[]> {
    return this.database.query<Row>(
      `select i.id as install_id, i.tenant_id, i.venture_id, i.drive_install_id, i.state, i.revision_id, i.version, i.amount::text as amount_minor, i.currency,
         i.failure, i.token_refused_at, i.token_proof, i.mount_url, coalesce(live.origin, i.origin) as drive_origin, r.manifest#>>'{installReturns,hostOrigin}' as host_origin, i.polled_at as last_asked_at, i.unreachable_since, ${SIGNED_COLUMNS}, coalesce(i.activated_at, i.created_at) as since, i.ended_at,
         p.state as prompt_state, p.to_version as prompt_version, coalesce(p.answered_at, p.opened_at) as prompt_at
       from installs.installs i
       left join listings.revisions r on r.id = i.revision_id left join listings.listings l on l.drive_id = i.drive_id left join listings.revisions live on live.id = l.live_revision_id
       left join lateral (select * from installs.upgrade_prompts u where u.install_id = i.id and u.state <> 'superseded'
         order by u.state = 'open' desc, u.opened_at desc, u.id desc limit 1) p on true
       where i.drive_id = $1 and ($2::uuid is null or i.id < $2)
         and ($3::text is null or case i.state when 'active' then 'active' when 'failed' then 'ended' when 'revoked' then 'ended' else 'moving' end = $3
           or $3 = 'upgrade' and i.state = 'active' and p.state = 'open'
           or $3 = 'attention' and (i.state = 'active' and (i.token_refused_at is not null or i.refusal is not null) or i.token_proof = 'accepted'
             or exists (select from installs.call_plans c where c.install_id = i.id and c.state = 'attention')))
         and ($4::uuid is null or i.revision_id = $4) and ($5::text is null or p.state = $5)
         and ($6::boolean is null or (i.state = 'active' and i.unreachable_since is not null) = $6)
         and ($7::text is null or starts_with(i.id::text, lower($7)) or starts_with(i.tenant_id::text, lower($7))
           or starts_with(i.venture_id::text, lower($7)) or i.drive_install_id = $7)
       order by i.id desc limit $8`,
      [
        driveId,
        cursor === null ? null : decodeCursor(cursor, 1)[0],
        filter.status ?? null,
        filter.revision_id ?? null,
        filter.prompt ?? null,
        filter.unreachable ?? null,
        filter.q?.trim() || null,
        limit,
      ],
    );
  }
}

function view({ mount_url, drive_origin, host_origin, prompt_state, prompt_version, prompt_at, ...row }: Row) {
  return {
    ...isoDates(row),
    prompt: prompt_state && { state: prompt_state, version: prompt_version, since: prompt_at!.toISOString() },
    cannot_open: mount_url === null ? null : mountUrlRefusal(mount_url, drive_origin ?? '', host_origin),
  };
}
