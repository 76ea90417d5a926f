import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError, tryAgainIn } from '@portal/kernel';
import { sha256Hex } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import { callerKey, CALLERS_OF_NETWORK, networkKey } from '@portal/platform/http';
import { emailKey } from '../sign-in/domain/email.js';
import { identityErrors } from '../errors.js';
import type { MailedLinkKind } from '../people/mailed-links.repository.js';
import { AttemptsRepository } from './attempts.repository.js';
import { TRIES, waitAfter, waitsOf, WARNED_AT, type TriesRule } from './domain/tries.js';
import { KnownPlaces, type Place } from './known-places.js';

/** What is guessed: the password, or the second step of somebody whose password was right. */
type Guessed = 'password' | 'code';

/** Who tries what, from where. `userId` is undefined for an address without an account. */
interface Asker {
  readonly email: string;
  readonly userId: string | undefined;
  readonly place: Place;
}

/** A try that may be looked at. */
export interface Try {
  /** Ms until a stranger's try counts again; 0: it counts now. */
  readonly waitMs: number;
  /** Tries of strangers at the account, with this one if it is one and counts. */
  readonly tries: number;
  /** The person signed in from here before: what is right counts, however many wrong tries of others there are. */
  readonly known: boolean;
  readonly guessed: Guessed;
  readonly account: string;
  readonly own: string;
  readonly place: Place;
  /** Tries of strangers are counted for account and network as well, those of a known device for itself alone. */
  readonly shared: boolean;
}

/** What strangers have to wait for is refused so much later, looked at or not: longer than what else is done takes. */
const REFUSED_AFTER_MS = 300;

/**
 * Counts tries, whether or not the account exists, in the database: all processes share one count. What is too much costs
 * a wait that grows. A caller's own tries at an account make the caller wait; the tries of all strangers at an account, or
 * from a network, make strangers wait (decision 0029).
 */
