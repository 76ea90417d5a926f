import { Injectable } from '@nestjs/common';
import { AppError, commonErrors } from '@portal/kernel';
import { passwordProblem } from './domain/password-policy.js';
import { identityErrors } from '../errors.js';

/** OWASP's parameters for argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hash of random bytes. The password for an unknown user is compared with it, so that it takes as long. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$xT5agWMTyqVVT0JbG+TwTQ$K8oPjDX917+SSFoIhr7zGJEav5uHS4BlygfoJ83UyVY';
/** Each hash takes 19 MiB and about 20 ms of a core. */
const PARALLEL = 2;
/** Maximum queue length for strangers, and the same for everyone else. */
const WAITING_MAX = 100;

/** Priority of a hash. Strangers, who can be any number, come last. */
interface Waiting {
  readonly known: (() => void)[];
  readonly strangers: (() => void)[];
}

/**
 * Hashes passwords with argon2id, at most two at a time and strangers' last, and checks which new passwords are
 * allowed. The native module and the list of stolen passwords are loaded on first use.
 */
@Injectable()
export class Passwords {
  private running = 0;
  private readonly waiting: Waiting = { known: [], strangers: [] };
  /** Read once per process. */
  private static stolen: Promise<ReadonlySet<string>> | undefined;

  async hash(password: string, who: keyof Waiting = 'known'): Promise<string> {
    return this.inOrder(who, async () => (await import('@node-rs/argon2')).hash(password, COST));
  }

  /** For a user without a password, or no user at all (`hash` null), takes as long and returns false. */
  async matches(hash: string | null, password: string, who: keyof Waiting = 'known'): Promise<boolean> {
    const same = await this.inOrder(who, async () =>
      (await import('@node-rs/argon2')).verify(hash ?? NOBODY, password),
    );
    return same && hash !== null;
  }

  /**
   * Looks at no account: the same answer in the same time for any address.
   * @throws AppError `password_too_weak` (400)
   */
  async assertUsable(password: string, email: string): Promise<void> {
    Passwords.stolen ??= import('@zxcvbn-ts/language-common').then(
      ({ dictionary }) => new Set(dictionary['passwords-common']),
    );
    const problem = passwordProblem(password, email, await Passwords.stolen);
    if (problem)
      throw new AppError(identityErrors.password_too_weak, {
        details: [{ pointer: '/password', code: 'too_weak', message: problem }],
      });
  }

  /** @throws AppError `unavailable` (503) when the queue is full. */
  private async inOrder<T>(who: keyof Waiting, work: () => Promise<T>): Promise<T> {
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
      // The slot is given to the next in the queue, or becomes free.
      const next = this.waiting.known.shift() ?? this.waiting.strangers.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
