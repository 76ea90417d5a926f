import { Injectable } from '@nestjs/common';
import { nameInMail } from '@portal/contract';
import { Random, type Secret } from '@portal/kernel';
import type { MemberRole } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { newToken } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import { Mailer, TOKEN_PLACE } from '@portal/platform/mail';

const MEMBER_ROLE_NAMES: Record<MemberRole, string> = {
  owner: 'owner',
  developer: 'developer',
  finance: 'finance',
  read_only: 'read-only member',
};

/** Mail to people who are invited to an organisation or removed from it. */
@Injectable()
export class MemberMails {
  constructor(
    private readonly config: Config,
    private readonly mailer: Mailer,
    private readonly random: Random,
  ) {}

  newInvitation(): Secret {
    return newToken('dpi', this.random);
  }

  invitation(
    tx: Tx,
    to: string,
    { org, by, memberRole, token }: { org: string; by: string; memberRole: MemberRole; token: Secret },
  ): Promise<void> {
    return this.mailer.send(tx, {
      to,
      topic: 'security',
      subject: `Invitation to ${nameInMail(org)} in Drive Portal`,
      text: `You are invited to join an organisation that publishes Drives in Drive Portal, as ${MEMBER_ROLE_NAMES[memberRole]}.\n\nOpen this link within 7 days, then sign in or create an account with ${to}:\n\n${this.config.publicUrl}/invitation?token=${TOKEN_PLACE}\n\nIf you do not know who invited you, you can ignore this email.\n\nThe organisation and the person who invited you, as they call themselves:\n> ${nameInMail(org)}\n> ${nameInMail(by)}`,
      token,
    });
  }

  removed(tx: Tx, to: string, org: string): Promise<void> {
    return this.mailer.send(tx, {
      to,
      topic: 'security',
      subject: `You are no longer a member of ${nameInMail(org)}`,
      text: `You are no longer a member of an organisation in Drive Portal:\n> ${nameInMail(org)}`,
    });
  }
}
