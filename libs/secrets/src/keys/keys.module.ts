import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdoptionRepository } from './adoption.repository.js';
import { KeyCache } from './key-cache.js';
import { KeyQueries } from './key-queries.js';
import { KeyScopes } from './key-scopes.js';
import { MakeKey } from './make-key.js';
import { RingsRepository } from './rings.repository.js';
import { SealedKeys } from './sealed-keys.js';
import { DriveSigningEntity, SigningClockEntity, SigningKeyEntity, TenantRingEntity } from './signing-key.entity.js';
import { SigningKeys } from './signing-keys.js';
import { SigningKeysRepository } from './signing-keys.repository.js';
import { TenantKeys } from './tenant-keys.js';
import './gauges.js';

/** Keys, key rings and scopes: issuing, rotating and ending keys. */
@Module({
  imports: [TypeOrmModule.forFeature([DriveSigningEntity, SigningClockEntity, SigningKeyEntity, TenantRingEntity])],
  providers: [
    AdoptionRepository,
    KeyCache,
    KeyQueries,
    KeyScopes,
    MakeKey,
    RingsRepository,
    SigningKeys,
    SigningKeysRepository,
    TenantKeys,
  ],
  exports: [AdoptionRepository, KeyCache, KeyScopes, RingsRepository, SigningKeys, SigningKeysRepository, TenantKeys],
})
export class KeysModule {}

/** The worker re-encrypts keys when the key-encryption key is rotated. */
@Module({ imports: [KeysModule], providers: [SealedKeys], exports: [KeysModule] })
export class KeysWorkerModule {}
