import { Injectable } from '@nestjs/common';
import { AppError, commonErrors } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { callerKey, CALLERS_OF_NETWORK, networkKey, RateLimits, type RateLimit } from '@portal/platform/http';

/** Checks that one caller may have running or waiting in one process. */
const AT_A_TIME = 3;

/**
 * How often the public validator may be asked: per caller and minute and hour, per wider network of IPv6 and hour, and
 * per host of a Drive and minute for all callers together, so that we cannot be used against a host. One caller has at
 * most half of a host's checks, so that the author is never blocked. Counted for all processes together.
 */
@Injectable()
export class ValidatorLimits {
  private readonly running = new Map<string, number>();
  private readonly callerMinute: RateLimit;
  private readonly callerHour: RateLimit;
  private readonly networkHour: RateLimit;
  private readonly callerTargetMinute: RateLimit;
  private readonly targetMinute: RateLimit;

  constructor(
    config: Config,
    private readonly limits: RateLimits,
  ) {
    const { perMinute, perHour, perTarget } = config.validatorLimits;
    this.callerMinute = { name: 'validator_caller_minute', points: perMinute, seconds: 60 };
    this.callerHour = { name: 'validator_caller_hour', points: perHour, seconds: 3_600 };
    this.networkHour = { name: 'validator_network_hour', points: perHour * CALLERS_OF_NETWORK, seconds: 3_600 };
    const half = Math.ceil(perTarget / 2);
    this.callerTargetMinute = { name: 'validator_caller_target_minute', points: half, seconds: 60 };
    this.targetMinute = { name: 'validator_target_minute', points: perTarget, seconds: 60 };
  }

  /**
   * @param ip the address that asks.
   * @throws AppError `too_many_requests` (429) with the time to wait and the limit that was hit.
   */
  async beforeAnswer(ip: string): Promise<void> {
    const caller = callerKey(ip);
    await this.take(this.callerMinute, caller, 'caller_minute', 'checks per minute from your address');
    await this.take(this.callerHour, caller, 'caller_hour', 'checks per hour from your address');
    const network = networkKey(ip);
    if (network !== undefined)
      await this.take(this.networkHour, network, 'network_hour', 'checks per hour from your network');
  }

  /**
   * @param ip the address that asks; absent for a check of our own.
   * @throws AppError `too_many_requests` (429) with the time to wait and the limit that was hit.
   */
  async beforeRun(host: string, ip?: string): Promise<void> {
    if (ip !== undefined) await this.takeShare(host, ip);
    await this.take(this.targetMinute, host, 'target_minute', 'checks per minute of this host, whoever asks');
  }

  /**
   * Takes one of the places that a caller has at a time; the function that is returned gives it back.
   * @throws AppError `too_many_requests` (429)
   */
  enter(ip: string): () => void {
    const caller = callerKey(ip);
    const taken = this.running.get(caller) ?? 0;
    if (taken >= AT_A_TIME) throw refusal('caller_running', `${AT_A_TIME} checks at a time from your address`, 5_000);
    this.running.set(caller, taken + 1);
    return () => {
      const left = this.running.get(caller)! - 1;
      if (left > 0) this.running.set(caller, left);
      else this.running.delete(caller);
    };
  }

  private takeShare(host: string, ip: string): Promise<void> {
    const what = 'checks per minute of this host from your address';
    return this.take(this.callerTargetMinute, `${callerKey(ip)} ${host}`, 'caller_target_minute', what);
  }

  private async take(limit: RateLimit, key: string, code: string, what: string): Promise<void> {
    const waitMs = await this.limits.take(limit, key);
    if (waitMs !== null) throw refusal(code, `${limit.points} ${what}`, waitMs);
  }
}

function refusal(code: string, limit: string, retryAfterMs: number): AppError {
  return commonErrors.too_many_requests({
    message: `Too many checks: the limit is ${limit}. Try again in ${Math.ceil(retryAfterMs / 1_000)} s.`,
    details: [{ pointer: '/query/url', code, message: `The limit is ${limit}.` }],
    retryAfterMs,
  });
}
