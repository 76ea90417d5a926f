import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError, tryAgainIn, emailKey } from '@portal/kernel';
import { sha256Hex } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import { callerKey, CALLERS_OF_NETWORK, networkKey } from '@portal/platform/http';
import { identityErrors } from '../errors.js';
import type { MailedLinkKind } from '../people/mailed-links.repository.js';
import { AttemptsRepository } from './attempts.repository.js';
import { TRIES, waitAfter, waitsOf, WARNED_AT, type TriesRule } from './domain/tries.js';
import { KnownPlaces, type Place } from './known-places.js';

/** Target of an attempt: the password, or the second factor after a correct password. */
type Guessed = 'password' | 'code';

/** An attempt: what, at which account, from where. `userId` is undefined for an address without an account. */
interface Asker {
  readonly email: string;
  readonly userId: string | undefined;
  readonly place: Place;
}

/** An attempt that may be checked. */
export interface Try {
  /** Ms until a stranger's attempt counts again; 0: it counts now. */
  readonly waitMs: number;
  /** Number of strangers' attempts at the account, including this one if it counts. */
  readonly tries: number;
  /** The person has signed in from here before: a correct attempt succeeds whatever others have tried. */
  readonly known: boolean;
  readonly guessed: Guessed;
  readonly account: string;
  readonly own: string;
  readonly place: Place;
  /** Attempts of strangers are counted per account and network as well, those of a known device per device only. */
  readonly shared: boolean;
}

/**
 * Delay of a refusal for strangers, in ms, whether or not the attempt was checked: longer than any other step takes.
 */
const REFUSED_AFTER_MS = 300;

/**
 * Limits attempts at passwords and codes, whether or not the account exists. The counters are in the database, shared
 * by all processes. Exceeding a limit leads to a growing wait: a caller's own attempts delay the caller; those of all
 * strangers at an account, or from a network, delay strangers.
 */
@Injectable()
export class AttemptLimits {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly places: KnownPlaces,
  ) {}

  /**
   * Called before a password or code is checked.
   * @throws AppError `too_many_attempts` (429) when the caller itself has tried too often.
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

  /** Records a wrong attempt. True when the owner should be warned about strangers' attempts, at most once a day. */
  async wrong({ guessed, account, tries }: Try): Promise<boolean> {
    if (tries < WARNED_AT[guessed]) return false;
    return (await this.attempts.count(`${guessed}_warned`, account, WARNED_AT.windowSeconds)) === 1;
  }

  /** Records a correct attempt: the count of this caller at this account starts again at zero. */
  async right({ guessed, account, own, place, shared, waitMs }: Try): Promise<void> {
    await this.attempts.reset(`${guessed}_own`, own);
    if (!shared || waitMs > 0) return;
    await this.attempts.giveBack(`${guessed}_account`, account);
    if (guessed === 'password')
      for (const [key] of networksOf(place.ip)) await this.attempts.giveBack('password_network', key);
  }

  /** The owner has chosen a new password with a mailed link, which resets the counts. */
  async reset(tx: Tx, email: string): Promise<void> {
    const rules = (['password', 'code'] as const).flatMap((guessed) => [
      `${guessed}_own`,
      `${guessed}_account`,
      `${guessed}_turn`,
    ]);
    await this.attempts.resetAll(tx, rules, accountKey(email));
  }

  /** @throws AppError `too_many_attempts` (429) with the time to wait. */
  async beforeSignUp(email: string, ip: string): Promise<void> {
    await this.consumeNetwork('sign_up_network', ip);
    await this.consume('sign_up_own', `${accountKey(email)} ${callerKey(ip)}`);
  }

  /**
   * Called before a mail is sent at someone's request.
   * @returns whether the owner is known from there, and how long its network has to wait because of its requests in
   *   total
   * @throws AppError `too_many_attempts` (429) when the caller itself has requested mail to this address too often.
   */
  async beforeMail({ email, userId, place }: Asker): Promise<{ known: boolean; waitMs: number }> {
    const { device, network } = await this.places.find(userId, place);
    await this.consume('mail_own', `${accountKey(email)} ${device ?? callerKey(place.ip)}`);
    const waitMs = device === null ? await this.takeNetwork('mail_network', place.ip) : 0;
    return { known: device !== null || network, waitMs };
  }

  /** Whether one more mail of this kind requested by strangers may be sent to the address. */
  async mayMail(tx: Tx, kind: MailedLinkKind, email: string): Promise<boolean> {
    return (await this.take(`${kind}_strangers`, TRIES[`${kind}_strangers`], accountKey(email), tx)) === 0;
  }

  /**
   * Records an invalid token. A valid token is never refused because of others in its network.
   * @throws AppError `too_many_attempts` (429).
   */
  async afterMiss(ip: string): Promise<void> {
    await this.consumeNetwork('link_network', ip);
  }

  /**
   * Called before a signed-in person confirms their identity. Counted per session, so that another session of the
   * person is not affected.
   * @throws AppError `too_many_attempts` (429).
   */
  async beforeReauthentication(sessionId: string): Promise<void> {
    await this.consume('reauthentication', sessionId);
  }

  async afterReauthentication(sessionId: string): Promise<void> {
    await this.attempts.reset('reauthentication', sessionId);
  }

  /** Each network has a slot of its own that other networks cannot take or delay. */
  private async asStranger(guessed: Guessed, account: string, { ip }: Place): Promise<Pick<Try, 'waitMs' | 'tries'>> {
    if (guessed === 'password') {
      const waitMs = await this.takeNetwork('password_network', ip);
      if (waitMs > 0) return { waitMs, tries: 0 };
    }
    const rule = TRIES[`${guessed}_account`];
    const tries = await this.attempts.count(`${guessed}_account`, account, rule.windowSeconds);
    const wait = waitAfter(rule, tries - 1);
    if (wait === 0) return { waitMs: 0, tries };
    const waitMs = await this.attempts.waitForSlot(
      `${guessed}_turn`,
      `${account} ${networkKey(ip) ?? callerKey(ip)}`,
      wait,
    );
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

/** Adds the time to wait to the header and the message. */
export function tooManyAttempts(waitMs: number): AppError {
  return new AppError(identityErrors.too_many_attempts, {
    message: `Too many attempts. ${tryAgainIn(waitMs)}`,
    retryAfterMs: waitMs,
  });
}

/**
 * Refuses a stranger after a delay, so that someone in the owner's network cannot find out whether the owner, who is
 * known there, would have been accepted.
 */
export function refusedLater(waitMs: number): Promise<AppError> {
  return pause(REFUSED_AFTER_MS, tooManyAttempts(waitMs));
}

/** The caller's address, and for IPv6 also the wider network, with a limit of several callers. */
function networksOf(ip: string): [key: string, callers: number][] {
  const network = networkKey(ip);
  return [[callerKey(ip), 1], ...(network === undefined ? [] : [[network, CALLERS_OF_NETWORK] as [string, number]])];
}

function accountKey(email: string): string {
  return sha256Hex(emailKey(email)).slice(0, 32);
}
