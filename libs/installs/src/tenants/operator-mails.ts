import { Injectable } from '@nestjs/common';
import { nameInMail } from '@portal/contract';
import { Config } from '@portal/platform/config';
import type { Tx } from '@portal/platform/database';
import { Mailer, type Mail } from '@portal/platform/mail';

/** Mails to people whom the host makes operators of a tenant, or removes. */
@Injectable()
export class OperatorMails {
  constructor(
    private readonly config: Config,
    private readonly mailer: Mailer,
  ) {}

  added(tx: Tx, to: string, tenant: string): Promise<void> {
    return this.send(tx, {
      to,
      subject: `You are an operator of ${tenant}`,
      text: `You can now install plugins for ${tenant}, decide on their upgrades and see what they cost: ${this.config.publicUrl}/plugins.`,
      path: '/plugins',
    });
  }

  invited(tx: Tx, to: string, tenant: string): Promise<void> {
    return this.send(tx, {
      to,
      subject: `You are invited to operate ${nameInMail(tenant)}`,
      text: `You are invited to look after the plugins of a customer of the platform in Drive Portal. Within 30 days, sign in, or create an account, with ${to}, and answer there:\n\n${this.config.publicUrl}/account/invitations\n\nIf you do not know why, do nothing.\n\nThe customer, as it calls itself:\n> ${nameInMail(tenant)}`,
      path: '/account/invitations',
    });
  }

  /** To those who operate the tenant already. */
  joined(tx: Tx, to: string, tenant: string, person: { name: string; email: string }): Promise<void> {
    return this.send(tx, {
      to,
      subject: `New operator of ${nameInMail(tenant)}`,
      text: `${nameInMail(person.name)} (${person.email}) can now install plugins for ${nameInMail(tenant)} and decide on them, as you can. If this surprises you, ask whoever administers ${nameInMail(tenant)}.`,
      path: '/plugins',
    });
  }

  removed(tx: Tx, to: string, tenant: string): Promise<void> {
    return this.send(tx, {
      to,
      subject: `You are no longer an operator of ${tenant}`,
      text: `You no longer look after the plugins of ${tenant}. What is installed goes on without you. If this surprises you, ask whoever administers ${tenant}.`,
      path: '/account',
    });
  }

  private async send(tx: Tx, mail: Omit<Mail, 'topic'>): Promise<void> {
    await this.mailer.send(tx, { topic: 'security', ...mail });
  }
}
