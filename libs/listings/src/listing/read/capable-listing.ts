import { Injectable } from '@nestjs/common';
import type { Capabilities } from '@portal/kernel';
import type { CapableThing, FoundThing } from '@portal/approvals';
import type { Tx } from '@portal/platform/database';
import { DRIVE_CAPABILITIES } from '../domain/drive-capabilities.js';
import { LISTING_CAPABILITIES } from '../domain/listing-capabilities.js';
import type { ListingState } from '../domain/listing-state.js';
import { ListingEntity } from '../listing.entity.js';

/** A listing by the id of its Drive, for the staff page of its capabilities. */
@Injectable()
export class CapableListing implements CapableThing<ListingState> {
  readonly table: Capabilities<ListingState> = LISTING_CAPABILITIES;
  readonly roles = ['admin', 'reviewer'] as const;

  async find(tx: Tx, driveId: string): Promise<FoundThing<ListingState> | undefined> {
    const listing = await tx.manager.findOneBy(ListingEntity, { driveId });
    return listing ? { state: listing.state, name: listing.name, organizations: [listing.orgId] } : undefined;
  }
}

/** A Drive that was submitted once, for the same. */
@Injectable()
export class CapableDrive extends CapableListing {
  override readonly table = DRIVE_CAPABILITIES;
}
