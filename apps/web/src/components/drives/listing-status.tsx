import type { ListingStatusView } from '../../api/schema.js';
import { formatUtcDate, humanize } from '../../lib/format.js';
import { changedBy, findStatus } from '../../text/vocabulary.js';
import { texts } from '../texts/drives.js';
import { rich } from '../../text/rich.js';

/** How a listing got its status: state, since when, by whom and why. */
export function ListingStatus({ of }: { of: ListingStatusView }) {
  return rich(texts.listingStatus.sinceBy, {
    badge: findStatus('drive', of.state)?.badge ?? humanize(of.state),
    time: <time dateTime={of.since}>{formatUtcDate(of.since)}</time>,
    by: changedBy(of.by),
    reason: of.reason ? `: ${of.reason}` : '.',
  });
}
