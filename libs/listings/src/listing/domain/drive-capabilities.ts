import { defineCapabilities } from '@portal/kernel';
import { listingsErrors } from '../../errors.js';
import type { ListingState } from './listing-state.js';

/** What may be done with a Drive's versions, by the state of its listing. Whether its installs are called is theirs. */
export const DRIVE_CAPABILITIES = defineCapabilities({
  thing: 'drive',
  words: {
    submit: 'have a version submitted',
    publish: 'have a version go live',
    sync: 'have its manifest followed',
  },
  states: {
    unlisted: ['submit', 'publish'],
    listed: ['submit', 'publish', 'sync'],
    paused: ['submit', 'publish', 'sync'],
    sunset_announced: ['submit', 'publish', 'sync'],
    closed_to_installs: ['submit', 'publish', 'sync'],
    retired: [],
    removed: [],
  },
  because: (state, capability) =>
    listingsErrors.listing_not_live(state === 'unlisted' ? {} : { message: ended(state, capability) }),
});

function ended(state: ListingState, capability: string): string {
  if (capability === 'sync') return 'This Drive has ended: its manifest is not read any more.';
  return state === 'removed'
    ? 'This Drive was removed: no version of it goes live any more. Only a granted appeal brings it back.'
    : 'This Drive has ended: no version of it goes live any more.';
}

/** The states of a capability as SQL lists. A test compares them with the table. */
export const DRIVE_SQL = { sync: `'listed', 'paused', 'sunset_announced', 'closed_to_installs'` } as const;

/** States in which the Drive still has users, so its manifest is followed. */
export const SYNCED_STATES = DRIVE_CAPABILITIES.states.filter((state) => DRIVE_CAPABILITIES.allows(state, 'sync'));
