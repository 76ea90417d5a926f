import { Injectable } from '@nestjs/common';
import type { CheckResult } from '@portal/conformance';
import { Config } from '@portal/platform/config';
import type { Tx } from '@portal/platform/database';
import type { RevisionFacts } from '../listing/domain/revision-diff.js';
import { namespacesOf } from '../listing/domain/route-namespaces.js';
import type { ListingEntity } from '../listing/listing.entity.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { highestPublished } from '../listing/read/highest-version.js';
import { checkListing } from './listing-checks.js';
import { findLookAlikes } from './domain/look-alike-names.js';

/** Requirements of a listing on a manifest beyond the contract, with the names and namespaces that are taken. */
@Injectable()
export class CheckListing {
  constructor(
    private readonly config: Config,
    private readonly listings: ListingsRepository,
  ) {}

  /** `live` is null for a Drive not yet listed. A name that was approved is not compared again. */
  async execute(
    tx: Tx,
    listing: Pick<ListingEntity, 'driveId' | 'orgId' | 'slug'>,
    found: RevisionFacts,
    live: RevisionFacts | null,
  ): Promise<CheckResult[]> {
    const { name } = found.manifest;
    const others = live?.manifest.name === name ? null : await this.listings.namesOfOthers(tx, listing.orgId);
    const alike = others === null ? [] : findLookAlikes(name, { others, reserved: this.config.protectedNames });
    const taken = await this.listings.namespacesOfOthers(tx, listing.driveId, namespacesOf(found.manifest));
    const highest = await highestPublished(tx, listing.driveId);
    return checkListing(found, live, { slug: listing.slug, highest, alike, taken });
  }
}
