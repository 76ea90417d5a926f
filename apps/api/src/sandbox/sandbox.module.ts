import { Module } from '@nestjs/common';
import { StripeGatewayModule } from '@portal/stripe-gateway';
import { AdvanceClock } from './advance-clock.js';
import { SandboxController } from './sandbox.controller.js';

/** Controls that exist in sandbox mode only: the test clock and the mailbox. */
@Module({ imports: [StripeGatewayModule], controllers: [SandboxController], providers: [AdvanceClock] })
export class SandboxModule {}
