import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { ThreadError } from '@portal/platform/jobs';
import { LOGGER } from '@portal/platform/logging';
import type { Logger } from 'pino';
import { ContractVersions } from '../contract-versions/contract-versions.js';
import { listingsErrors } from '../errors.js';
import { ValidationRuns } from './validation-runs.repository.js';
import type { StoredValidation, Validations } from './validations.js';
import { ValidatorThreads } from './validator-threads.js';

/** The part of a run's time that its requests have; the rest is for putting the report together. */
const REQUESTS = 0.75;

/** One run of the public validator in a thread, from its start in the queue to the stored verdict. */
@Injectable()
export class RunValidation {
  constructor(
    private readonly threads: ValidatorThreads,
    private readonly runs: ValidationRuns,
    private readonly config: Config,
    private readonly versions: ContractVersions,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Rejects with AppError `validator_busy`, `validation_interrupted`, `validation_timeout` or `validation_crashed`; how
   * it ended is kept by then. `known` is a verdict that is reused if the manifest still has the same bytes.
   */
  async execute(
    id: string,
    url: string,
    known: Awaited<ReturnType<Validations['reusable']>>,
  ): Promise<StoredValidation> {
    let started = Promise.resolve();
    try {
      const { verdict, servedDigest } = await this.threads.run(
        {
          manifestUrl: url,
          allowLoopback: this.config.isSandbox,
          host: new URL(this.config.publicUrl).origin,
          contract: await this.versions.now(),
          runMs: this.config.validatorRuns.seconds * 1_000 * REQUESTS,
          knownDigest: known?.servedDigest ?? null,
        },
        () => {
          started = this.runs.start(id);
        },
      );
      await started;
      return verdict
        ? await this.runs.finish({ id, url }, verdict, servedDigest)
        : await this.runs.reuse(id, known!.result);
    } catch (error) {
      if (!(error instanceof ThreadError)) throw error;
      const refusal = refusalOf(error);
      if (refusal.code === listingsErrors.validation_crashed.code || error.reason === 'timeout')
        this.log.error({ err: error, cause: error.cause, run: id }, 'a run of the validator gave no verdict');
      await started;
      await this.runs.fail(id, refusal);
      throw refusal;
    }
  }
}

/** Refuses a run for which there is no room. */
export const validatorBusy = (cause?: unknown): AppError =>
  listingsErrors.validator_busy({ retryAfterMs: 5_000, cause });

function refusalOf(error: ThreadError): AppError {
  switch (error.reason) {
    case 'full':
    case 'waited':
      return validatorBusy(error);
    case 'closed':
      return listingsErrors.validation_interrupted({ retryAfterMs: 5_000, cause: error });
    case 'timeout':
      return listingsErrors.validation_timeout({ retryAfterMs: 30_000, cause: error });
    case 'memory':
    case 'crashed':
    case 'failed':
      return listingsErrors.validation_crashed({ cause: error });
  }
}
