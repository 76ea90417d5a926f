import { Module } from '@nestjs/common';
import { scheduledJob } from '@portal/platform/jobs';
import { ContractVersionsModule } from '../contract-versions/contract-versions.module.js';
import { ForgetValidations } from './forget-validations.js';
import { ManifestAddress } from './manifest-address.js';
import { RunValidation } from './run-validation.js';
import { ValidateManifest } from './validate-manifest.js';
import { ValidationProgress } from './validation-progress.js';
import { ValidationRuns } from './validation-runs.js';
import { Validations } from './validations.js';
import { ValidatorLimits } from './validator-limits.js';
import { ValidatorThreads } from './validator-threads.js';
import { ValidatorController } from './validator.controller.js';
import { WatchValidation } from './watch-validation.js';

/** Limits of reading manifests by caller and host. */
@Module({
  providers: [ManifestAddress, ValidatorLimits],
  exports: [ManifestAddress, ValidatorLimits],
})
export class ValidatorModule {}

/** The public validator: runs in threads of the HTTP process. */
@Module({
  imports: [ContractVersionsModule, ValidatorModule],
  controllers: [ValidatorController],
  providers: [
    RunValidation,
    ValidateManifest,
    ValidationProgress,
    ValidationRuns,
    Validations,
    ValidatorThreads,
    WatchValidation,
  ],
})
export class ValidatorHttpModule {}

/** Deletes old results and progress. */
@Module({
  providers: [ForgetValidations, scheduledJob('listings.forget-validations', ForgetValidations)],
})
export class ValidatorWorkerModule {}
