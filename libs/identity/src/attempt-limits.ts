import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { sha256Hex } from '@portal/platform';
import type { RateLimiterMemory } from 'rate-limiter-flexible';
import { emailKey } from './domain/email.js';
import { identityErrors } from './errors.js';

/** Failed tries within the window (seconds). Successes are given back. */
const RULES = {
  sign_in_pair: { points: 10, duration: 15 * 60 },
  sign_in_account: { points: 50, duration: 60 * 60 },
  sign_in_address: { points: 100, duration: 15 * 60 },
  sign_up_address: { points: 60, duration: 60 * 60 },
  sign_up_account: { points: 10, duration: 60 * 60 },
} as const;
type Rule = keyof typeof RULES;

/**
 * Counts tries per account, per address and per pair of both, whether or not the account exists. Kept in the memory of
 * this process: with N replicas the effective limits are N times as high.
 */
@Injectable()
export class AttemptLimits {
  private readonly limiters = new Map<Rule, RateLimiterMemory>();

  /** @throws AppError `too_many_attempts` (429) with the time to wait. */
  async beforeSignIn(email: string, ip: string): Promise<void> {
    const account = accountKey(email);
    await this.consume('sign_in_address', ip);
    await this.consume('sign_in_pair', `${account} ${ip}`);
    await this.consume('sign_in_account', account);
  }

  /** The owner signed in: tries for this account from this address start at zero again. */
  async afterSignIn(email: string, ip: string): Promise<void> {
    const account = accountKey(email);
    await (await this.limiter('sign_in_pair')).delete(`${account} ${ip}`);
    await (await this.limiter('sign_in_account')).reward(account, 1);
    await (await this.limiter('sign_in_address')).reward(ip, 1);
  }

  /** @throws AppError `too_many_attempts` (429) with the time to wait. */
  async beforeSignUp(email: string, ip: string): Promise<void> {
    await this.consume('sign_up_address', ip);
    await this.consume('sign_up_account', accountKey(email));
  }

  private async consume(rule: Rule, key: string): Promise<void> {
    const limiter = await this.limiter(rule);
    try {
      await limiter.consume(key);
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      throw new AppError(identityErrors.too_many_attempts, {
        retryAfterMs: (refused as { msBeforeNext?: number }).msBeforeNext ?? 60_000,
      });
    }
  }

  private async limiter(rule: Rule): Promise<RateLimiterMemory> {
    const { RateLimiterMemory: Memory } = await import('rate-limiter-flexible');
    const known = this.limiters.get(rule) ?? new Memory({ keyPrefix: rule, ...RULES[rule] });
    this.limiters.set(rule, known);
    return known;
  }
}

function accountKey(email: string): string {
  return sha256Hex(emailKey(email)).slice(0, 32);
}
