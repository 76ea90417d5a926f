import { Injectable } from '@nestjs/common';
import type { CapableThing, FoundThing } from '@portal/approvals';
import type { Tx } from '@portal/platform/database';
import { LISTING_CAPABILITIES } from '../domain/listing-capabilities.js';
import type { ListingState } from '../domain/listing-state.js';
import { ListingEntity } from '../listing.entity.js';

/** A listing by the id of its Drive, for the staff page of its capabilities. */
@Injectable()
export class CapableListing implements CapableThing<ListingState> {
  readonly table = LISTING_CAPABILITIES;
  readonly roles = ['admin', 'reviewer'] as const;

  async find(tx: Tx, driveId: string): Promise<FoundThing<ListingState> | undefined> {
    const listing = await tx.manager.findOneBy(ListingEntity, { driveId });
    return listing ? { state: listing.state, name: listing.name, organizations: [listing.orgId] } : undefined;
  }
}
