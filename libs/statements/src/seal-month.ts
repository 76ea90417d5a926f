import { Injectable } from '@nestjs/common';
import { Billing } from '@portal/billing';
import { Random } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import { Audit, Outbox, SYSTEM_ACTOR, Transactor } from '@portal/platform';
import {
  itemCount,
  merkleLevels,
  monthRoot,
  NO_ROOT,
  saltOf,
  statementHash,
  statementRoot,
  type StatementDocument,
} from '@portal/statement-proof';
import { MonthSealed } from './events.js';
import { StatementsRepository, type MadeRow, type Sealing } from './persistence/statements.repository.js';
import { RunWindows, type RunWindow } from './read/run-windows.js';
import { StatementSource, type StatementKey } from './read/statement-source.js';

/** Authors whose statements are made together, and about how many lines they may have: what is held in memory at once. */
const AUTHORS_AT_ONCE = 500;
const LINES_AT_ONCE = 10_000;
const KEY_BYTES = 32;
/** Root of a month in which nobody had anything: of one leaf that says so. */
const EMPTY = Buffer.alloc(32);

/**
 * Makes the statements of a month final once its run has ended: fixes names, words and outcomes, numbers self-billing
 * invoices, and publishes the root of the month, chained to the one before. Statements are made in batches, each kept as
 * it is done; all of them become final at once. Repeating is harmless, also by several at the same time.
 */
@Injectable()
export class SealMonth {
  constructor(
    private readonly transactor: Transactor,
    private readonly windows: RunWindows,
    private readonly source: StatementSource,
    private readonly repository: StatementsRepository,
    private readonly ledger: Ledger,
    private readonly billing: Billing,
    private readonly random: Random,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
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
    // Somebody else sealed it meanwhile.
    if (!sealing) return;
    for (const keys of await this.batches(run)) {
      const made = await this.make(run, sealing, keys);
      await this.transactor.run(async (tx) => {
        await this.repository.lockSealing(tx);
        await this.repository.insertMade(tx, run.runId, made);
      });
    }
    await this.finish(run, sealing);
  }

  /** What every statement of the month is made with; the same after a restart. */
  private async begin(runId: string): Promise<Sealing | undefined> {
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

  /** What is left to be made, everything of an author in the same batch. */
  private async batches(run: RunWindow): Promise<StatementKey[][]> {
    const [keys, done, counts] = [
      await this.source.keys(run),
      await this.repository.madeOf(run.runId),
      await this.billing.lineCounts(run.month),
    ];
    const batches: StatementKey[][] = [];
    let [authors, lines] = [0, 0];
    for (const [n, key] of keys.entries()) {
      if (done.has(key.orgId)) continue;
      if (keys[n - 1]?.orgId !== key.orgId) {
        authors += 1;
        lines += counts.get(key.orgId) ?? 0;
        if (batches.length === 0 || authors > AUTHORS_AT_ONCE || lines > LINES_AT_ONCE) {
          batches.push([]);
          [authors, lines] = [1, counts.get(key.orgId) ?? 0];
        }
      }
      batches.at(-1)!.push(key);
    }
    return batches;
  }

  private async make(
    run: RunWindow,
    { sealedTx, saltKey }: Sealing,
    keys: readonly StatementKey[],
  ): Promise<MadeRow[]> {
    const [bases, billers] = [
      await this.source.bases(run, keys, sealedTx),
      await this.repository.selfBillers([...new Set(keys.map(({ orgId }) => orgId))]),
    ];
    const numbered = bases.map((basis, n) => {
      const key = keys[n]!;
      const biller = billers.get(key.orgId);
      if (biller === undefined || basis.facts.paid_minor === '0') return { key, basis, selfBilling: null };
      biller.lastSeq += 1;
      const facts = { ...basis.facts, self_billing_number: selfBillingNumber(key.orgId, biller.lastSeq) };
      return { key, basis: { ...basis, facts }, selfBilling: { seq: biller.lastSeq, profileVersion: biller.version } };
    });
    const documents = await this.source.documents(run, numbered);
    return numbered.map(({ key, basis, selfBilling }, n) => ({
      ...basis,
      ...key,
      statementRoot: rootUnder(saltKey, documents[n]!).toString('hex'),
      selfBilling,
    }));
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
      await this.repository.insertMonth(tx, {
        ...run,
        seq: (last?.seq ?? 0) + 1,
        sealedTx,
        size: roots.length,
        treeRoot: tree.toString('hex'),
        previousRoot,
        root,
        saltKey,
      });
      await this.repository.insertStatements(tx, run);
      await this.repository.insertTree(tx, run.runId, levels);
      const selfBilling = await this.repository.insertSelfBilling(tx, run.runId);
      await this.repository.endSealing(tx, run.runId);
      await this.outbox.emit(tx, MonthSealed, { month: run.month, root });
      await this.audit.record(tx, {
        actor: SYSTEM_ACTOR,
        action: 'statements.sealed',
        subjectType: 'payout_run',
        subjectId: run.runId,
        after: { month: run.month, root, statements: roots.length, self_billing_invoices: selfBilling },
      });
    });
  }
}

/** Root of a statement under the salts of its month. */
export function rootUnder(saltKey: Uint8Array, document: Omit<StatementDocument, 'proof'>): Buffer {
  return statementRoot(document, saltsUnder(saltKey, document));
}

export function saltsUnder(saltKey: Uint8Array, document: Omit<StatementDocument, 'proof'>): Buffer[] {
  return Array.from({ length: itemCount(document) }, (_, index) => saltOf(saltKey, document.statement.id, index));
}

/** Unique and without gaps per author account. */
function selfBillingNumber(orgId: string, seq: number): string {
  return `SB-${orgId.replaceAll('-', '').slice(-12).toUpperCase()}-${String(seq).padStart(6, '0')}`;
}
