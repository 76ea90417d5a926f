import { Injectable } from '@nestjs/common';
import { Billing } from '@portal/billing';
import { correctionsOf, linesElsewhere } from './domain/self-billing.js';
import { rootUnder } from './domain/statement-salts.js';
import { StatementsRepository, type MadeRow, type Sealing } from './persistence/statements.repository.js';
import type { RunWindow } from './read/run-windows.js';
import { SelfBilling } from './read/self-billing.js';
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
    private readonly selfBilling: SelfBilling,
  ) {}

  /** The statements of a run that are not sealed. */
  async unsealed(run: RunWindow): Promise<StatementKey[]> {
    const keys = (await this.source.keys([run])).map(({ key }) => key);
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
    const places = keys.map((key) => ({ run, key }));
    const [bases, billers] = [
      await this.source.bases(places, sealedTx),
      await this.repository.billable([...new Set(keys.map(({ orgId }) => orgId))]),
    ];
    const documents = await this.source.documents(places.map((place, n) => ({ ...place, basis: bases[n]! })));
    const invoices = await this.selfBilling.invoicesOf(documents.flatMap(linesElsewhere));
    return keys.map((key, n) => {
      const [{ facts, ...basis }, document, biller] = [bases[n]!, documents[n]!, billers.get(key.orgId)];
      const next = (): string => selfBillingNumber(key.orgId, (biller!.lastSeq += 1));
      const number = biller?.agreed && document.statement.earned_minor !== '0' ? next() : null;
      const corrective = correctionsOf(document, invoices).length > 0 ? { corrective_number: next() } : {};
      document.statement.self_billing_number = number;
      return {
        ...basis,
        ...key,
        facts: { ...facts, self_billing_number: number, ...corrective },
        statementRoot: rootUnder(saltKey, document).toString('hex'),
        profileVersion: number === null && !corrective.corrective_number ? null : biller!.version,
      };
    });
  }
}

/** Of a self-billing invoice or corrective, unique and gapless per author. */
function selfBillingNumber(orgId: string, seq: number): string {
  return `SB-${orgId.replaceAll('-', '').slice(-12).toUpperCase()}-${String(seq).padStart(6, '0')}`;
}
