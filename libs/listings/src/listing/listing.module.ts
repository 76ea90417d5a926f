import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { IdentityCoreModule } from '@portal/identity';
import { SecretsCoreModule } from '@portal/secrets';
import { PricingModule } from '../pricing/pricing.module.js';
import { AuthorizedDrives } from './authorized-drives.js';
import { ListingMailer } from './listing-mailer.js';
import { ListingTransitions } from './listing-transitions.js';
import { ListingsRepository } from './listings.repository.js';
import { Listings } from './listings.js';
import { RevisionsRepository } from './revisions.repository.js';

const SHARED = [AuthorizedDrives, ListingMailer, ListingTransitions, Listings, ListingsRepository, RevisionsRepository];

/** Listings and their revisions as rows, who may see a Drive, and who gets mail about one. */
@Module({
  imports: [AuthorsCoreModule, IdentityCoreModule, SecretsCoreModule, PricingModule],
  providers: SHARED,
  exports: SHARED,
})
export class ListingModule {}
