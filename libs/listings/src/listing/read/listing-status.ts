import type { ListingStatusView } from '../listings.view.js';

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

/** Result of `listingStatusSql`, with the instant in UTC. */
export const listingStatusView = (status: ListingStatusView | null): ListingStatusView | null =>
  status && { ...status, since: new Date(status.since).toISOString() };
