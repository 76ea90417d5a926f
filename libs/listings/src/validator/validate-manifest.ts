import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ManifestAddress } from './manifest-address.js';
import { Validations, type StoredValidation } from './validations.js';
import { RunValidation, validatorBusy } from './run-validation.js';
import { ValidationRuns } from './validation-runs.repository.js';
import { ValidatorLimits } from './validator-limits.js';
import { ValidatorThreads } from './validator-threads.js';

interface ValidationQuestion {
  readonly url: string | undefined;
  /** The address that asks. */
  readonly ip: string;
  /** No earlier verdict is reused. */
  readonly fresh: boolean;
}

/** An accepted run. It continues whether or not a caller waits for its result. */
interface ValidationRun {
  readonly id: string;
  /** Rejects with AppError `validator_busy`, `validation_interrupted`, `validation_timeout` or `validation_crashed`. */
  readonly result: Promise<StoredValidation>;
}

/**
 * The public validator: the same checks as everywhere, without any key, in threads of their own. A caller who requests
 * the same during a run gets that run; a caller shortly afterwards gets its verdict if the manifest still has the
 * same bytes.
 */
@Injectable()
export class ValidateManifest implements OnModuleDestroy {
  private readonly going = new Map<string, Promise<ValidationRun>>();
  private readonly unfinished = new Set<Promise<unknown>>();
  /** Accepted runs that have not reached the threads yet. */
  private beginning = 0;

  constructor(
    private readonly address: ManifestAddress,
    private readonly limits: ValidatorLimits,
    private readonly threads: ValidatorThreads,
    private readonly validations: Validations,
    private readonly runs: ValidationRuns,
    private readonly run: RunValidation,
  ) {}

  /** The verdict, once there is one. @throws AppError as `start`, and as the result of its run. */
  async execute(question: ValidationQuestion): Promise<StoredValidation> {
    const { result } = await this.start(question);
    return result;
  }

  /**
   * Accepts the request and returns its run.
   * @throws AppError `manifest_url_refused` (400), `too_many_requests` (429), `validator_busy` (503)
   */
  async start({ url = '', ip, fresh }: ValidationQuestion): Promise<ValidationRun> {
    await this.limits.beforeAnswer(ip);
    const host = new URL(this.address.originOf(url, '/query/url')).host;
    const key = `${fresh ? 'fresh' : 'any'} ${url}`;
    const going = this.going.get(key) ?? (fresh ? undefined : this.going.get(`fresh ${url}`));
    if (going) return going;
    // Before anything is written, so that a flood is refused at little cost.
    if (this.threads.room <= this.beginning) throw validatorBusy();
    const leave = this.limits.enter(ip);
    this.beginning += 1;
    const begun = this.begin(url, host, ip, fresh).finally(() => (this.beginning -= 1));
    this.going.set(key, begun);
    const over = begun
      .then(({ result }) => result)
      .catch(() => undefined)
      .finally(() => {
        leave();
        this.going.delete(key);
        this.unfinished.delete(over);
      });
    this.unfinished.add(over);
    return begun;
  }

  /** Ends active runs before the database is closed, and stores their end. */
  async onModuleDestroy(): Promise<void> {
    await this.threads.close();
    await Promise.all(this.unfinished);
  }

  private async begin(url: string, host: string, ip: string, fresh: boolean): Promise<ValidationRun> {
    await this.limits.beforeRun(host, ip);
    const known = fresh ? undefined : await this.validations.reusable(url);
    const id = await this.runs.open(url);
    return { id, result: this.run.execute(id, url, known) };
  }
}
