import { Injectable } from '@nestjs/common';
import { Billing } from '@portal/billing';
import { rootUnder } from './domain/statement-salts.js';
import { StatementsRepository, type MadeRow, type Sealing } from './persistence/statements.repository.js';
import type { RunWindow } from './read/run-windows.js';
import { StatementSource, textOf, type StatementKey } from './read/statement-source.js';

/** A batch is kept in memory at once. */
const AUTHORS_AT_ONCE = 500;

/** Creates the statements of a seal in batches: facts, self-billing numbers and roots. */
@Injectable()
export class MakeStatements {
  /** About how many lines the authors of one batch have; tests set it, because so many take long to make. */
  linesAtOnce = 10_000;

  constructor(
    private readonly source: StatementSource,
    private readonly repository: StatementsRepository,
    private readonly billing: Billing,
  ) {}

  /** The statements of a run that are not sealed. */
  async unsealed(run: RunWindow): Promise<StatementKey[]> {
    const keys = await this.source.keys(run);
    if (run.waiting === null) return keys;
    const sealed = await this.repository.sealedKeys(run.runId);
    return keys.filter((key) => !sealed.has(textOf(key)));
  }

  /** The remaining batches. All statements of an author are in the same batch. */
  async batches(run: RunWindow, { waiting }: Sealing): Promise<StatementKey[][]> {
    const left = new Set(waiting);
    const [keys, done, counts] = [
      (await this.unsealed(run)).filter((key) => !left.has(textOf(key))),
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
        if (batches.length === 0 || authors > AUTHORS_AT_ONCE || lines > this.linesAtOnce) {
          batches.push([]);
          [authors, lines] = [1, counts.get(key.orgId) ?? 0];
        }
      }
      batches.at(-1)!.push(key);
    }
    return batches;
  }

  async execute(run: RunWindow, { sealedTx, saltKey }: Sealing, keys: readonly StatementKey[]): Promise<MadeRow[]> {
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
}

/** Self-billing invoice number, unique and gapless per author. */
function selfBillingNumber(orgId: string, seq: number): string {
  return `SB-${orgId.replaceAll('-', '').slice(-12).toUpperCase()}-${String(seq).padStart(6, '0')}`;
}
