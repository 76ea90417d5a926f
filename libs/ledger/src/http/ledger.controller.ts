import { Param, Query, StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';
import { RequireRole } from '@portal/platform/access';
import { ApiController, GetData, GetPage, GetFile } from '@portal/platform/http';
import { required } from '@portal/kernel';
import { ledgerErrors } from '../errors.js';
import { LedgerSources } from '../ledger-sources.js';
import { AccountTotals } from '../read/account-totals.js';
import { ENTRY_COLUMNS, ExportEntries } from '../read/export-entries.js';
import { ListEntries } from '../read/list-entries.js';
import { ProveLedger } from '../read/prove-ledger.js';
import { EntriesQuery, ProofQuery, SourceParams } from './ledger.dto.js';
import { AccountTotalsView, LedgerEntryView, LedgerSourceView, ProofView } from './ledger.view.js';

@RequireRole('finance', 'admin')
@ApiController('finance', 'api/v1/finance/ledger')
export class LedgerController {
  constructor(
    private readonly entries: ListEntries,
    private readonly prover: ProveLedger,
    private readonly accounts: AccountTotals,
    private readonly exporter: ExportEntries,
    private readonly sources: LedgerSources,
  ) {}

  /**
   * List ledger entries. Newest first. If one account is chosen, each entry includes the account's balance after it.
   */
  @GetPage('', LedgerEntryView)
  list(@Query() query: EntriesQuery) {
    return this.entries.execute(query);
  }

  /**
   * List account totals. By account code and currency; all authors of a code together. Codes without an entry are left
   * out.
   */
  @GetData('totals', AccountTotalsView)
  async totals() {
    return { totals: await this.accounts.list() };
  }

  /** Export ledger entries. Everything that matches the filter, as CSV. */
  @GetFile('csv', ['text/csv'], { columns: ENTRY_COLUMNS })
  async csv(@Query() query: EntriesQuery): Promise<StreamableFile> {
    const { fileName, parts } = await this.exporter.csv(query);
    return new StreamableFile(Readable.from(parts), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="${fileName}"`,
    });
  }

  /** Get what a posting was made for. By the type and id that ledger entries carry. */
  @GetData('sources/:type/:id', LedgerSourceView)
  async source(@Param() { type, id }: SourceParams) {
    const source = required(await this.sources.describe(type, id), ledgerErrors.ledger_source_not_found);
    return {
      type,
      id,
      title: source.title,
      page: source.page,
      transfers: [...source.transfers],
      facts: source.facts.map((fact) => ({
        name: fact.name,
        text: fact.text ?? null,
        amount_minor: fact.amount?.minor ?? null,
        currency: fact.amount?.currency ?? null,
        at: fact.at?.toISOString() ?? null,
        page: fact.page ?? null,
      })),
    };
  }

  /**
   * Verify the ledger. Checks every rule of the books at one point in time. With `full`, every entry is read, which can
   * take minutes.
   */
  @GetData('proof', ProofView)
  async proof(@Query() { full }: ProofQuery) {
    const proof = await this.prover.execute({ full: full === 'true' });
    return {
      ok: proof.ok,
      checked_at: proof.checkedAt.toISOString(),
      entries: proof.entries,
      checks: proof.checks.map(({ code, title, ok, detail, query }) => ({ code, title, ok, detail, query })),
    };
  }
}
