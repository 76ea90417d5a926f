import { Body } from '@nestjs/common';
import { BypassRowSecurity, Public, RequireRole, WithoutStepUp } from '@portal/platform/access';
import { BodyLimit, SMALL_BODY, ApiController, GetData, PutData } from '@portal/platform/http';
import { DemoFillingRepository } from './demo-filling.repository.js';
import { DemoFillingBody, DemoFillingView } from './demo-filling.view.js';

/** How far the demo's marketplace has come. Only in demo mode; 404 otherwise. */
@BodyLimit(SMALL_BODY)
@BypassRowSecurity('one row that is the same for everybody')
@ApiController('demo', 'api/v1/demo/filling')
export class DemoFillingController {
  constructor(private readonly filling: DemoFillingRepository) {}

  /** Get how far the demo has been filled. Drives that are listed, of how many, and what is being done now. */
  @GetData('', DemoFillingView)
  @Public()
  show() {
    return this.filling.read();
  }

  /** Save how far the demo has been filled. By the program that fills it, after each of its steps. */
  @PutData('', DemoFillingView)
  @RequireRole('admin')
  @WithoutStepUp('shows progress, decides nothing')
  async save(@Body() body: DemoFillingBody) {
    await this.filling.save(body);
    return this.show();
  }
}
