import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BypassRowSecurity, Public, RequireRole, WithoutStepUp } from '@portal/platform/access';
import { ApiData, BodyLimit, SMALL_BODY } from '@portal/platform/http';
import { DemoFillingRepository } from './demo-filling.repository.js';
import { DemoFillingBody, DemoFillingView } from './demo-filling.view.js';

/** How far the demo's marketplace has come. Only in demo mode; 404 otherwise. */
@ApiTags('demo')
@BodyLimit(SMALL_BODY)
@BypassRowSecurity('one row that is the same for everybody')
@Controller('api/v1/demo/filling')
export class DemoFillingController {
  constructor(private readonly filling: DemoFillingRepository) {}

  /** Get how far the demo has been filled. Drives that are listed, of how many, and what is being done now. */
  @Get()
  @Public()
  @ApiData(DemoFillingView)
  show(): Promise<DemoFillingView> {
    return this.filling.read();
  }

  /** Save how far the demo has been filled. By the program that fills it, after each of its steps. */
  @Put()
  @RequireRole('admin')
  @WithoutStepUp('shows progress, decides nothing')
  @ApiData(DemoFillingView)
  async save(@Body() body: DemoFillingBody): Promise<DemoFillingView> {
    await this.filling.save(body);
    return this.show();
  }
}
