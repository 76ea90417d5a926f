import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiData, ApiPage, RequireRole } from '@portal/platform';
import type { Page } from '@portal/kernel';
import { ListEntries } from '../read/list-entries.js';
import { ProveLedger } from '../read/prove-ledger.js';
import { EntriesQuery } from './ledger.dto.js';
import { LedgerEntryView, ProofView } from './ledger.view.js';

@ApiTags('finance')
@RequireRole('finance', 'admin')
@Controller('api/v1/finance/ledger')
export class LedgerController {
  constructor(
    private readonly entries: ListEntries,
    private readonly prover: ProveLedger,
  ) {}

  @Get()
  @ApiPage(LedgerEntryView)
  list(@Query() query: EntriesQuery): Promise<Page<LedgerEntryView>> {
    return this.entries.execute(query);
  }

  @Get('proof')
  @ApiData(ProofView)
  async proof(): Promise<ProofView> {
    const proof = await this.prover.execute();
    return {
      ok: proof.ok,
      checked_at: proof.checkedAt.toISOString(),
      entries: proof.entries,
      checks: proof.checks.map(({ code, title, ok, detail, query }) => ({ code, title, ok, detail, query })),
    };
  }
}
