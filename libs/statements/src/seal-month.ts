import { Injectable } from '@nestjs/common';
import { Random } from '@portal/kernel';
import { Ledger } from '@portal/ledger';
import { Audit, Outbox, SYSTEM_ACTOR, Transactor } from '@portal/platform';
import {
  itemsOf,
  merkleLevels,
  monthRoot,
  NO_ROOT,
  saltOf,
  statementHash,
  statementRoot,
  type StatementDocument,
} from '@portal/statement-proof';
import { MonthSealed } from './events.js';
import { StatementsRepository, type SelfBillingRow, type StatementRow } from './persistence/statements.repository.js';
import { RunWindows, type RunWindow } from './read/run-windows.js';
import { StatementSource, type StatementBasis, type StatementKey } from './read/statement-source.js';

const AT_ONCE = 8;
const KEY_BYTES = 32;
/** Root of a month in which nobody had anything: of one leaf that says so. */
const EMPTY = Buffer.alloc(32);

interface Made {
  key: StatementKey;
  basis: StatementBasis;
  root: Buffer;
}

/**
 * Makes the statements of a month final once its run has ended: fixes names, words and outcomes, numbers self-billing
 * invoices, and publishes the root of the month, chained to the one before. Repeating is harmless.
 */
@Injectable()
export class SealMonth {
  constructor(
    private readonly transactor: Transactor,
    private readonly windows: RunWindows,
    private readonly source: StatementSource,
    private readonly repository: StatementsRepository,
    private readonly ledger: Ledger,
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
    const sealedTx = await this.transactor.run((tx) => this.ledger.cutoff(tx));
    const [last, billers] = [await this.repository.lastMonth(), await this.repository.selfBillers()];
    const saltKey = Buffer.from(this.random.bytes(KEY_BYTES));
    const selfBilling: SelfBillingRow[] = [];
    const made = await this.make({ ...run, sealedTx }, saltKey, (key, basis) => {
      const biller = billers.get(key.orgId);
      if (biller === undefined || basis.facts.paid_minor === '0') return null;
      biller.lastSeq += 1;
      const number = selfBillingNumber(key.orgId, biller.lastSeq);
      const profileVersion = biller.version;
      selfBilling.push({ orgId: key.orgId, seq: biller.lastSeq, number, statementId: basis.id, profileVersion });
      return number;
    });
    // By their hash, so that a place tells nothing of whose statement it is.
    made.sort((a, b) => Buffer.compare(a.root, b.root));
    const levels = merkleLevels(made.map(({ root }) => statementHash(root)));
    const tree = levels.at(-1)![0] ?? EMPTY;
    const previousRoot = last?.root ?? NO_ROOT;
    const root = monthRoot(run.month, made.length, tree, Buffer.from(previousRoot, 'hex')).toString('hex');
    const rows = made.map(({ key, basis, root: statement }, position): StatementRow => ({
      ...basis,
      ...key,
      month: run.month,
      runId: run.runId,
      position,
      statementRoot: statement.toString('hex'),
    }));
    await this.transactor.run(async (tx) => {
      await this.repository.insertMonth(tx, {
        ...run,
        seq: (last?.seq ?? 0) + 1,
        sealedTx,
        size: rows.length,
        treeRoot: tree.toString('hex'),
        previousRoot,
        root,
        saltKey,
      });
      await this.repository.insertStatements(tx, rows);
      await this.repository.insertTree(tx, run.runId, levels);
      await this.repository.insertSelfBilling(tx, selfBilling);
      await this.outbox.emit(tx, MonthSealed, { month: run.month, root });
      await this.audit.record(tx, {
        actor: SYSTEM_ACTOR,
        action: 'statements.sealed',
        subjectType: 'payout_run',
        subjectId: run.runId,
        after: { month: run.month, root, statements: rows.length, self_billing_invoices: selfBilling.length },
      });
    });
  }

  private async make(
    run: RunWindow & { sealedTx: string },
    saltKey: Buffer,
    numberFor: (key: StatementKey, basis: StatementBasis) => string | null,
  ): Promise<Made[]> {
    const keys = await this.source.keys(run);
    const made: Made[] = [];
    for (let i = 0; i < keys.length; i += AT_ONCE) {
      const group = keys.slice(i, i + AT_ONCE);
      const bases = await Promise.all(group.map((key) => this.source.basis(run, key, run.sealedTx)));
      const numbered = bases.map((basis, n) => ({
        ...basis,
        facts: { ...basis.facts, self_billing_number: numberFor(group[n]!, basis) },
      }));
      const documents = await Promise.all(numbered.map((basis, n) => this.source.document(run, group[n]!, basis)));
      for (const [n, document] of documents.entries())
        made.push({ key: group[n]!, basis: numbered[n]!, root: rootUnder(saltKey, document) });
    }
    return made;
  }
}

/** Root of a statement under the salts of its month. */
export function rootUnder(saltKey: Uint8Array, document: Omit<StatementDocument, 'proof'>): Buffer {
  return statementRoot(document, saltsUnder(saltKey, document));
}

export function saltsUnder(saltKey: Uint8Array, document: Omit<StatementDocument, 'proof'>): Buffer[] {
  return itemsOf(document).map((_, index) => saltOf(saltKey, document.statement.id, index));
}

/** Unique and without gaps per author account. */
function selfBillingNumber(orgId: string, seq: number): string {
  return `SB-${orgId.replaceAll('-', '').slice(-12).toUpperCase()}-${String(seq).padStart(6, '0')}`;
}
