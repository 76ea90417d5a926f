import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DriveCaller } from './drive-caller.js';
import { CloseKeys } from './close-keys.js';
import { EndKey } from './end-key.js';
import { IssueKey } from './issue-key.js';
import { RemindOverlapsJob } from './jobs/remind-overlaps.job.js';
import { RunRehearsalProcessor } from './jobs/run-rehearsal.processor.js';
import { KeyCache } from './key-cache.js';
import { KeyScopes } from './key-scopes.js';
import { MakeKey } from './make-key.js';
import { NoteInstallUse } from './note-install-use.js';
import { AdoptionRepository } from './persistence/adoption.repository.js';
import { RehearsalsRepository } from './persistence/rehearsals.repository.js';
import { RingsRepository } from './persistence/rings.repository.js';
import { SealedKeys } from './persistence/sealed-keys.js';
import { SigningKeyEntity } from './persistence/signing-key.entity.js';
import { SigningKeysRepository } from './persistence/signing-keys.repository.js';
import { KeyAdoption } from './read/key-adoption.js';
import { KeyHistory } from './read/key-history.js';
import { ListKeys } from './read/list-keys.js';
import { Rehearsals } from './rehearsals.js';
import { RemindOverlaps } from './remind-overlaps.js';
import { RotateKey } from './rotate-key.js';
import { RunRehearsal } from './run-rehearsal.js';
import { SigningKeys } from './signing-keys.js';
import { SigningTurns } from './signing-turns.js';
import { StartRehearsal } from './start-rehearsal.js';
import { TenantKeys } from './tenant-keys.js';
import './gauges.js';

@Module({
  imports: [TypeOrmModule.forFeature([SigningKeyEntity])],
  providers: [
    AdoptionRepository,
    DriveCaller,
    CloseKeys,
    EndKey,
    IssueKey,
    KeyAdoption,
    KeyCache,
    KeyHistory,
    KeyScopes,
    ListKeys,
    MakeKey,
    NoteInstallUse,
    Rehearsals,
    RehearsalsRepository,
    RemindOverlaps,
    RingsRepository,
    RotateKey,
    RunRehearsal,
    SigningKeys,
    SigningKeysRepository,
    SigningTurns,
    StartRehearsal,
    TenantKeys,
  ],
  exports: [DriveCaller, KeyScopes, Rehearsals, RemindOverlaps, RunRehearsal, SigningKeys, TenantKeys],
})
export class SecretsCoreModule {}

/** For the HTTP process. The routes for keys live in authors, which knows who owns a Drive. */
@Module({ imports: [SecretsCoreModule], exports: [SecretsCoreModule] })
export class SecretsModule {}

/** For the worker. */
@Module({
  imports: [SecretsCoreModule],
  providers: [RemindOverlapsJob, RunRehearsalProcessor, SealedKeys],
  exports: [SecretsCoreModule],
})
export class SecretsWorkerModule {}
