import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { RequireRole } from '@portal/platform/access';
import { ApiPage } from '@portal/platform/http';
import { Prices } from './prices.js';
import { PricesQuery } from './commercial.dto.js';
import { PriceView } from './price.view.js';

@ApiTags('finance')
@RequireRole('finance', 'reviewer', 'admin')
@Controller('api/v1/finance/prices')
export class PricesController {
  constructor(private readonly prices: Prices) {}

  /** List prices. The host's price list, by tier and currency. */
  @Get()
  @ApiPage(PriceView)
  async list(@Query() query: PricesQuery): Promise<Page<PriceView>> {
    return { items: await this.prices.list(query), next_cursor: null };
  }
}
