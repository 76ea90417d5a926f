import { Injectable } from '@nestjs/common';
import type { Secret } from '@portal/kernel';
import type { MemberRole } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import type { Mail } from '@portal/platform/mail';

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
      subject: `${by} invites you to ${org}`,
      text: `${by} invites you to work on the Drives of ${org} as ${MEMBER_ROLE_NAMES[memberRole]}.\n\nOpen this address within 7 days, signed in (or signed up) with ${to}:\n\n${this.config.publicUrl}/invitation?token=${token.reveal()}\n\nIf you do not know them, do nothing.`,
    };
  }

  removed(to: string, org: string): Mail {
    return {
      to,
      topic: 'security',
      subject: `You left ${org}`,
      text: `You are no longer a member of ${org} in Drive Portal.`,
    };
  }
}
