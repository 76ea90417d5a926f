import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import type { Mail } from '@portal/platform/mail';

/** What is written to people whom the host makes operators of a tenant, or takes out. */
@Injectable()
export class OperatorMails {
  constructor(private readonly config: Config) {}

  added(to: string, tenant: string): Mail {
    return {
      to,
      topic: 'security',
      subject: `You are an operator of ${tenant}`,
      text: `You can now install plugins for ${tenant}, decide on their upgrades and see what they cost: ${this.config.publicUrl}/plugins.`,
      path: '/plugins',
    };
  }

  removed(to: string, tenant: string): Mail {
    return {
      to,
      topic: 'security',
      subject: `You are no longer an operator of ${tenant}`,
      text: `You no longer look after the plugins of ${tenant}. What is installed goes on without you. If this surprises you, ask whoever administers ${tenant}.`,
      path: '/account',
    };
  }
}
