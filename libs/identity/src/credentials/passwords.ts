import { Injectable } from '@nestjs/common';
import { AppError, commonErrors } from '@portal/kernel';
import { passwordProblem } from './domain/password-policy.js';
import { identityErrors } from '../errors.js';

/** OWASP's figures for argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hash of random bytes nobody kept: what an unknown user's password is compared with, so that it takes as long. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$xT5agWMTyqVVT0JbG+TwTQ$K8oPjDX917+SSFoIhr7zGJEav5uHS4BlygfoJ83UyVY';
/** Each hash takes 19 MiB and a core for some 20 ms. */
const PARALLEL = 2;
/** Of strangers, and as many of everybody else. */
const WAITING_MAX = 100;

/** Who waits for a hash. Strangers, of whom there may be any number, come last. */
interface Waiting {
  readonly known: (() => void)[];
  readonly strangers: (() => void)[];
}

/**
 * Argon2id, at most two at a time, those of strangers after all others, and which new passwords may be used. The native
 * module and the list of stolen passwords are loaded when the first password arrives.
 */
@Injectable()
export class Passwords {
  private running = 0;
  private readonly waiting: Waiting = { known: [], strangers: [] };
  private stolen: Promise<ReadonlySet<string>> | undefined;

  async hash(password: string, who: keyof Waiting = 'known'): Promise<string> {
    return this.inTurn(who, async () => (await import('@node-rs/argon2')).hash(password, COST));
  }

  /** Takes as long for a user without a password, or for no user at all (`hash` null), and is false then. */
  async matches(hash: string | null, password: string, who: keyof Waiting = 'known'): Promise<boolean> {
    const same = await this.inTurn(who, async () => (await import('@node-rs/argon2')).verify(hash ?? NOBODY, password));
    return same && hash !== null;
  }

  /**
   * Asks nobody and looks at no account: the same answer in the same time, whoever owns the address.
   * @throws AppError `password_too_weak` (400)
   */
  async assertUsable(password: string, email: string): Promise<void> {
    this.stolen ??= import('@zxcvbn-ts/language-common').then(
      ({ dictionary }) => new Set(dictionary['passwords-common']),
    );
    const problem = passwordProblem(password, email, await this.stolen);
    if (problem)
      throw new AppError(identityErrors.password_too_weak, {
        details: [{ pointer: '/password', code: 'too_weak', message: problem }],
      });
  }

  /** @throws AppError `unavailable` (503) when too many wait. */
  private async inTurn<T>(who: keyof Waiting, work: () => Promise<T>): Promise<T> {
    const line = this.waiting[who];
    if (this.running >= PARALLEL) {
      if (line.length >= WAITING_MAX) throw new AppError(commonErrors.unavailable, { retryAfterMs: 2_000 });
      await new Promise<void>((resolve) => line.push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      // The place passes to the next in line, or becomes free.
      const next = this.waiting.known.shift() ?? this.waiting.strangers.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
