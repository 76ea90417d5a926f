import { Injectable } from '@nestjs/common';
import { AppError, tryAgainIn } from '@portal/kernel';
import { sha256Hex } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import { callerKey, CALLERS_OF_NETWORK, networkKey } from '@portal/platform/http';
import { emailKey } from '../sign-in/domain/email.js';
import { identityErrors } from '../errors.js';
import { AttemptsRepository } from './attempts.repository.js';

/** Tries within the window (seconds). Successful sign-ins and re-authentications are given back. */
const RULES = {
  sign_in_pair: { points: 10, duration: 15 * 60 },
  sign_in_account: { points: 50, duration: 60 * 60 },
  sign_in_address: { points: 100, duration: 15 * 60 },
  sign_up_address: { points: 60, duration: 60 * 60 },
  sign_up_account: { points: 10, duration: 60 * 60 },
  mail_address: { points: 30, duration: 60 * 60 },
  mail_asked: { points: 5, duration: 60 * 60 },
  mail_sent: { points: 5, duration: 10 * 60 },
  link_address: { points: 60, duration: 60 * 60 },
  reauthentication: { points: 10, duration: 15 * 60 },
  second_factor: { points: 10, duration: 15 * 60 },
} as const;
type Rule = keyof typeof RULES;

/**
 * Counts tries per account, per address and per pair of both, whether or not the account exists, in the database: all
 * processes share one count. Somebody refused at one address does not use up the tries of the account elsewhere.
 */
@Injectable()
export class AttemptLimits {
  constructor(private readonly attempts: AttemptsRepository) {}

  /** @throws AppError `too_many_attempts` (429) with the time to wait. */
  async beforeSignIn(email: string, ip: string): Promise<void> {
    const account = accountKey(email);
    await this.consumeAddress('sign_in_address', ip);
    await this.consume('sign_in_pair', `${account} ${callerKey(ip)}`);
    await this.consume('sign_in_account', account);
  }

  /** The owner signed in: tries for this account from this address start at zero again. */
  async afterSignIn(email: string, ip: string): Promise<void> {
    const account = accountKey(email);
    await this.attempts.forget('sign_in_pair', `${account} ${callerKey(ip)}`);
    await this.attempts.giveBack('sign_in_account', account);
    await this.attempts.giveBack('sign_in_address', callerKey(ip));
    const network = networkKey(ip);
    if (network !== undefined) await this.attempts.giveBack('sign_in_address', network);
  }

  /** @throws AppError `too_many_attempts` (429) with the time to wait. */
  async beforeSignUp(email: string, ip: string): Promise<void> {
    await this.consumeAddress('sign_up_address', ip);
    await this.consume('sign_up_account', accountKey(email));
  }

  /** Before anything is mailed on a stranger's word. @throws AppError `too_many_attempts` (429). */
  async beforeMail(email: string, ip: string): Promise<void> {
    await this.consumeAddress('mail_address', ip);
    await this.consume('mail_asked', `${accountKey(email)} ${callerKey(ip)}`);
  }

  /**
   * Whether one more mail of this kind may go to the address, whoever asked for it. When not, the reader has five, whose
   * links all work for five minutes and longer, so nobody waits for others.
   */
  async mayMail(tx: Tx, kind: string, email: string): Promise<boolean> {
    const { points, duration } = RULES.mail_sent;
    return (await this.attempts.count('mail_sent', `${accountKey(email)} ${kind}`, duration, tx)).points <= points;
  }

  /** Before a mailed token is looked at. @throws AppError `too_many_attempts` (429). */
  async beforeLink(ip: string): Promise<void> {
    await this.consumeAddress('link_address', ip);
  }

  /** Before somebody who is signed in proves once more who they are. @throws AppError `too_many_attempts` (429). */
  async beforeReauthentication(userId: string): Promise<void> {
    await this.consume('reauthentication', userId);
  }

  async afterReauthentication(userId: string): Promise<void> {
    await this.attempts.forget('reauthentication', userId);
  }

  /** Before a code is looked at, of somebody whose password was right. @throws AppError `too_many_attempts` (429). */
  async beforeSecondFactor(userId: string): Promise<void> {
    await this.consume('second_factor', userId);
  }

  async afterSecondFactor(userId: string): Promise<void> {
    await this.attempts.forget('second_factor', userId);
  }

  /** The caller's, and of an IPv6 address those of the wider network, which has several callers' worth. */
  private async consumeAddress(rule: Rule, ip: string): Promise<void> {
    await this.consume(rule, callerKey(ip));
    const network = networkKey(ip);
    if (network !== undefined) await this.consume(rule, network, CALLERS_OF_NETWORK);
  }

  private async consume(rule: Rule, key: string, times = 1): Promise<void> {
    const { points, endsInMs } = await this.attempts.count(rule, key, RULES[rule].duration);
    if (points > RULES[rule].points * times)
      throw new AppError(identityErrors.too_many_attempts, {
        message: `Too many attempts. ${tryAgainIn(endsInMs)}`,
        retryAfterMs: endsInMs,
      });
  }
}

function accountKey(email: string): string {
  return sha256Hex(emailKey(email)).slice(0, 32);
}
