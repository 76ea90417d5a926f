import type { ReactNode } from 'react';
import type { Schemas } from '../api/types.js';
import { humanize } from '../lib/format.js';
import { changedBy, findStatus } from '../text/vocabulary.js';
import { When } from './when.js';

/** How a listing came to be what it is: state, since when, by whom and why. */
export function Standing({ of }: { of: Schemas['ListingStandingView'] }): ReactNode {
  return (
    <>
      {findStatus('drive', of.state)?.badge ?? humanize(of.state)} since <When at={of.since} />, by {changedBy(of.by)}
      {of.reason ? `: ${of.reason}` : '.'}
    </>
  );
}
