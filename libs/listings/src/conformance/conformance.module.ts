import { Global, Module } from '@nestjs/common';
import { ManifestProbe } from '@portal/authors';
import { SecretsCoreModule } from '@portal/secrets';
import { ContractVersionsModule } from '../contract-versions/contract-versions.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { ValidatorModule } from '../validator/validator.module.js';
import { CheckDrive } from './check-drive.js';
import { ConformanceHistory } from './conformance-history.js';
import { ProbeManifest } from './probe-manifest.js';
import { RecordRun } from './record-run.js';

/** Runs the checks against a Drive, and keeps every run. */
@Module({
  imports: [ContractVersionsModule, SecretsCoreModule],
  providers: [CheckDrive, RecordRun],
  exports: [CheckDrive, RecordRun],
})
export class ConformanceModule {}

/** How Drives did in every run. */
@Module({ imports: [ListingModule], providers: [ConformanceHistory], exports: [ConformanceHistory] })
export class ConformanceHttpModule {}

/** Global, because authors asks for `ManifestProbe` without knowing who provides it. */
@Global()
@Module({
  imports: [ConformanceModule, ValidatorModule],
  providers: [{ provide: ManifestProbe, useClass: ProbeManifest }],
  exports: [ManifestProbe],
})
export class ManifestProbeModule {}
