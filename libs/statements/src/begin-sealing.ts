import { Injectable } from '@nestjs/common';
import { Random } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import { Transactor } from '@portal/platform/database';
import { StatementsRepository, type Sealing } from './persistence/statements.repository.js';

const KEY_BYTES = 32;

/** Fixes the inputs that all statements of a month share. A restart finds the same inputs. */
@Injectable()
export class BeginSealing {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: StatementsRepository,
    private readonly ledger: Ledger,
    private readonly random: Random,
  ) {}

  /** Undefined when the month is already sealed. */
  async execute(runId: string): Promise<Sealing | undefined> {
    return this.transactor.run(async (tx) => {
      await this.repository.lockSealing(tx);
      if (await this.repository.isSealed(tx, runId)) return undefined;
      const begun = await this.repository.sealingOf(tx, runId);
      if (begun) return begun;
      const sealing = {
        runId,
        sealedTx: await this.ledger.cutoff(tx),
        saltKey: Buffer.from(this.random.bytes(KEY_BYTES)),
      };
      await this.repository.insertSealing(tx, sealing);
      return sealing;
    });
  }
}
