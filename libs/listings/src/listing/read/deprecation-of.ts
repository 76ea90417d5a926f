import type { DeprecationView } from '../listings.view.js';

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
