import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequireRole } from '@portal/platform/access';
import { ApiData } from '@portal/platform/http';
import { BalanceOverview } from '../read/balance-overview.js';
import { MoneyPositionView } from './balance-overview.view.js';

@ApiTags('finance')
@Controller('api/v1/finance/balance-overview')
@RequireRole('finance')
export class BalanceOverviewController {
  constructor(private readonly overview: BalanceOverview) {}

  /**
   * Get the balance overview. By currency: the balance at the payment provider and the amounts owed. The provider is
   * queried each time.
   */
  @Get()
  @ApiData(MoneyPositionView)
  get(): Promise<MoneyPositionView> {
    return this.overview.read();
  }
}
