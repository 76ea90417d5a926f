import { AppError } from '@portal/kernel';
import type { ListingState } from './domain/listing-state.js';
import { listingsErrors } from '../errors.js';

const ENDED: Partial<Record<ListingState, string>> = {
  retired: 'This Drive has ended: no version of it goes live any more.',
  removed: 'This Drive was removed: no version of it goes live any more. Only a granted appeal brings it back.',
};

/** Of a listing that is locked. @throws AppError `listing_not_live` (409) when the Drive has ended */
export function assertNotRetired({ state }: { state: ListingState }): void {
  const message = ENDED[state];
  if (message !== undefined) throw new AppError(listingsErrors.listing_not_live, { message });
}
