import { Injectable } from '@nestjs/common';
import { Clock, Ids, type AppError } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import type { CheckManifestOutput } from './check-manifest.task.js';
import type { StoredValidation } from './validations.js';

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
    const askedAt = this.clock.wallNow();
    return this.transactor.run(async (tx) => {
      const id = this.ids.next();
      await tx.query(`insert into listings.validations (id, url, state, validated_at) values ($1, $2, 'queued', $3)`, [
        id,
        url,
        askedAt,
      ]);
      return id;
    });
  }

  /** No verdict depends on it: when it cannot be written the run continues, and its end shows whether it counts. */
  async start(id: string): Promise<void> {
    await this.transactor
      .run((tx) =>
        tx.query(`update listings.validations set state = 'running' where id = $1 and state = 'queued'`, [id]),
      )
      .catch(() => undefined);
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
    });
    return earlier;
  }

  /** The run ended without a verdict. */
  async fail(id: string, { code }: AppError): Promise<void> {
    await this.transactor.run(async (tx) => {
      await tx.query(
        `update listings.validations set state = 'failed', failure = $2
          where id = $1 and state in ('queued', 'running')`,
        [id, code],
      );
    });
  }
}
