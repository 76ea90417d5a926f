import { Injectable } from '@nestjs/common';
import { nameInMail } from '@portal/contract';
import { Clock, Random, utcMinute, type Secret } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { newToken } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import { Mailer, TOKEN_PLACE, type Mail } from '@portal/platform/mail';
import { WRONG_CODES_MAX } from '../credentials/domain/tries.js';
import { CHALLENGE_MS, CONFIRMATION_MS, RESET_MS } from '../sessions/domain/session-life.js';

interface Named {
  readonly name: string;
}

const listed = (tokens: readonly Named[]): string => tokens.map(({ name }) => `> ${nameInMail(name)}`).join('\n');

/** Who or what ended a removal that waited. */
export const REMOVAL_STOPPED = {
  person: 'the account owner cancelled it in the portal',
  link: 'someone cancelled it with the link in our email',
  code: 'someone used an authenticator code or a recovery code',
  admin: 'an admin cancelled it',
} as const;
export type RemovalStoppedBy = keyof typeof REMOVAL_STOPPED;

interface MailedToken {
  readonly token: Secret;
  readonly expiresAt: Date;
}

/** Sends mails to the owner of an account, in the caller's transaction, and creates the tokens in them. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly config: Config,
    private readonly mailer: Mailer,
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

  confirmation(tx: Tx, to: string, token: Secret): Promise<void> {
    return this.send(tx, {
      to,
      subject: 'Confirm your email address',
      text: `Open this link within 7 days to confirm your email address and choose a password:\n\n${this.config.publicUrl}/confirm-email?token=${TOKEN_PLACE}\n\nIf you did not sign up, you can ignore this email.`,
      token,
    });
  }

  already(tx: Tx, to: string): Promise<void> {
    return this.send(tx, {
      to,
      subject: 'You already have an account',
      text: `Someone, probably you, tried to sign up with this email address. You already have an account. Sign in here: ${this.config.publicUrl}/sign-in\n\nIf this was not you, you can ignore this email. Your account has not changed.`,
    });
  }

  reset(tx: Tx, to: string, token: Secret): Promise<void> {
    return this.send(tx, {
      to,
      subject: 'Choose a new password',
      text: `Open this link within 15 minutes to choose a new password:\n\n${this.config.publicUrl}/reset-password?token=${TOKEN_PLACE}\n\nIf you did not request this, you can ignore this email. Your password has not changed.`,
      token,
    });
  }

  /** Someone else may be trying to sign in. */
  warning(tx: Tx, kind: 'wrong_passwords' | 'wrong_codes', to: string): Promise<void> {
    const { publicUrl } = this.config;
    const mail =
      kind === 'wrong_passwords'
        ? {
            subject: 'Many failed sign-in attempts on your account',
            text: `Someone entered many wrong passwords for your account within a day. None of them was correct.\n\nYou can still sign in as usual on devices and networks you have used before. Elsewhere you may have to wait a few minutes. To sign in sooner, reset your password: ${publicUrl}/forgot-password\n\nIf this was you, no action is needed. If it was not, turn on two-factor authentication: ${publicUrl}/account. If you use the same password anywhere else, change it.\n\nWe send this email at most once a day.`,
          }
        : {
            subject: 'Many wrong two-factor codes for your account',
            text: `Someone passed the first step of signing in to your account, most likely with your password, and then entered many wrong two-factor codes within a day. None of them was correct.\n\nIf this was not you, reset your password now: ${publicUrl}/forgot-password. This ends all sessions and any sign-in in progress. Then review your recovery codes and API tokens: ${publicUrl}/account\n\nIf this was you, no action is needed. We send this email at most once a day.`,
          };
    return this.send(tx, { to, ...mail });
  }

  /** At the limit of wrong codes. */
  codesUsedUp(tx: Tx, to: string): Promise<void> {
    return this.send(tx, {
      to,
      subject: 'Two-factor codes are no longer accepted on new devices',
      text: `Someone who knows your password entered ${WRONG_CODES_MAX} wrong two-factor codes for your account. From now on, codes are accepted only on devices where you have signed in before.\n\nChoose a new password to sign in on other devices again: ${this.config.publicUrl}/forgot-password. This also ends all sessions and any sign-in in progress. Then review your recovery codes and API tokens: ${this.config.publicUrl}/account`,
    });
  }

  passwordChanged(tx: Tx, to: string, { ended, kept }: { ended: readonly Named[]; kept: readonly Named[] }) {
    const tokens = [
      ended.length === 0 ? '' : `\n\nThese API tokens have been revoked:\n${listed(ended)}`,
      kept.length === 0
        ? ''
        : `\n\nThese API tokens, which you created for organisations or for the host, still work. Revoke them if someone else may know them:\n${listed(kept)}`,
    ].join('');
    return this.send(tx, {
      to,
      subject: 'Your password was changed',
      text: `Your password was changed and you were signed out of all other sessions.${tokens}\n\nIf this was not you, reset your password now: ${this.config.publicUrl}/forgot-password. Then review your sessions and API tokens: ${this.config.publicUrl}/account`,
    });
  }

  secondFactor(tx: Tx, to: string, subject: string): Promise<void> {
    return this.send(tx, {
      to,
      subject,
      text: `${subject} for your account.\n\nIf this was not you, reset your password now: ${this.config.publicUrl}/forgot-password`,
    });
  }

  newStaffInvitation(): Secret {
    return newToken('dpa', this.random);
  }

  staffInvitation(tx: Tx, { email, roles }: { email: string; roles: readonly string[] }, token: Secret): Promise<void> {
    return this.send(tx, {
      to: email,
      subject: 'You are invited to Drive Portal',
      text: `Two admins of Drive Portal invited you to its staff with: ${roles.join(', ')}.\n\nOpen this link within 7 days to choose your name and password. It works once:\n\n${this.config.publicUrl}/staff-invitation?token=${TOKEN_PLACE}\n\nIf you did not expect this, you can ignore this email.`,
      token,
    });
  }

  /** For the link that stops a removal; it is valid while the removal waits. */
  newRemovalToken(): Secret {
    return newToken('dpx', this.random);
  }

  removalProposed(tx: Tx, to: string, { notBefore, token }: { notBefore: Date; token: Secret }): Promise<void> {
    const { publicUrl } = this.config;
    return this.send(tx, {
      to,
      subject: 'An admin requested the removal of your second factor',
      text: `An admin of Drive Portal requested that two-factor authentication be removed from your account. This is done for people who lost their device and their recovery codes. Another admin can approve it from ${utcMinute(notBefore)} on. It is then removed immediately, you will be signed out everywhere and can sign in without a code.\n\nIf you did not ask for this, cancel it now: ${publicUrl}/cancel-second-factor-removal?token=${TOKEN_PLACE}\n\nSigning in with an authenticator code or a recovery code also cancels it.`,
      path: '/account',
      token,
    });
  }

  removalDone(tx: Tx, to: string): Promise<void> {
    return this.send(tx, {
      to,
      subject: 'Your second factor was removed',
      text: `Two-factor authentication was removed from your account after two admins approved it. Your recovery codes no longer work and you were signed out everywhere.\n\nSign in with your password, then turn on two-factor authentication again: ${this.config.publicUrl}/account\n\nIf you did not ask for this, reset your password now: ${this.config.publicUrl}/forgot-password`,
    });
  }

  removalCancelled(tx: Tx, to: string, by: RemovalStoppedBy): Promise<void> {
    return this.send(tx, {
      to,
      subject: 'The removal of your second factor was cancelled',
      text: `The removal of two-factor authentication from your account was cancelled: ${REMOVAL_STOPPED[by]}. Your account has not changed.\n\nIf you still cannot get a code to sign in, ask an admin again. If someone else cancelled it in your name, reset your password now: ${this.config.publicUrl}/forgot-password`,
    });
  }

  disabled(tx: Tx, to: string): Promise<void> {
    return this.send(tx, {
      to,
      subject: 'Your account was disabled',
      text: 'An admin of Drive Portal disabled your account. You were signed out everywhere, your API tokens were revoked, and you cannot sign in until an admin enables the account again. The data of your organisation is not affected.\n\nIf you do not know why, ask your contact at Drive Portal.',
    });
  }

  enabled(tx: Tx, to: string): Promise<void> {
    return this.send(tx, {
      to,
      subject: 'Your account was enabled again',
      text: `You can sign in again: ${this.config.publicUrl}/sign-in\n\nYour earlier API tokens remain revoked. Create new ones where you need them.`,
    });
  }

  tokenLeaked(tx: Tx, to: string, name: string): Promise<void> {
    return this.send(tx, {
      to,
      subject: 'A leaked API token was revoked',
      text: `The API token “${name}” was found in a public place and reported to us. We have revoked it.\n\nCreate a new one wherever it was used, and find out how it leaked.`,
    });
  }

  /** For the time between the password and the second factor. */
  newChallenge(): MailedToken {
    return this.newToken('dpf', CHALLENGE_MS);
  }

  /** Readers continue at their account, unless a link works only from the mail. */
  private send(tx: Tx, mail: Omit<Mail, 'topic'>): Promise<void> {
    return this.mailer.send(tx, { topic: 'security', ...(!mail.token && { path: '/account' }), ...mail });
  }

  private newToken(kind: string, lifeMs: number): MailedToken {
    return {
      token: newToken(kind, this.random),
      expiresAt: new Date(this.clock.wallNow().getTime() + lifeMs),
    };
  }
}
