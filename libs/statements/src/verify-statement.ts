import { Injectable } from '@nestjs/common';
import { formatMinor } from '@portal/kernel';
import { checkStatement, type StatementCheck, type StatementDocument } from '@portal/statement-proof';
import { TransferGateway } from '@portal/stripe-gateway';
import type { StatementVerdictView } from './http/statements.view.js';
import { PublishedRoots } from './read/published-roots.js';
import { Statements } from './read/statements.js';

/** Checks that need a seal. */
const AFTER_SEALING = new Set(['inclusion', 'outcome']);

/** Verifies a statement like `drive verify-statement` does, and also compares it with the processor. */
@Injectable()
export class VerifyStatement {
  constructor(
    private readonly statements: Statements,
    private readonly roots: PublishedRoots,
    private readonly transfers: TransferGateway,
  ) {}

  /** @throws AppError `statement_not_found` (404), `statement_altered` (409) */
  async execute(id: string, orgIds: readonly string[] | null): Promise<StatementVerdictView> {
    const document = await this.statements.get(id, orgIds);
    const own = checkStatement(document).filter(({ code }) => document.proof !== null || !AFTER_SEALING.has(code));
    const checks = [...own, ...(await this.published(document)), ...(await this.transferred(document))];
    return {
      ok: checks.every((check) => check.ok),
      checks: checks.map(({ title, ok, detail }) => ({ name: title, ok, detail })),
    };
  }

  private async published({ proof, statement }: StatementDocument): Promise<StatementCheck[]> {
    if (proof === null) return [];
    const ok = (await this.roots.list()).items.some(
      ({ month, root }) => month === statement.month && root === proof.root,
    );
    return [{ code: 'published_root', title: 'The root of the month is the published one', ok, detail: proof.root }];
  }

  private async transferred({ statement: s }: StatementDocument): Promise<StatementCheck[]> {
    if (s.transfer_id === null) return [];
    const transfer = await this.transfers.findTransfer(s.transfer_id);
    const shown = (minor: bigint): string => formatMinor(minor, s.currency, s.exponent);
    // What is taken back later stands on a later statement.
    const back = transfer?.reversedMinor ? `; ${shown(transfer.reversedMinor)} of it was reversed` : '';
    return [
      {
        code: 'transfer',
        title: 'The transfer at the processor has the amount of this statement',
        ok: transfer?.amountMinor === BigInt(s.paid_minor) && transfer.currency === s.currency,
        detail: transfer
          ? `${shown(transfer.amountMinor)} in ${s.transfer_id}${back}`
          : `${s.transfer_id} is not there`,
      },
    ];
  }
}
