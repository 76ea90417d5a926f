import { Injectable } from '@nestjs/common';
import { Identity, type Person } from '@portal/identity';
import { utcDay } from '@portal/kernel';
import { Listings, type DeprecationAnnounced, type OriginChanged } from '@portal/listings';
import { Config } from '@portal/platform/config';
import { Database, type Tx } from '@portal/platform/database';
import type { Once } from '@portal/platform/events';
import { Mailer, type Mail } from '@portal/platform/mail';

/** Recipients of notices about a Drive. */
interface Audience {
  /** Name of the Drive. */
  readonly name: string;
  /** Operators by tenant that has it installed. */
  readonly operators: ReadonlyMap<string, readonly Person[]>;
}

type Announced = NonNullable<(typeof DeprecationAnnounced)['payload']>;
type Moved = NonNullable<(typeof OriginChanged)['payload']>;

/**
 * Mail to operators about the end of a plugin and about its move to another address; sent with the transaction. The
 * recipients are looked up before it opens. A notice that is outdated at the time of sending is not sent.
 */
@Injectable()
export class DriveNotices {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly identity: Identity,
    private readonly listings: Listings,
    private readonly mailer: Mailer,
  ) {}

  async audience(driveId: string): Promise<Audience> {
    const name = await this.listings.nameOf(driveId);
    const tenants = await this.database.query<{ tenant_id: string }>(
      `select distinct tenant_id from installs.installs where drive_id = $1 and state = 'active'`,
      [driveId],
    );
    const operators = new Map<string, readonly Person[]>();
    for (const { tenant_id } of tenants) operators.set(tenant_id, await this.identity.usersWith('operator', tenant_id));
    return { name, operators };
  }

  async deprecationAnnounced(
    { drive_id: driveId, sunset_id: id, closes_at: closesAt, retires_at: retiresAt, reason }: Announced,
    once: Once,
  ): Promise<void> {
    const { name, operators } = await this.audience(driveId);
    const [closes, retires] = [closesAt, retiresAt].map(utcDay);
    await once(async (tx) => {
      if ((await this.listings.status(tx, driveId))?.sunsetId !== id) return;
      await this.toAll(tx, operators, {
        subject: `${name} ends on ${retires}`,
        text: `${name} takes no new installs from ${closes} on. Your installs run, and are billed, until ${retires}; then they end by themselves.\n\nThe reason given:\n${reason}\n\n${this.config.publicUrl}/plugins/installed`,
      });
    });
  }

  async deprecationWithdrawn({ drive_id: driveId }: { drive_id: string }, once: Once): Promise<void> {
    const { name, operators } = await this.audience(driveId);
    await once(async (tx) => {
      const now = await this.listings.status(tx, driveId);
      if (now?.state !== 'listed' && now?.state !== 'paused') return;
      await this.toAll(tx, operators, {
        subject: `${name} goes on`,
        text: `The end of ${name} that was announced is off. Your installs go on.\n\n${this.config.publicUrl}/plugins/installed`,
      });
    });
  }

  /** Nobody has to accept it: the installs are called there already. */
  async moved({ drive_id: driveId, from, to }: Moved, once: Once): Promise<void> {
    const { name, operators } = await this.audience(driveId);
    await once(async (tx) => {
      if ((await this.listings.status(tx, driveId))?.origin !== to) return;
      await this.toAll(tx, operators, {
        subject: `${name} has a new address`,
        text: `${name} moved from ${from} to ${to}; a reviewer approved it. From now on your installs are called there, and what they send goes there, whatever version they run.\n\n${this.config.publicUrl}/plugins/installed`,
      });
    });
  }

  async ended(
    tx: Tx,
    install: { tenantId: string; id: string },
    how: 'retired' | 'removed',
    reason: string,
    { name, operators }: Audience,
  ): Promise<void> {
    const what = how === 'removed' ? 'was removed by the platform' : 'has ended as announced';
    for (const { email } of operators.get(install.tenantId) ?? [])
      await this.mailer.send(tx, {
        to: email,
        topic: 'installs',
        subject: `${name} has ended`,
        text: `${name} ${what}. Its access ended now, and so did the bill.\n\nThe reason given:\n${reason}\n\n${this.config.publicUrl}/plugins/installed/${install.id}`,
        path: `/plugins/installed/${install.id}`,
      });
  }

  private async toAll(tx: Tx, operators: Audience['operators'], mail: Pick<Mail, 'subject' | 'text'>): Promise<void> {
    const addresses = new Set([...operators.values()].flat().map(({ email }) => email));
    for (const to of addresses)
      await this.mailer.send(tx, { to, topic: 'installs', path: '/plugins/installed', ...mail });
  }
}
