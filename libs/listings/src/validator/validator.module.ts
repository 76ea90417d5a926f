import { Module } from '@nestjs/common';
import { defineRetention } from '@portal/platform/retention';
import { ContractVersionsModule } from '../contract-versions/contract-versions.module.js';
import { ManifestAddress } from './manifest-address.js';
import { RunValidation } from './run-validation.js';
import { ValidateManifest } from './validate-manifest.js';
import { ValidationRuns } from './validation-runs.repository.js';
import { Validations } from './validations.js';
import { ValidatorLimits } from './validator-limits.js';
import { ValidatorThreads } from './validator-threads.js';
import { ValidatorController } from './validator.controller.js';

// How long a shared result of the public validator can be opened.
defineRetention({ table: 'listings.validations', since: 'validated_at', days: 30 });

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
  providers: [RunValidation, ValidateManifest, ValidationRuns, Validations, ValidatorThreads],
})
export class ValidatorHttpModule {}
