import { Module } from '@nestjs/common';
import { registerEntities } from '@portal/platform';
import { DriveCaller } from './drive-caller.js';
import { EndKey } from './end-key.js';
import { IssueKey } from './issue-key.js';
import { KeyCache } from './key-cache.js';
import { KeyScopes } from './key-scopes.js';
import { MakeKey } from './make-key.js';
import { RemindOverlapsJob } from './jobs/remind-overlaps.job.js';
import { NoteInstallUse } from './note-install-use.js';
import { AdoptionRepository } from './persistence/adoption.repository.js';
import { RemindOverlaps } from './remind-overlaps.js';
import { RingsRepository } from './persistence/rings.repository.js';
import { SigningKeyEntity } from './persistence/signing-key.entity.js';
import { SigningKeysRepository } from './persistence/signing-keys.repository.js';
import { ListKeys } from './read/list-keys.js';
import { RotateKey } from './rotate-key.js';
import { SigningKeys } from './signing-keys.js';
import { SigningTurns } from './signing-turns.js';
import { TenantKeys } from './tenant-keys.js';

registerEntities(SigningKeyEntity);

@Module({
  providers: [
    AdoptionRepository,
    DriveCaller,
    EndKey,
    IssueKey,
    KeyCache,
    KeyScopes,
    ListKeys,
    MakeKey,
    NoteInstallUse,
    RemindOverlaps,
    RingsRepository,
    RotateKey,
    SigningKeys,
    SigningKeysRepository,
    SigningTurns,
    TenantKeys,
  ],
  exports: [DriveCaller, KeyScopes, SigningKeys, TenantKeys],
})
export class SecretsCoreModule {}

/** For the HTTP process. The routes for keys live in authors, which knows who owns a Drive. */
@Module({ imports: [SecretsCoreModule], exports: [SecretsCoreModule] })
export class SecretsModule {}

/** For the worker. */
@Module({ imports: [SecretsCoreModule], providers: [RemindOverlapsJob], exports: [SecretsCoreModule] })
export class SecretsWorkerModule {}
