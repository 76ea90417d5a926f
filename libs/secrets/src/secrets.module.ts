import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DriveCaller } from './drive-caller.js';
import { CloseKeys } from './close-keys.js';
import { EndKey } from './end-key.js';
import { IssueKey } from './issue-key.js';
import { RemindOverlapsJob } from './jobs/remind-overlaps.job.js';
import { RunRotationDryRunProcessor } from './jobs/run-rotation-dry-run.processor.js';
import { KeyCache } from './key-cache.js';
import { KeyScopes } from './key-scopes.js';
import { MakeKey } from './make-key.js';
import { NoteInstallUse } from './note-install-use.js';
import { AdoptionRepository } from './persistence/adoption.repository.js';
import { DryRunsRepository } from './persistence/dry-runs.repository.js';
import { RingsRepository } from './persistence/rings.repository.js';
import { SealedKeys } from './persistence/sealed-keys.js';
import { SigningKeyEntity } from './persistence/signing-key.entity.js';
import { SigningKeysRepository } from './persistence/signing-keys.repository.js';
import { KeyAdoption } from './read/key-adoption.js';
import { KeyHistory } from './read/key-history.js';
import { ListKeys } from './read/list-keys.js';
import { DryRuns } from './dry-runs.js';
import { RemindOverlaps } from './remind-overlaps.js';
import { RotateKey } from './rotate-key.js';
import { RunRotationDryRun } from './run-rotation-dry-run.js';
import { SigningKeys } from './signing-keys.js';
import { SigningReservations } from './signing-reservations.js';
import { StartRotationDryRun } from './start-rotation-dry-run.js';
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
    DryRuns,
    DryRunsRepository,
    RemindOverlaps,
    RingsRepository,
    RotateKey,
    RunRotationDryRun,
    SigningKeys,
    SigningKeysRepository,
    SigningReservations,
    StartRotationDryRun,
    TenantKeys,
  ],
  exports: [DriveCaller, KeyScopes, DryRuns, RemindOverlaps, RunRotationDryRun, SigningKeys, TenantKeys],
})
export class SecretsCoreModule {}

/** For the HTTP process. The routes for keys live in authors, which knows who owns a Drive. */
@Module({ imports: [SecretsCoreModule], exports: [SecretsCoreModule] })
export class SecretsModule {}

/** For the worker. */
@Module({
  imports: [SecretsCoreModule],
  providers: [RemindOverlapsJob, RunRotationDryRunProcessor, SealedKeys],
  exports: [SecretsCoreModule],
})
export class SecretsWorkerModule {}
