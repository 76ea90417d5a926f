import { Inject, Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { LOGGER } from '@portal/platform/logging';
import type { Logger } from 'pino';
import { LedgerRepository } from './persistence/ledger.repository.js';

/**
 * Recomputes every seal and records the last one up to which all are valid. A broken seal stays in the proof until it
 * is repaired.
 */
@Injectable()
export class CheckSeals {
  constructor(
    private readonly transactor: Transactor,
    private readonly ledger: LedgerRepository,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** False when at least one seal does not match. */
  async execute(): Promise<boolean> {
    const ok = await this.transactor.run((tx) => this.ledger.checkSeals(tx));
    if (!ok) this.log.error('the seals of the ledger do not match its transactions');
    return ok;
  }
}
