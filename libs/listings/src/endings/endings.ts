import type { SunsetView } from '../listing/listings.view.js';

/** The open sunset of the listing `l` as one JSON value, or null. */
export const SUNSET_OF = `(select jsonb_build_object('closes_at', s.closes_at, 'retires_at', s.retires_at, 'announced_at', s.announced_at,
    'announced_by', s.announced_by_name, 'reason', s.reason)
  from listings.sunsets s where s.drive_id = l.drive_id and s.withdrawn_at is null and l.state <> 'removed' order by s.announced_at desc limit 1)`;

/** What `SUNSET_OF` gives, with instants in UTC. */
export function sunsetView(sunset: SunsetView | null): SunsetView | null {
  if (sunset === null) return null;
  const utc = (text: string): string => new Date(text).toISOString();
  return {
    ...sunset,
    closes_at: utc(sunset.closes_at),
    retires_at: utc(sunset.retires_at),
    announced_at: utc(sunset.announced_at),
  };
}
