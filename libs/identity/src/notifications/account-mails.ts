import { Injectable } from '@nestjs/common';
import { nameInMail } from '@portal/contract';
import { Clock, Random, type Secret } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { newToken } from '@portal/platform/crypto';
import { TOKEN_PLACE, type Mail } from '@portal/platform/mail';
import { CHALLENGE_MS, CONFIRMATION_MS, RESET_MS } from '../sessions/domain/session-life.js';

interface Named {
  readonly name: string;
}

const listed = (tokens: readonly Named[]): string => tokens.map(({ name }) => `> ${nameInMail(name)}`).join('\n');

interface MailedToken {
  readonly token: Secret;
  readonly expiresAt: Date;
}

/** What the product writes to the owner of an account, and the tokens in it: settings, time and chance in one place. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** A sandbox has no mail server, so its accounts need no confirmation. */
  get confirmsAtOnce(): boolean {
    return this.config.isSandbox;
  }

  newConfirmation(): MailedToken {
    return this.newToken('dpc', CONFIRMATION_MS);
  }

  newReset(): MailedToken {
    return this.newToken('dpr', RESET_MS);
  }

  confirmation(to: string, token: Secret): Mail {
    return {
      to,
      topic: 'security',
      subject: 'Confirm your address',
      text: `Open this address within 7 days and choose the password of your account there:\n\n${this.config.publicUrl}/confirm-email?token=${TOKEN_PLACE}\n\nIf you did not sign up, do nothing.`,
      token,
    };
  }

  already(to: string): Mail {
    return {
      to,
      topic: 'security',
      subject: 'You already have an account',
      text: `Somebody, probably you, tried to sign up with this address. You already have an account: sign in at ${this.config.publicUrl}/sign-in.\n\nIf it was not you, do nothing. Your account is unchanged.`,
      path: '/account',
    };
  }

  reset(to: string, token: Secret): Mail {
    return {
      to,
      topic: 'security',
      subject: 'Choose a new password',
      text: `Open this address within 15 minutes to choose a new password:\n\n${this.config.publicUrl}/reset-password?token=${TOKEN_PLACE}\n\nIf you did not ask for it, do nothing. Your password is unchanged.`,
      token,
    };
  }

  /** Somebody else tries to get in: what happened, what it means for the owner, and what to do. */
  warning(kind: 'wrong_passwords' | 'wrong_codes', to: string): Mail {
    const { publicUrl } = this.config;
    return kind === 'wrong_passwords'
      ? {
          to,
          topic: 'security',
          subject: 'Many wrong passwords for your account',
          text: `Many wrong passwords were tried for your account within a day. None of them was right.\n\nOn devices and in networks from which you signed in before, you can sign in as always. Elsewhere you may have to wait a few minutes; choosing a new password with a mailed link ends the wait: ${publicUrl}/forgot-password.\n\nIf it was you, do nothing. If not, turn on two-factor authentication: ${publicUrl}/account. If you use the same password anywhere else, choose another one.\n\nYou get this mail once a day at most.`,
          path: '/account',
        }
      : {
          to,
          topic: 'security',
          subject: 'Many wrong codes for your account',
          text: `Somebody passed the first step of signing in to your account, most likely with your password, and then typed many wrong codes within a day. None of them was right.\n\nIf it was not you, choose a new password at once: ${publicUrl}/forgot-password. That ends all sessions and every sign-in that has begun. Then look at your recovery codes and API tokens: ${publicUrl}/account.\n\nIf it was you, do nothing. You get this mail once a day at most.`,
          path: '/account',
        };
  }

  passwordChanged(to: string, { ended, kept }: { ended: readonly Named[]; kept: readonly Named[] }): Mail {
    const tokens = [
      ended.length === 0 ? '' : `\n\nThese API tokens of yours have ended:\n${listed(ended)}`,
      kept.length === 0
        ? ''
        : `\n\nThese API tokens, which you made for organisations or for the host, still work. End them where they are listed if others may know them:\n${listed(kept)}`,
    ].join('');
    return {
      to,
      topic: 'security',
      subject: 'Your password was changed',
      text: `The password of your account was changed and all other sessions have ended.${tokens}\n\nIf it was not you, choose a new password at once: ${this.config.publicUrl}/forgot-password. Then look at your sessions and API tokens: ${this.config.publicUrl}/account.`,
      path: '/account',
    };
  }

  secondFactor(to: string, subject: string): Mail {
    return {
      to,
      topic: 'security',
      subject,
      text: `${subject} for your account.\n\nIf it was not you, choose a new password at once: ${this.config.publicUrl}/forgot-password.`,
      path: '/account',
    };
  }

  roleProposed(
    to: string,
    proposal: { role: string; person: { name: string; email: string }; by: string; expiresAt: Date },
  ): Mail {
    const { role, person, by, expiresAt } = proposal;
    return {
      to,
      topic: 'security',
      subject: `A role waits for a second admin: ${role}`,
      text: `${by} proposes the role ${role} for ${person.name} (${person.email}). It needs another admin until ${expiresAt.toISOString()}.\n\nRead the reason, then confirm or withdraw it: ${this.config.publicUrl}/admin/people`,
      path: '/admin/people',
    };
  }

  disabled(to: string): Mail {
    return {
      to,
      topic: 'security',
      subject: 'Your account was disabled',
      text: 'An admin of Drive Portal disabled your account. Your sessions and API tokens have ended, and you cannot sign in until an admin enables it again. What belongs to your organisation stays.\n\nIf you do not know why, ask whoever you work with at Drive Portal.',
      path: '/account',
    };
  }

  enabled(to: string): Mail {
    return {
      to,
      topic: 'security',
      subject: 'Your account is enabled again',
      text: `You can sign in as before: ${this.config.publicUrl}/sign-in.\n\nSessions and API tokens from before stay ended; make new tokens where you need them.`,
      path: '/account',
    };
  }

  tokenLeaked(to: string, name: string): Mail {
    return {
      to,
      topic: 'security',
      subject: 'An API token was found and ended',
      text: `Somebody found the API token “${name}” in a place where it does not belong, and showed it to us. It has ended.\n\nMake a new one where it was used, and find out how it got out.`,
      path: '/account',
    };
  }

  /** For the time between the password and the second step. */
  newChallenge(): MailedToken {
    return this.newToken('dpf', CHALLENGE_MS);
  }

  private newToken(kind: string, lifeMs: number): MailedToken {
    return {
      token: newToken(kind, this.random),
      expiresAt: new Date(this.clock.wallNow().getTime() + lifeMs),
    };
  }
}
