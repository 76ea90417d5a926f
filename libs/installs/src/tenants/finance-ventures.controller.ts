import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { RequireRole } from '@portal/platform/access';
import { ApiPage } from '@portal/platform/http';
import { TenantQueries } from './tenant-queries.js';
import { VenturesQuery } from '../install/http/installs.dto.js';
import { VentureView } from '../install/read/installs.view.js';

@ApiTags('finance')
@RequireRole('finance')
@Controller('api/v1/finance/ventures')
export class FinanceVenturesController {
  constructor(private readonly queries: TenantQueries) {}

  /** Search ventures. By a part of their name or of their tenant's. At most 20. */
  @Get()
  @ApiPage(VentureView)
  async search(@Query() { q }: VenturesQuery): Promise<Page<VentureView>> {
    return { items: await this.queries.findVentures(q ?? ''), next_cursor: null };
  }
}
