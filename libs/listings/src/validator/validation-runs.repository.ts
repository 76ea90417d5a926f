import { Injectable } from '@nestjs/common';
import { Clock, Ids, type AppError } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { In, type QueryDeepPartialEntity } from 'typeorm';
import type { CheckManifestOutput } from './check-manifest.task.js';
import { ValidationEntity } from './validation.entity.js';
import type { RunningState, StoredValidation } from './validations.js';

const GOING: RunningState[] = ['queued', 'running'];

/** Runs of the public validator as rows of `listings.validations`: queued, running, and how they ended. */
@Injectable()
export class ValidationRuns {
  constructor(
    private readonly transactor: Transactor,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Returns the id of the run. */
  async open(url: string): Promise<string> {
    const id = this.ids.next();
    const run = { id, url, state: 'queued' as const, validatedAt: this.clock.wallNow() };
    await this.transactor.run((tx) => tx.manager.insert(ValidationEntity, run));
    return id;
  }

  /** No verdict depends on it: when it cannot be written the run continues, and its end shows whether it counts. */
  async start(id: string): Promise<void> {
    await this.change(id, ['queued'], { state: 'running' }).catch(() => undefined);
  }

  /** The run has a verdict; `servedDigest` is the SHA-256 of the bytes it is about. */
  async finish(
    run: { id: string; url: string },
    verdict: NonNullable<CheckManifestOutput['verdict']>,
    servedDigest: string | null,
  ): Promise<StoredValidation> {
    const { report } = verdict;
    const validatedAt = this.clock.wallNow();
    await this.change(run.id, GOING, {
      state: 'finished',
      ok: report.ok,
      digest: report.digest,
      result: verdict,
      validatedAt,
      servedDigest,
      engine: report.engine.version,
    });
    return { ...run, ...verdict, validatedAt, cached: false };
  }

  /** The run found the bytes on which `earlier` is a verdict. */
  async reuse(id: string, earlier: StoredValidation): Promise<StoredValidation> {
    await this.change(id, GOING, { state: 'finished', reuses: earlier.id });
    return earlier;
  }

  /** The run ended without a verdict. */
  async fail(id: string, { code }: AppError): Promise<void> {
    await this.change(id, GOING, { state: 'failed', failure: code });
  }

  private async change(id: string, from: RunningState[], to: QueryDeepPartialEntity<ValidationEntity>): Promise<void> {
    await this.transactor.run((tx) => tx.manager.update(ValidationEntity, { id, state: In(from) }, to));
  }
}
