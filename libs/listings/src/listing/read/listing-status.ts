import type { ListingStatusView, DeprecationView } from '../listings.view.js';

/**
 * The last move of a listing as one JSON value, or null.
 * @param drive SQL of the Drive's id
 * @param at SQL of the instant; absent: now
 */
export const listingStatusSql = (
  drive: string,
  at?: string,
): string => `(select jsonb_build_object('state', c.to_state, 'since', c.changed_at,
    'by', c.changed_by, 'reason', c.reason) from listings.state_changes c where c.drive_id = ${drive}${at === undefined ? '' : ` and c.changed_at <= ${at}`}
  order by c.changed_at desc, c.id desc limit 1)`;

/** The open notes of the Drive `d` as one JSON array, oldest first. */
export const NOTES_OF = `coalesce((select jsonb_agg(jsonb_build_object('kind', n.kind, 'text', n.text, 'noticed_at', n.noticed_at) order by n.noticed_at)
  from listings.sync_notes n where n.drive_id = d.id and n.resolved_at is null), '[]') as notes`;

/** Result of `listingStatusSql`, with the instant in UTC. */
export const listingStatusView = (status: ListingStatusView | null): ListingStatusView | null =>
  status && { ...status, since: new Date(status.since).toISOString() };

/** The open deprecation of the listing `l` as one JSON value, or null. */
export const DEPRECATION_OF = `(select jsonb_build_object('closes_at', s.closes_at, 'retires_at', s.retires_at, 'announced_at', s.announced_at,
    'announced_by', s.announced_by_name, 'reason', s.reason)
  from listings.deprecations s where s.drive_id = l.drive_id and s.withdrawn_at is null and l.state <> 'removed' order by s.announced_at desc limit 1)`;

/** Result of `DEPRECATION_OF`, with instants in UTC. */
export function deprecationView(deprecation: DeprecationView | null): DeprecationView | null {
  if (deprecation === null) return null;
  const utc = (text: string): string => new Date(text).toISOString();
  return {
    ...deprecation,
    closes_at: utc(deprecation.closes_at),
    retires_at: utc(deprecation.retires_at),
    announced_at: utc(deprecation.announced_at),
  };
}
