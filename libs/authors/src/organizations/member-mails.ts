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

/** What is written to people who are asked into an organisation or out of it. */
@Injectable()
export class MemberMails {
  constructor(private readonly config: Config) {}

  invitation(to: string, org: string, by: string, memberRole: MemberRole, token: Secret): Mail {
    return {
      to,
      topic: 'security',
      subject: `Invitation to ${nameInMail(org)} in Drive Portal`,
      text: `You are invited to work in Drive Portal, on the Drives of an organisation that publishes there, as ${MEMBER_ROLE_NAMES[memberRole]}.\n\nOpen this address within 7 days. There you sign in, or create an account, with ${to}:\n\n${this.config.publicUrl}/invitation?token=${TOKEN_PLACE}\n\nIf you do not know who invites you, do nothing.\n\nThe organisation and the person, as they call themselves:\n> ${nameInMail(org)}\n> ${nameInMail(by)}`,
      token,
    };
  }

  removed(to: string, org: string): Mail {
    return {
      to,
      topic: 'security',
      subject: `You left ${nameInMail(org)}`,
      text: `You are no longer a member of an organisation in Drive Portal:\n> ${nameInMail(org)}`,
    };
  }
}
