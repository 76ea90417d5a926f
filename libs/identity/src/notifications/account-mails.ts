import { Injectable } from '@nestjs/common';
import { nameInMail } from '@portal/contract';
import { Clock, Random, type Secret } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { newToken } from '@portal/platform/crypto';
import { TOKEN_PLACE, type Mail } from '@portal/platform/mail';
import type { RemovalCancelledBy } from '../factor-removals/domain/factor-removal.js';
import { CHALLENGE_MS, CONFIRMATION_MS, RESET_MS } from '../sessions/domain/session-life.js';

interface Named {
  readonly name: string;
}

const listed = (tokens: readonly Named[]): string => tokens.map(({ name }) => `> ${nameInMail(name)}`).join('\n');

const CANCELLED: Record<RemovalCancelledBy, string> = {
  person: 'the owner of the account cancelled it when signed in',
  link: 'somebody opened the mailed link and cancelled it',
  admin: 'an admin cancelled it',
  factor_used: 'a code of the app or a recovery code was used',
  factor_off: 'two-factor authentication is not on any more',
  person_disabled: 'the account was disabled',
  admin_left: 'an admin who asked for it or approved it is no admin any more',
};

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

  /** For the link that cancels a removal; it works as long as the removal is open. */
  newRemovalToken(): Secret {
    return newToken('dpx', this.random);
  }

  removalRequested(to: string, { expiresAt, token }: MailedToken): Mail {
    return {
      to,
      topic: 'security',
      subject: 'An admin requests the removal of your second factor',
      text: `An admin of Drive Portal asks for two-factor authentication to be removed from your account, as for somebody who lost device and recovery codes. Nothing changes unless a second admin approves until ${expiresAt.toISOString()}; then you get another mail and have time to cancel.\n\nIf you did not ask for it, cancel now: ${this.cancelRemovalUrl}\n\nSigning in with a code of your app or a recovery code cancels it too.`,
      token,
      path: '/account',
    };
  }

  removalApproved(to: string, { dueAt, token }: { dueAt: Date; token: Secret }): Mail {
    return {
      to,
      topic: 'security',
      subject: 'Your second factor will be removed',
      text: `Two admins of Drive Portal agreed to remove two-factor authentication from your account. It is removed at ${dueAt.toISOString()}: then your sessions end, and you sign in without a code.\n\nIf you did not ask for it, cancel now: ${this.cancelRemovalUrl}\n\nSigning in with a code of your app or a recovery code cancels it too.`,
      token,
      path: '/account',
    };
  }

  /** To an admin who may approve. */
  removalWaits(
    to: string,
    { person, by, expiresAt }: { person: { name: string; email: string }; by: string; expiresAt: Date },
  ): Mail {
    return {
      to,
      topic: 'security',
      subject: 'The removal of a second factor waits for a second admin',
      text: `${by} asks for two-factor authentication to be removed from the account of ${person.name} (${person.email}). It needs another admin until ${expiresAt.toISOString()}.\n\nCheck on your own that the person asks for it, in another way than by mail, then approve or cancel: ${this.config.publicUrl}/admin/people`,
      path: '/admin/people',
    };
  }

  removalDone(to: string): Mail {
    return {
      to,
      topic: 'security',
      subject: 'Your second factor was removed',
      text: `Two-factor authentication was removed from your account, as two admins agreed. Your recovery codes do not work any more and all sessions have ended.\n\nSign in with your password, then turn on two-factor authentication again: ${this.config.publicUrl}/account.\n\nIf you did not ask for it, choose a new password at once: ${this.config.publicUrl}/forgot-password.`,
      path: '/account',
    };
  }

  removalCancelled(to: string, by: RemovalCancelledBy): Mail {
    return {
      to,
      topic: 'security',
      subject: 'Your second factor stays',
      text: `The removal of two-factor authentication from your account was cancelled: ${CANCELLED[by]}. Nothing changed.\n\nIf you still have no code to sign in with, ask an admin again. If it was cancelled in your name and not by you, choose a new password at once: ${this.config.publicUrl}/forgot-password.`,
      path: '/account',
    };
  }

  /** To an admin who asked for it or approved. */
  removalStopped(
    to: string,
    { person, by }: { person: { name: string; email: string }; by: RemovalCancelledBy },
  ): Mail {
    return {
      to,
      topic: 'security',
      subject: 'The removal of a second factor was cancelled',
      text: `Two-factor authentication of ${person.name} (${person.email}) stays: ${CANCELLED[by]}.\n\nIf somebody in the person's name told you that device and recovery codes are lost, find out who that was before anybody asks again.`,
      path: '/admin/people',
    };
  }

  private get cancelRemovalUrl(): string {
    return `${this.config.publicUrl}/cancel-second-factor-removal?token=${TOKEN_PLACE}`;
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

  hostTokenWaits(to: string, token: { name: string; by: string }): Mail {
    return {
      to,
      topic: 'security',
      subject: 'An API token of the host waits for a second admin',
      text: `${token.by} created the API token "${token.name}", which can add operators to tenants. It does not work until another admin has approved it.\n\nApprove or end it: ${this.config.publicUrl}/admin/people`,
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
