import { defineCapabilities } from '@portal/kernel';
import { listingsErrors } from '../../errors.js';

/** Each capability of a listing in words, after "may". */
export const LISTING_WORDS = {
  be_installed: 'be installed',
  run: 'show its page to operators while it takes no installs',
  show_checks: 'show the history of its checks in public',
} as const;

/** What a listing may do in a state. */
export const LISTING_CAPABILITIES = defineCapabilities({
  thing: 'listing',
  words: LISTING_WORDS,
  states: {
    unlisted: [],
    listed: ['be_installed', 'run', 'show_checks'],
    paused: ['run'],
    // Until the day of closing, which is checked in addition to the state.
    sunset_announced: ['be_installed', 'run', 'show_checks'],
    closed_to_installs: ['run', 'show_checks'],
    retired: [],
    removed: [],
  },
  because: () => listingsErrors.listing_not_live(),
});

/** The states of a capability as SQL lists. A test compares them with the table. */
export const LISTING_SQL = {
  be_installed: `'listed', 'sunset_announced'`,
  run: `'listed', 'paused', 'sunset_announced', 'closed_to_installs'`,
  show_checks: `'listed', 'sunset_announced', 'closed_to_installs'`,
} as const;
