import { Injectable } from '@nestjs/common';
import { nameInMail } from '@portal/contract';
import type { Secret } from '@portal/kernel';
import type { MemberRole } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { TOKEN_PLACE, type Mail } from '@portal/platform/mail';

const MEMBER_ROLE_NAMES: Record<MemberRole, string> = {
  owner: 'owner',
  developer: 'developer',
  finance: 'finance',
  read_only: 'read-only member',
};

/** Mail to people who are invited to an organisation or removed from it. */
@Injectable()
export class MemberMails {
  constructor(private readonly config: Config) {}

  invitation(to: string, org: string, by: string, memberRole: MemberRole, token: Secret): Mail {
    return {
      to,
      topic: 'security',
      subject: `Invitation to ${nameInMail(org)} in Drive Portal`,
      text: `You are invited to join an organisation that publishes Drives in Drive Portal, as ${MEMBER_ROLE_NAMES[memberRole]}.\n\nOpen this link within 7 days, then sign in or create an account with ${to}:\n\n${this.config.publicUrl}/invitation?token=${TOKEN_PLACE}\n\nIf you do not know who invited you, you can ignore this email.\n\nThe organisation and the person who invited you, as they call themselves:\n> ${nameInMail(org)}\n> ${nameInMail(by)}`,
      token,
    };
  }

  removed(to: string, org: string): Mail {
    return {
      to,
      topic: 'security',
      subject: `You are no longer a member of ${nameInMail(org)}`,
      text: `You are no longer a member of an organisation in Drive Portal:\n> ${nameInMail(org)}`,
    };
  }
}
