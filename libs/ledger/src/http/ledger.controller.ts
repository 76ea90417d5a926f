import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiData, ApiPage, RawBody, RequireRole } from '@portal/platform';
import type { Page } from '@portal/kernel';
import { AccountTotals } from '../read/account-totals.js';
import { ExportEntries } from '../read/export-entries.js';
import { ListEntries } from '../read/list-entries.js';
import { ProveLedger } from '../read/prove-ledger.js';
import { EntriesQuery, ProofQuery } from './ledger.dto.js';
import { AccountTotalsView, LedgerEntryView, ProofView } from './ledger.view.js';

@ApiTags('finance')
@RequireRole('finance', 'admin')
@Controller('api/v1/finance/ledger')
export class LedgerController {
  constructor(
    private readonly entries: ListEntries,
    private readonly prover: ProveLedger,
    private readonly accounts: AccountTotals,
    private readonly exporter: ExportEntries,
  ) {}

  @Get()
  @ApiPage(LedgerEntryView)
  list(@Query() query: EntriesQuery): Promise<Page<LedgerEntryView>> {
    return this.entries.execute(query);
  }

  @Get('totals')
  @ApiData(AccountTotalsView)
  async totals(): Promise<AccountTotalsView> {
    return { totals: await this.accounts.list() };
  }

  @Get('csv')
  @RawBody()
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="ledger.csv"')
  csv(@Query() query: EntriesQuery): Promise<string> {
    return this.exporter.csv(query);
  }

  @Get('proof')
  @ApiData(ProofView)
  async proof(@Query() { full }: ProofQuery): Promise<ProofView> {
    const proof = await this.prover.execute({ full: full === 'true' });
    return {
      ok: proof.ok,
      checked_at: proof.checkedAt.toISOString(),
      entries: proof.entries,
      checks: proof.checks.map(({ code, title, ok, detail, query }) => ({ code, title, ok, detail, query })),
    };
  }
}
