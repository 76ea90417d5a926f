import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { TestClock } from '@portal/platform/database';
import { SandboxControl } from '@portal/stripe-gateway';

/** Moves business time here and in the Stripe sandbox by the same amount. */
@Injectable()
export class AdvanceClock {
  constructor(
    private readonly clock: TestClock,
    private readonly stripe: SandboxControl,
  ) {}

  /** @throws AppError `clock_backwards`, `clock_leased` */
  async execute(to: { ms: number } | { instant: Date }, actor: Actor, lease?: string) {
    const moved = await this.clock.advance(to, actor, lease);
    await this.stripe.setClockOffset(moved.offsetMs);
    return moved;
  }
}
