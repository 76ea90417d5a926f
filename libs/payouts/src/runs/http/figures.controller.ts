import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BypassRowSecurity, Public } from '@portal/platform/access';
import { ApiData } from '@portal/platform/http';
import { PublicFigures } from '../read/public-figures.js';
import { FiguresView } from './figures.view.js';

@ApiTags('public')
@Public()
@BypassRowSecurity('sums over everybody')
@Controller('api/public/figures')
export class FiguresController {
  constructor(private readonly figures: PublicFigures) {}

  /** Get the figures of this portal. Plugins, installs, and what authors were paid last month. */
  @Get()
  @ApiData(FiguresView)
  get(): Promise<FiguresView> {
    return this.figures.view();
  }
}
