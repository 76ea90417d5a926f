import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiData, RequireRole } from '@portal/platform';
import { MoneyPosition } from '../read/money-position.js';
import { MoneyPositionView } from './money-position.view.js';

@ApiTags('finance')
@Controller('api/v1/finance/position')
@RequireRole('finance')
export class MoneyPositionController {
  constructor(private readonly position: MoneyPosition) {}

  @Get()
  @ApiData(MoneyPositionView)
  get(): Promise<MoneyPositionView> {
    return this.position.read();
  }
}
