import { Injectable } from '@nestjs/common';
import { AppError, Clock, Ids } from '@portal/kernel';
import { Transactor } from '@portal/platform';
import { CheckDrive } from './check-drive.js';
import { listingsErrors } from './errors.js';
import { ManifestAddress } from './manifest-address.js';
import { ValidationsRepository } from './persistence/validations.repository.js';
import type { StoredValidation } from './read/validations.js';
import { ValidatorLimits } from './validator-limits.js';

/** A verdict this young is given again, ms: enough for a flood, not so long that an author waits for a fix to show. */
const CACHE_MS = 2_000;
const RUNNING_MAX = 8;
const WAITING_MAX = 100;

/** The public validator: the same checks as everywhere, without any key. */
@Injectable()
export class ValidateManifest {
  private readonly known = new Map<string, { result: Promise<StoredValidation>; until: number }>();
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly address: ManifestAddress,
    private readonly limits: ValidatorLimits,
    private readonly checkDrive: CheckDrive,
    private readonly validations: ValidationsRepository,
    private readonly transactor: Transactor,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * @param caller whose requests are counted together: the address of the client.
   * @throws AppError `manifest_url_refused` (400), `too_many_requests`, `validator_busy` (429)
   */
  async execute(url: string | undefined, caller: string): Promise<StoredValidation> {
    await this.limits.beforeAnswer(caller);
    const origin = this.address.originOf(url ?? '', '/query/url');
    const manifestUrl = url!;
    const now = this.clock.wallNow().getTime();
    for (const [key, { until }] of this.known) if (until <= now) this.known.delete(key);
    const known = this.known.get(manifestUrl);
    if (known) return known.result;
    await this.limits.beforeRun(origin);
    // While it runs everybody who asks the same waits for the same answer; an error is nobody's answer for later.
    const entry = { result: this.run(manifestUrl), until: Infinity };
    this.known.set(manifestUrl, entry);
    try {
      const result = await entry.result;
      entry.until = this.clock.wallNow().getTime() + CACHE_MS;
      return result;
    } catch (error) {
      this.known.delete(manifestUrl);
      throw error;
    }
  }

  private async run(manifestUrl: string): Promise<StoredValidation> {
    if (this.running >= RUNNING_MAX) {
      if (this.waiting.length >= WAITING_MAX)
        throw new AppError(listingsErrors.validator_busy, { retryAfterMs: 5_000 });
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running += 1;
    try {
      const { report, probes } = await this.checkDrive.execute({ manifestUrl });
      const validatedAt = this.clock.wallNow();
      const stored: StoredValidation = { id: this.ids.next(), url: manifestUrl, validatedAt, report, probes };
      await this.transactor.run((tx) => this.validations.insert(tx, stored));
      return stored;
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
