import { Injectable } from '@nestjs/common';
import { conformanceChecks } from '@portal/conformance';
import { Clock, Ids, type AppError } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { LiveFeed } from '@portal/platform/events';
import type { CheckManifestOutput } from './check-manifest.task.js';
import { ValidationsRepository } from './validations.repository.js';
import type { StoredValidation } from './validations.js';
import { validationStream } from './validation-progress.js';

/** The stored progress of a run of the public validator, sent to its viewers: `queued` first, `done` last. */
@Injectable()
export class ValidationRuns {
  constructor(
    private readonly transactor: Transactor,
    private readonly validations: ValidationsRepository,
    private readonly live: LiveFeed,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Returns the id of the run. `ahead` is how many wait before it. */
  async open(url: string, ahead: number): Promise<string> {
    const askedAt = this.clock.wallNow();
    return this.transactor.run(async (tx) => {
      const id = this.ids.next();
      await this.validations.open(tx, { id, url, askedAt });
      const data = { ahead, checks_total: conformanceChecks.length };
      await this.live.append(tx, validationStream(id), 'queued', data);
      return id;
    });
  }

  async finish(
    run: { id: string; url: string },
    verdict: NonNullable<CheckManifestOutput['verdict']>,
    servedDigest: string | null,
  ): Promise<StoredValidation> {
    const result = { ...run, ...verdict, validatedAt: this.clock.wallNow(), cached: false };
    await this.transactor.run(async (tx) => {
      await this.validations.finish(tx, result, servedDigest);
      await this.live.append(tx, validationStream(run.id), 'done', doneWith({ ...result, ok: result.report.ok }));
    });
    return result;
  }

  /** The run found the bytes on which `earlier` is a verdict. */
  async reuse(id: string, earlier: StoredValidation): Promise<StoredValidation> {
    await this.transactor.run(async (tx) => {
      await this.validations.reuse(tx, id, earlier.id);
      await this.live.append(tx, validationStream(id), 'done', doneWith({ ...earlier, ok: earlier.report.ok }));
    });
    return earlier;
  }

  async fail(id: string, { code, message }: AppError): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.validations.fail(tx, id, code);
      await this.live.append(tx, validationStream(id), 'done', { state: 'failed', error: code, message });
    });
  }
}

/** The last event of a run with a verdict, by the run that reached it. */
export const doneWith = ({ id, ok, cached }: { id: string; ok: boolean; cached: boolean }): object => ({
  state: 'finished',
  ok,
  cached,
  permalink: `/validations/${id}`,
});
