import { Injectable } from '@nestjs/common';
import { ENGINE_VERSION, type ConformanceReport, type LoggedProbe } from '@portal/conformance';
import { Clock } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { Database } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { WAIT_MS } from './validator-threads.js';

/** A result of the public validator as it is kept and shown. */
export interface StoredValidation {
  readonly id: string;
  readonly url: string;
  readonly validatedAt: Date;
  readonly report: ConformanceReport;
  readonly probes: readonly LoggedProbe[];
  /** Reached for an earlier request about the same bytes. */
  readonly cached: boolean;
}

export type RunningState = 'queued' | 'running';

/** How a run ended, or that it did not yet; `id` is that of the run whose verdict it gives. */
export type ValidationEnd =
  | { readonly state: RunningState }
  | { readonly state: 'failed'; readonly failure: string }
  | { readonly state: 'finished'; readonly id: string; readonly ok: boolean; readonly cached: boolean };

interface Row {
  id: string;
  url: string;
  validated_at: Date;
  result: Pick<StoredValidation, 'report' | 'probes'>;
}

/** Beyond its longest wait and run, ms: after so long the process that had the run is gone. */
const LOST_AFTER_MS = 15_000;

/** Runs of the public validator and their results, which can be opened by their address. */
@Injectable()
export class Validations {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** How the run ended. @throws AppError `validation_not_found` (404) */
  async end(id: string): Promise<ValidationEnd> {
    const [row] = await this.database.query<{
      state: RunningState | 'finished' | 'failed';
      failure: string | null;
      validated_at: Date;
      verdict_id: string;
      ok: boolean | null;
      cached: boolean;
    }>(
      `select run.state, run.failure, run.validated_at, verdict.id as verdict_id, verdict.ok,
        run.reuses is not null as cached
      from listings.validations run join listings.validations verdict on verdict.id = coalesce(run.reuses, run.id)
      where run.id = $1`,
      [id],
    );
    if (!row) throw listingsErrors.validation_not_found();
    if (row.state === 'finished') return { state: 'finished', id: row.verdict_id, ok: row.ok!, cached: row.cached };
    if (row.state === 'failed') return { state: 'failed', failure: row.failure! };
    const lost = row.validated_at.getTime() + WAIT_MS + this.config.validatorRuns.seconds * 1_000 + LOST_AFTER_MS;
    return lost < this.clock.wallNow().getTime()
      ? { state: 'failed', failure: listingsErrors.validation_interrupted.code }
      : { state: row.state };
  }

  /** The verdict, or that it is not there yet. @throws AppError `validation_not_found` (404), `validation_failed` (409) */
  async shared(id: string): Promise<StoredValidation | { readonly state: RunningState }> {
    const end = await this.end(id);
    switch (end.state) {
      case 'finished': {
        const [row] = await this.database.query<Row>(
          'select id, url, validated_at, result from listings.validations where id = $1',
          [end.id],
        );
        if (!row) throw listingsErrors.validation_not_found();
        return stored(row, end.cached);
      }
      case 'queued':
      case 'running':
        return end;
      case 'failed':
        throw listingsErrors.validation_failed({
          details: [{ pointer: '', code: end.failure, message: failureText(end.failure) }],
        });
    }
  }

  /** The newest verdict of this engine on the address, if not too old for an answer, and the digest of its bytes. */
  async reusable(url: string): Promise<{ servedDigest: string; result: StoredValidation } | undefined> {
    const { cacheSeconds } = this.config.validatorRuns;
    if (cacheSeconds === 0) return undefined;
    const since = new Date(this.clock.wallNow().getTime() - cacheSeconds * 1_000);
    const [row] = await this.database.query<Row & { served_digest: string }>(
      `select id, url, validated_at, result, served_digest from listings.validations
      where url = $1 and validated_at > $2 and engine = $3 and served_digest is not null
      order by validated_at desc limit 1`,
      [url, since, ENGINE_VERSION],
    );
    return row && { servedDigest: row.served_digest, result: stored(row, true) };
  }
}

const stored = ({ id, url, validated_at: validatedAt, result }: Row, cached: boolean): StoredValidation => ({
  id,
  url,
  validatedAt,
  ...result,
  cached,
});

/** The sentence of a code that a run failed with. */
function failureText(code: string): string {
  return Object.values(listingsErrors).find((error) => error.code === code)?.message ?? 'This check did not finish.';
}
