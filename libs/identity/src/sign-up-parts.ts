import { Injectable } from '@nestjs/common';
import { Clock, Random, type Secret } from '@portal/kernel';
import { Config, newToken } from '@portal/platform';
import { CONFIRMATION_MS } from './domain/session-life.js';

/** What depends on settings, time and chance. */
@Injectable()
export class SignUpParts {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** A sandbox has no mail server, so its accounts need no confirmation. */
  get confirmsAtOnce(): boolean {
    return this.config.isSandbox;
  }

  newConfirmation(): { token: Secret; expiresAt: Date } {
    return {
      token: newToken('dpc', this.random),
      expiresAt: new Date(this.clock.wallNow().getTime() + CONFIRMATION_MS),
    };
  }

  confirmText(token: Secret): string {
    return `Open this address within 7 days to confirm that the account is yours:\n\n${this.config.publicUrl}/api/v1/auth/confirm-email?token=${token.reveal()}\n\nIf you did not sign up, do nothing.`;
  }

  alreadyText(): string {
    return `Somebody, probably you, tried to sign up with this address. You already have an account: sign in at ${this.config.publicUrl}/sign-in.\n\nIf it was not you, do nothing. Your account is unchanged.`;
  }
}
