import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@portal/platform/description';
import { CurrentActor, RequireRole, WithoutStepUp, type Actor } from '@portal/platform/access';
import { ApiData } from '@portal/platform/http';
import { ReadSetup } from './read/read-setup.js';
import { SetupView } from './setup.view.js';
import { TestSetup } from './test-setup.js';

@ApiTags('admin')
@RequireRole('admin')
@Controller('api/v1/admin/setup')
export class SetupController {
  constructor(
    private readonly setup: ReadSetup,
    private readonly test: TestSetup,
  ) {}

  /** Get what is set up. Every step of a new portal, in order, and whether it is done. */
  @Get()
  @ApiData(SetupView)
  getSetup(): Promise<SetupView> {
    return this.setup.execute();
  }

  /** Send a test mail. To the caller's own address. */
  @Post('test-mail')
  @WithoutStepUp('sends a mail to the caller, decides nothing')
  @ApiData(SetupView)
  async sendTestMail(@CurrentActor() actor: Actor): Promise<SetupView> {
    await this.test.mail(actor);
    return this.setup.execute();
  }

  /** Test the payment provider. Asks it for the balance with the configured key. */
  @Post('test-payment-provider')
  @WithoutStepUp('reads a balance that is not shown, decides nothing')
  @ApiData(SetupView)
  async testPaymentProvider(@CurrentActor() actor: Actor): Promise<SetupView> {
    await this.test.paymentProvider(actor);
    return this.setup.execute();
  }
}
