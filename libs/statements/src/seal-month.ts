import { Injectable } from '@nestjs/common';
import { Random } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { merkleLevels, monthRoot, NO_ROOT, statementHash } from '@portal/statement-proof';
import { SelfBillingIssued } from './events.js';
import { MakeStatements } from './make-statements.js';
import { StatementMonthEntity, StatementSealingEntity } from './persistence/statement.entity.js';
import { StatementsRepository, type Sealing } from './persistence/statements.repository.js';
import { RunWindows, type RunWindow } from './read/run-windows.js';
import { textOf } from './read/statement-source.js';

const KEY_BYTES = 32;
/** Root of a month without statements: the hash of one fixed leaf. */
const EMPTY = Buffer.alloc(32);

/**
 * Makes statements final once their run has ended and their payout is settled or given up: stores names, texts and
 * outcomes, assigns self-billing invoice numbers, and publishes a root, chained to the previous one. A month has a root for
 * each of its parts. Statements are stored in batches and become final together. Idempotent, also when several processes
 * run it.
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

  /** Seals everything that is due, oldest first; returns the months. */
  async execute(): Promise<string[]> {
    const sealed: string[] = [];
    for (let before = -1; before < sealed.length;) {
      before = sealed.length;
      for (const run of await this.windows.toSeal()) if (await this.seal(run)) sealed.push(run.month);
    }
    return sealed;
  }

  /** False when nothing is due, or another process has sealed it. */
  private async seal(run: RunWindow): Promise<boolean> {
    const sealing = await this.begin(run);
    if (!sealing) return false;
    for (const keys of await this.make.batches(run, sealing)) {
      const made = await this.make.execute(run, sealing, keys);
      await this.transactor.run(async (tx) => {
        await this.repository.lockSealing(tx);
        await this.repository.insertMade(tx, sealing, made);
      });
    }
    return this.finish(run, sealing);
  }

  /** The inputs that all statements of a seal share, the same after a restart. Undefined when nothing is due. */
  private async begin(run: RunWindow): Promise<Sealing | undefined> {
    const { runId } = run;
    const keys = (await this.make.unsealed(run)).map(textOf);
    return this.transactor.run(async (tx) => {
      await this.repository.lockSealing(tx);
      const begun = await tx.manager.findOneBy(StatementSealingEntity, { runId });
      if (begun) return begun;
      if ((await this.repository.waitingOf(tx, runId)) !== run.waiting) return undefined;
      const undecided = await this.repository.undecided(tx, run);
      const waiting = keys.filter((key) => undecided.has(key));
      if (keys.length > 0 && waiting.length === keys.length) return undefined;
      const saltKey = Buffer.from(this.random.bytes(KEY_BYTES));
      const sealing = { runId, sealedTx: await this.ledger.cutoff(tx), waiting, saltKey };
      await tx.manager.insert(StatementSealingEntity, { ...sealing, startedAt: tx.now });
      return sealing;
    });
  }

  private async finish(run: RunWindow, { sealedTx, saltKey, waiting }: Sealing): Promise<boolean> {
    return this.transactor.run(async (tx) => {
      await this.repository.lockSealing(tx);
      const current = await tx.manager.findOneBy(StatementSealingEntity, { runId: run.runId });
      if (!current?.saltKey.equals(saltKey)) return false;
      const last = await this.repository.lastMonth(tx);
      const seq = (last?.seq ?? 0) + 1;
      const roots = await this.repository.madeRoots(tx, run.runId);
      const levels = merkleLevels(roots.map((statement) => statementHash(statement)));
      const tree = levels.at(-1)![0] ?? EMPTY;
      const previousRoot = last?.root ?? NO_ROOT;
      const root = monthRoot(run.month, roots.length, tree, Buffer.from(previousRoot, 'hex')).toString('hex');
      await tx.manager.insert(StatementMonthEntity, {
        ...run,
        seq,
        sealedTx,
        size: roots.length,
        waiting: waiting.length,
        treeRoot: tree.toString('hex'),
        previousRoot,
        root,
        saltKey,
        sealedAt: tx.now,
      });
      await this.repository.insertStatements(tx, { ...run, seq });
      await this.repository.insertTree(tx, seq, levels);
      const issued = await this.repository.insertSelfBilling(tx, run.runId);
      // The working rows are no longer needed.
      await tx.manager.delete(StatementSealingEntity, { runId: run.runId });
      await tx.emitMany(SelfBillingIssued, issued);
      await tx.audit(SYSTEM_ACTOR, 'statements.sealed', ['payout_run', run.runId], {
        after: { month: run.month, root, statements: roots.length, self_billing_invoices: issued.length },
      });
      return true;
    });
  }
}