@Injectable()
export class AttemptLimits {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly places: KnownPlaces,
  ) {}

  /**
   * Before a password or code is looked at.
   * @throws AppError `too_many_attempts` (429) when the caller itself tried too often.
   */
  async begin(guessed: Guessed, { email, userId, place }: Asker): Promise<Try> {
    const account = accountKey(email);
    const { device, network } = await this.places.find(userId, place);
    const own = `${account} ${device ?? callerKey(place.ip)}`;
    const found = { guessed, account, own, place, shared: device === null, known: device !== null || network };
    await this.consume(`${guessed}_own`, own);
    return {
      ...found,
      ...(device === null ? await this.asStranger(guessed, account, place) : { waitMs: 0, tries: 0 }),
    };
  }

  /** It was wrong. True when the owner is to be warned of what strangers try: once a day. */
  async wrong({ guessed, account, tries }: Try): Promise<boolean> {
    if (tries < WARNED_AT[guessed]) return false;
    return (await this.attempts.count(`${guessed}_warned`, account, WARNED_AT.windowSeconds)) === 1;
  }

  /** It was right: tries of this caller at this account start at zero again. */
  async right({ guessed, account, own, place, shared, waitMs }: Try): Promise<void> {
    await this.attempts.forget(`${guessed}_own`, own);
    if (!shared || waitMs > 0) return;
    await this.attempts.giveBack(`${guessed}_account`, account);
    if (guessed === 'password')
      for (const [key] of networksOf(place.ip)) await this.attempts.giveBack('password_network', key);
  }

  /** The owner has chosen a new password with a mailed link. */
  async forget(tx: Tx, email: string): Promise<void> {
    const rules = (['password', 'code'] as const).flatMap((guessed) => [
      `${guessed}_own`,
      `${guessed}_account`,
      `${guessed}_turn`,
    ]);
    await this.attempts.forgetAll(tx, rules, accountKey(email));
  }

  /** @throws AppError `too_many_attempts` (429) with the time to wait. */
  async beforeSignUp(email: string, ip: string): Promise<void> {
    await this.consumeNetwork('sign_up_network', ip);
    await this.consume('sign_up_own', `${accountKey(email)} ${callerKey(ip)}`);
  }

  /**
   * Before anything is mailed on somebody's word.
   * @returns whether the owner is known there, and how long its network has to wait for what it asked altogether
   * @throws AppError `too_many_attempts` (429) when the caller itself asked for this address too often.
   */
  async beforeMail({ email, userId, place }: Asker): Promise<{ known: boolean; waitMs: number }> {
    const { device, network } = await this.places.find(userId, place);
    await this.consume('mail_own', `${accountKey(email)} ${device ?? callerKey(place.ip)}`);
    const waitMs = device === null ? await this.takeNetwork('mail_network', place.ip) : 0;
    return { known: device !== null || network, waitMs };
  }

  /** Whether one more mail of this kind that strangers asked for may go to the address. */
  async mayMail(tx: Tx, kind: MailedLinkKind, email: string): Promise<boolean> {
    return (await this.take(`${kind}_strangers`, TRIES[`${kind}_strangers`], accountKey(email), tx)) === 0;
  }

  /**
   * After somebody showed a token that is none. One that is one is never refused, whatever others show in the network.
   * @throws AppError `too_many_attempts` (429).
   */
  async afterMiss(ip: string): Promise<void> {
    await this.consumeNetwork('link_network', ip);
  }

  /**
   * Before somebody who is signed in proves once more who they are. Counted for the session: whoever has another one of
   * the same person keeps nobody from theirs.
   * @throws AppError `too_many_attempts` (429).
   */
  async beforeReauthentication(sessionId: string): Promise<void> {
    await this.consume('reauthentication', sessionId);
  }

  async afterReauthentication(sessionId: string): Promise<void> {
    await this.attempts.forget('reauthentication', sessionId);
  }

  /** Each network has a turn of its own, which no other can take or put off. */
  private async asStranger(guessed: Guessed, account: string, { ip }: Place): Promise<Pick<Try, 'waitMs' | 'tries'>> {
    if (guessed === 'password') {
      const waitMs = await this.takeNetwork('password_network', ip);
      if (waitMs > 0) return { waitMs, tries: 0 };
    }
    const rule = TRIES[`${guessed}_account`];
    const tries = await this.attempts.count(`${guessed}_account`, account, rule.windowSeconds);
    const wait = waitAfter(rule, tries - 1);
    if (wait === 0) return { waitMs: 0, tries };
    const waitMs = await this.attempts.turn(`${guessed}_turn`, `${account} ${networkKey(ip) ?? callerKey(ip)}`, wait);
    if (waitMs === 0) return { waitMs, tries };
    await this.attempts.giveBack(`${guessed}_account`, account);
    return { waitMs, tries: 0 };
  }

  private async consume(name: keyof typeof TRIES, key: string): Promise<void> {
    const waitMs = await this.take(name, TRIES[name], key);
    if (waitMs > 0) throw tooManyAttempts(waitMs);
  }

  private async consumeNetwork(name: keyof typeof TRIES, ip: string): Promise<void> {
    const waitMs = await this.takeNetwork(name, ip);
    if (waitMs > 0) throw tooManyAttempts(waitMs);
  }

  private async takeNetwork(name: keyof typeof TRIES, ip: string): Promise<number> {
    for (const [key, callers] of networksOf(ip)) {
      const waitMs = await this.take(name, { ...TRIES[name], free: TRIES[name].free * callers }, key);
      if (waitMs > 0) return waitMs;
    }
    return 0;
  }

  private take(name: string, rule: TriesRule, key: string, tx?: Tx): Promise<number> {
    return this.attempts.take(name, key, waitsOf(rule), rule.windowSeconds, tx);
  }
}

/** With the time to wait, in the header and in words. */
export function tooManyAttempts(waitMs: number): AppError {
  return new AppError(identityErrors.too_many_attempts, {
    message: `Too many attempts. ${tryAgainIn(waitMs)}`,
    retryAfterMs: waitMs,
  });
}

/**
 * The refusal of what strangers have to wait for, after a moment: somebody in the owner's network must not see whether
 * the owner, who is known there, would have been heard.
 */
export function refusedLater(waitMs: number): Promise<AppError> {
  return pause(REFUSED_AFTER_MS, tooManyAttempts(waitMs));
}

/** The caller, and of an IPv6 address the wider network, which has several callers' worth. */
function networksOf(ip: string): [key: string, callers: number][] {
  const network = networkKey(ip);
  return [[callerKey(ip), 1], ...(network === undefined ? [] : [[network, CALLERS_OF_NETWORK] as [string, number]])];
}

function accountKey(email: string): string {
  return sha256Hex(emailKey(email)).slice(0, 32);
}
