import { Injectable } from '@nestjs/common';
import { conformanceChecks } from '@portal/conformance';
import { Clock, Ids, type AppError } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { LiveFeed } from '@portal/platform/events';
import type { CheckManifestOutput } from './check-manifest.task.js';
import type { StoredValidation } from './validations.js';
import { validationStream } from './validation-progress.js';

/** Runs of the public validator as rows of `listings.validations`, each step also sent to its viewers:
 * `queued` first, `done` last. */
@Injectable()
export class ValidationRuns {
  constructor(
    private readonly transactor: Transactor,
    private readonly live: LiveFeed,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Returns the id of the run. `ahead` is how many wait before it. */
  async open(url: string, ahead: number): Promise<string> {
    const askedAt = this.clock.wallNow();
    return this.transactor.run(async (tx) => {
      const id = this.ids.next();
      await tx.query(`insert into listings.validations (id, url, state, validated_at) values ($1, $2, 'queued', $3)`, [
        id,
        url,
        askedAt,
      ]);
      const data = { ahead, checks_total: conformanceChecks.length };
      await this.live.append(tx, validationStream(id), 'queued', data);
      return id;
    });
  }

  /** The run has a verdict; `servedDigest` is the SHA-256 of the bytes it is about. */
  async finish(
    run: { id: string; url: string },
    verdict: NonNullable<CheckManifestOutput['verdict']>,
    servedDigest: string | null,
  ): Promise<StoredValidation> {
    const result = { ...run, ...verdict, validatedAt: this.clock.wallNow(), cached: false };
    await this.transactor.run(async (tx) => {
      const { report, probes } = result;
      await tx.query(
        `update listings.validations set state = 'finished', ok = $2, digest = $3, result = $4, validated_at = $5,
          served_digest = $6, engine = $7 where id = $1 and state in ('queued', 'running')`,
        [
          run.id,
          report.ok,
          report.digest,
          JSON.stringify({ report, probes }),
          result.validatedAt,
          servedDigest,
          report.engine.version,
        ],
      );
      await this.live.append(tx, validationStream(run.id), 'done', doneWith({ ...result, ok: result.report.ok }));
    });
    return result;
  }

  /** The run found the bytes on which `earlier` is a verdict. */
  async reuse(id: string, earlier: StoredValidation): Promise<StoredValidation> {
    await this.transactor.run(async (tx) => {
      await tx.query(
        `update listings.validations set state = 'finished', reuses = $2
          where id = $1 and state in ('queued', 'running')`,
        [id, earlier.id],
      );
      await this.live.append(tx, validationStream(id), 'done', doneWith({ ...earlier, ok: earlier.report.ok }));
    });
    return earlier;
  }

  /** The run ended without a verdict. */
  async fail(id: string, { code, message }: AppError): Promise<void> {
    await this.transactor.run(async (tx) => {
      await tx.query(
        `update listings.validations set state = 'failed', failure = $2
          where id = $1 and state in ('queued', 'running')`,
        [id, code],
      );
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
