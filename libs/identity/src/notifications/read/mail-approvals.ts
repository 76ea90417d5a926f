import { Injectable } from '@nestjs/common';
import { nameInMail } from '@portal/contract';
import { utcMinute } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import type { Tx } from '@portal/platform/database';
import { Mailer, quoted } from '@portal/platform/mail';

interface Waiting {
  title: string;
  reason: string;
  by: string;
  expires_at: Date;
  /** Addresses of those who may decide. */
  deciders: string[];
}

interface Decided {
  title: string;
  state: string;
  by: string | null;
  note: string | null;
  proposer: string;
}

/** Holders of the approval's roles who can sign in, but for the proposer and those it is about. */
const WAITING = `select a.title, a.reason, a.proposed_by_name as by, a.expires_at,
    array(select distinct u.email from identity.role_grants g join identity.users u on u.id = g.user_id and u.disabled_at is null
      where g.role = any (a.roles) and u.id <> a.proposed_by and u.id <> all (a.people) order by u.email) as deciders
  from approvals.approvals a where a.id = $1 and a.state = 'waiting'`;

/** Mails about what needs a second person: to those who may decide, and the outcome to the proposer. */
@Injectable()
export class MailApprovals {
  constructor(
    private readonly config: Config,
    private readonly mailer: Mailer,
  ) {}

  async proposed(tx: Tx, approvalId: string): Promise<void> {
    const [of] = await tx.query<Waiting>(WAITING, [approvalId]);
    if (!of) return;
    const text = `${of.by} proposed:\n\n${quoted(of.title)}\n\nReason:\n\n${quoted(of.reason)}\n\nAnother person must decide by ${utcMinute(of.expires_at)}. Read what it does, then approve or refuse it: ${this.urlOf(approvalId)}`;
    for (const to of of.deciders)
      await this.send(tx, approvalId, { to, subject: `Needs a second person: ${of.title}`, text });
  }

  /** Withdrawals are the proposer's own. */
  async decided(tx: Tx, approvalId: string): Promise<void> {
    const [of] = await tx.query<Decided>(
      `select a.title, a.state, a.decided_by_name as by, a.note, u.email as proposer
       from approvals.approvals a join identity.users u on u.id = a.proposed_by where a.id = $1 and a.state <> 'withdrawn'`,
      [approvalId],
    );
    if (!of) return;
    const who = of.by === null ? '' : ` by ${nameInMail(of.by)}`;
    const note = of.note === null ? '' : `\n\n${quoted(of.note)}`;
    const text = `What you proposed was ${of.state}${who}:\n\n${quoted(of.title)}${note}\n\n${this.urlOf(approvalId)}`;
    await this.send(tx, approvalId, { to: of.proposer, subject: `${of.title.replace(/\.$/, '')}: ${of.state}`, text });
  }

  private urlOf(approvalId: string): string {
    return `${this.config.publicUrl}/approvals/${approvalId}`;
  }

  private send(tx: Tx, approvalId: string, mail: { to: string; subject: string; text: string }): Promise<void> {
    return this.mailer.send(tx, { ...mail, topic: 'approvals', path: `/approvals/${approvalId}` });
  }
}
