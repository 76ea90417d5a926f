import { Injectable } from '@nestjs/common';
import { Random } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { merkleLevels, monthRoot, NO_ROOT, statementHash } from '@portal/statement-proof';
import { MonthSealed } from './events.js';
import { MakeStatements } from './make-statements.js';
import { StatementMonthEntity, StatementSealingEntity } from './persistence/statement.entity.js';
import { StatementsRepository, type Sealing } from './persistence/statements.repository.js';
import { RunWindows, type RunWindow } from './read/run-windows.js';

const KEY_BYTES = 32;
/** Root of a month without statements: the hash of one fixed leaf. */
const EMPTY = Buffer.alloc(32);

/**
 * Makes the statements of a month final once its run has ended: stores names, texts and outcomes, assigns self-billing
 * invoice numbers, and publishes the month's root, chained to the previous one. Statements are stored in batches and
 * become final together. Idempotent, also when several processes run it.
 */
@Injectable()
export class SealMonth {
  constructor(
    private readonly transactor: Transactor,
    private readonly windows: RunWindows,
    private readonly repository: StatementsRepository,
    private readonly make: MakeStatements,
    private readonly ledger: Ledger,
    private readonly random: Random,
  ) {}

  /** Seals every month that is due, oldest first; returns them. */
  async execute(): Promise<string[]> {
    const sealed: string[] = [];
    for (;;) {
      const run = await this.windows.nextToSeal();
      if (!run) return sealed;
      await this.seal(run);
      sealed.push(run.month);
    }
  }

  private async seal(run: RunWindow): Promise<void> {
    const sealing = await this.begin(run.runId);
    // Another process has sealed it.
    if (!sealing) return;
    for (const keys of await this.make.batches(run)) {
      const made = await this.make.execute(run, sealing, keys);
      await this.transactor.run(async (tx) => {
        await this.repository.lockSealing(tx);
        await this.repository.insertMade(tx, run.runId, made);
      });
    }
    await this.finish(run, sealing);
  }

  /** The inputs that all statements of a month share, the same after a restart. Undefined when it is sealed. */
  private async begin(runId: string): Promise<Sealing | undefined> {
    return this.transactor.run(async (tx) => {
      await this.repository.lockSealing(tx);
      if (await this.repository.isSealed(tx, runId)) return undefined;
      const begun = await tx.manager.findOneBy(StatementSealingEntity, { runId });
      if (begun) return begun;
      const saltKey = Buffer.from(this.random.bytes(KEY_BYTES));
      const sealing = { runId, sealedTx: await this.ledger.cutoff(tx), saltKey };
      await tx.manager.insert(StatementSealingEntity, { ...sealing, startedAt: tx.now });
      return sealing;
    });
  }

  private async finish(run: RunWindow, { sealedTx, saltKey }: Sealing): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.repository.lockSealing(tx);
      if (await this.repository.isSealed(tx, run.runId)) return;
      const last = await this.repository.lastMonth(tx);
      const roots = await this.repository.madeRoots(tx, run.runId);
      const levels = merkleLevels(roots.map((statement) => statementHash(statement)));
      const tree = levels.at(-1)![0] ?? EMPTY;
      const previousRoot = last?.root ?? NO_ROOT;
      const root = monthRoot(run.month, roots.length, tree, Buffer.from(previousRoot, 'hex')).toString('hex');
      await tx.manager.insert(StatementMonthEntity, {
        ...run,
        seq: (last?.seq ?? 0) + 1,
        sealedTx,
        size: roots.length,
        treeRoot: tree.toString('hex'),
        previousRoot,
        root,
        saltKey,
        sealedAt: tx.now,
      });
      await this.repository.insertStatements(tx, run);
      await this.repository.insertTree(tx, run.runId, levels);
      const selfBilling = await this.repository.insertSelfBilling(tx, run.runId);
      // The working rows are no longer needed.
      await tx.manager.delete(StatementSealingEntity, { runId: run.runId });
      await tx.emit(MonthSealed, { month: run.month, root });
      await tx.audit(SYSTEM_ACTOR, 'statements.sealed', ['payout_run', run.runId], {
        after: { month: run.month, root, statements: roots.length, self_billing_invoices: selfBilling },
      });
    });
  }
}
