import { Module } from '@nestjs/common';
import { sealedStore } from '@portal/platform/crypto';
import { eventProcessor } from '@portal/platform/events';
import { scheduledJob } from '@portal/platform/jobs';
import { DriveCaller } from './calls/drive-caller.js';
import { NoteInstallUse } from './calls/note-install-use.js';
import { NoteKeyUses } from './calls/note-key-uses.js';
import { SigningReservations } from './calls/signing-reservations.js';
import { DryRuns } from './dry-runs/dry-runs.js';
import { DryRunsRepository } from './dry-runs/dry-runs.repository.js';
import { RunRotationDryRun } from './dry-runs/run-rotation-dry-run.js';
import { RotationDryRunRequested } from './events.js';
import { AdoptionRepository } from './keys/adoption.repository.js';
import { KeyCache } from './keys/key-cache.js';
import { KeyQueries } from './keys/key-queries.js';
import { KeyScopes } from './keys/key-scopes.js';
import { MakeKey, sealContext } from './keys/make-key.js';
import { RingsRepository } from './keys/rings.repository.js';
import { SigningKeys } from './keys/signing-keys.js';
import { SigningKeysRepository } from './keys/signing-keys.repository.js';
import { TenantKeys } from './keys/tenant-keys.js';
import { RemindOverlaps } from './reminders/remind-overlaps.js';
import './keys/gauges.js';
import './retention.js';

/** Keys, signed calls and dry runs of a rotation, for other libs, in the HTTP process and in the worker. */
@Module({
  providers: [
    AdoptionRepository,
    DriveCaller,
    DryRuns,
    DryRunsRepository,
    KeyCache,
    KeyQueries,
    KeyScopes,
    MakeKey,
    NoteInstallUse,
    NoteKeyUses,
    RemindOverlaps,
    RingsRepository,
    RunRotationDryRun,
    SigningKeys,
    SigningKeysRepository,
    SigningReservations,
    TenantKeys,
  ],
  exports: [DriveCaller, DryRuns, KeyScopes, NoteKeyUses, RemindOverlaps, RunRotationDryRun, SigningKeys, TenantKeys],
})
export class SecretsCoreModule {}

/** For the HTTP process. The routes for keys are in authors, which knows who owns a Drive. */
@Module({ imports: [SecretsCoreModule], exports: [SecretsCoreModule] })
export class SecretsModule {}

/** For the worker, which also re-encrypts keys when the key-encryption key is rotated. */
@Module({
  imports: [SecretsCoreModule],
  providers: [
    sealedStore('secrets.signing_keys.sealed', sealContext),
    scheduledJob('secrets.remind-overlaps', RemindOverlaps),
    eventProcessor(
      RotationDryRunRequested,
      'secrets.run-rotation-dry-run',
      RunRotationDryRun,
      { queue: 'drives', driveOf: (_dryRun, { drive_id }) => drive_id },
      (dryRun, { dry_run_id }) => dryRun.execute(dry_run_id),
    ),
  ],
  exports: [SecretsCoreModule],
})
export class SecretsWorkerModule {}
