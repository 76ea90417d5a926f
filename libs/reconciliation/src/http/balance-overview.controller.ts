import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiData, RequireRole } from '@portal/platform';
import { BalanceOverview } from '../read/balance-overview.js';
import { MoneyPositionView } from './balance-overview.view.js';

@ApiTags('finance')
@Controller('api/v1/finance/position')
@RequireRole('finance')
export class MoneyPositionController {
  constructor(private readonly overview: BalanceOverview) {}

  @Get()
  @ApiData(MoneyPositionView)
  get(): Promise<MoneyPositionView> {
    return this.overview.read();
  }
}
