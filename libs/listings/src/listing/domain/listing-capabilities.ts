import { AppError, defineCapabilities } from '@portal/kernel';
import { listingsErrors } from '../../errors.js';
import type { ListingState } from './listing-state.js';

/** What a Drive may do with its listing in a state. Whether its installs are called is theirs. */
export const LISTING_CAPABILITIES = defineCapabilities({
  thing: 'listing',
  words: {
    submit: 'have a version submitted',
    publish: 'have a version go live',
    sync: 'have its manifest followed',
    be_installed: 'be installed',
    run: 'be opened by tenants',
    show_checks: 'show its checks in public',
  },
  states: {
    unlisted: ['submit', 'publish'],
    listed: ['submit', 'publish', 'sync', 'be_installed', 'run', 'show_checks'],
    paused: ['submit', 'publish', 'sync', 'run'],
    // Until the day of closing, which is checked in addition to the state.
    sunset_announced: ['submit', 'publish', 'sync', 'be_installed', 'run', 'show_checks'],
    closed_to_installs: ['submit', 'publish', 'sync', 'run', 'show_checks'],
    retired: [],
    removed: [],
  },
  because: (state, capability) =>
    new AppError(listingsErrors.listing_not_live, state === 'unlisted' ? {} : { message: ended(state, capability) }),
});

function ended(state: ListingState, capability: string): string {
  if (capability === 'sync') return 'This Drive has ended: its manifest is not read any more.';
  return state === 'removed'
    ? 'This Drive was removed: no version of it goes live any more. Only a granted appeal brings it back.'
    : 'This Drive has ended: no version of it goes live any more.';
}

/** The states of a capability as SQL lists. A test compares them with the table. */
export const LISTING_SQL = {
  be_installed: `'listed', 'sunset_announced'`,
  run: `'listed', 'paused', 'sunset_announced', 'closed_to_installs'`,
  show_checks: `'listed', 'sunset_announced', 'closed_to_installs'`,
  sync: `'listed', 'paused', 'sunset_announced', 'closed_to_installs'`,
} as const;

/** States in which the Drive still has users, so its manifest is followed. */
export const SYNCED_STATES = LISTING_CAPABILITIES.states.filter((state) => LISTING_CAPABILITIES.allows(state, 'sync'));
