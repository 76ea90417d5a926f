import { Injectable } from '@nestjs/common';
import { AppError, commonErrors } from '@portal/kernel';
import { Config } from '@portal/platform';
import type { RateLimiterMemory } from 'rate-limiter-flexible';

/**
 * How often the public validator may be asked, per caller and minute and hour. One origin is read for all callers
 * together no more often than one caller may ask in a minute, so that we cannot be aimed at anybody. Kept in the memory
 * of this process: with N replicas the effective limits are N times as high.
 */
@Injectable()
export class ValidatorLimits {
  private limiters: Promise<Record<'minute' | 'hour' | 'target', RateLimiterMemory>> | undefined;

  constructor(private readonly config: Config) {}

  /** @throws AppError `too_many_requests` (429) with the time to wait. */
  async beforeAnswer(caller: string): Promise<void> {
    const { minute, hour } = await this.all();
    await consume(minute, caller);
    await consume(hour, caller);
  }

  /** @throws AppError `too_many_requests` (429) with the time to wait. */
  async beforeRun(origin: string): Promise<void> {
    await consume((await this.all()).target, origin);
  }

  private all(): Promise<Record<'minute' | 'hour' | 'target', RateLimiterMemory>> {
    const { perMinute, perHour } = this.config.validatorLimits;
    this.limiters ??= import('rate-limiter-flexible').then(({ RateLimiterMemory: Memory }) => ({
      minute: new Memory({ keyPrefix: 'validator_minute', points: perMinute, duration: 60 }),
      hour: new Memory({ keyPrefix: 'validator_hour', points: perHour, duration: 3_600 }),
      target: new Memory({ keyPrefix: 'validator_target', points: perMinute, duration: 60 }),
    }));
    return this.limiters;
  }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    throw new AppError(commonErrors.too_many_requests, {
      retryAfterMs: (refused as { msBeforeNext?: number }).msBeforeNext ?? 60_000,
    });
  }
}
