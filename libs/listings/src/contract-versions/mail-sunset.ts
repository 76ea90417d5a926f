import { Injectable } from '@nestjs/common';
import { Drives } from '@portal/authors';
import { contractVersionPhase, type ContractVersion } from '@portal/contract';
import { utcDay } from '@portal/kernel';
import { isoDates, Transactor } from '@portal/platform/database';
import type { DeliveryContext } from '@portal/platform/events';
import { SunsetDue, type DueSunsetPayload } from '../events.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { ContractVersions } from './contract-versions.js';
import { SunsetNoticesRepository } from './sunset-notices.repository.js';

const spelled = ({ spelling }: ContractVersion): string => `${spelling.structured} (${spelling.flat})`;

/**
 * Notifies the author that the contract version of a Drive ends; not if that has changed or a more urgent notice was
 * sent.
 */
@Injectable()
export class MailSunset {
  constructor(
    private readonly transactor: Transactor,
    private readonly drives: Drives,
    private readonly versions: ContractVersions,
    private readonly notices: SunsetNoticesRepository,
    private readonly mailer: ListingMailer,
  ) {}

  /** Announces once each that the contract version of a live Drive ends in 180, 30 and 7 days, and that it has ended. */
  async announce(): Promise<void> {
    await this.transactor.run(async (tx) => tx.emitMany(SunsetDue, (await this.notices.noticeDue(tx)).map(isoDates)));
  }

  async execute(
    { drive_id: driveId, major, sunset_at: at, due }: DueSunsetPayload,
    context: DeliveryContext,
  ): Promise<void> {
    const drive = await this.drives.get(driveId);
    const { contractVersions, at: now } = await this.versions.now();
    const version = contractVersions.find((one) => one.major === major);
    if (!drive || !version) return;
    const next = contractVersions.findLast((one) => contractVersionPhase(one, now) === 'current');
    const authors = await this.mailer.authors(drive.orgId);
    const [over, day] = [due === 'ended', utcDay(at)];
    const subject = `${drive.name}: contract version ${version.spelling.structured} ${over ? 'has ended' : `ends on ${day}`}`;
    const text = [
      over
        ? `Contract version ${spelled(version)}, which ${drive.name} declares, ended on ${day} (UTC). New manifests of it are rejected.`
        : `Contract version ${spelled(version)}, which ${drive.name} declares, is supported until ${day} (UTC). After that, new manifests of it are rejected.`,
      'Existing installs keep running.',
      ...(next ? [`Publish a version of the Drive that declares ${spelled(next)}.`] : []),
      `\n${this.mailer.portal}/docs/contract#versions\n${this.mailer.portal}/author/drives/${driveId}`,
    ].join('\n');
    await context.once(async (tx) => {
      if ((await this.notices.lastWord(tx, { driveId, major, sunsetAt: new Date(at) })) === due)
        await this.mailer.notify(tx, authors, { topic: 'checks', subject, text, path: `/author/drives/${driveId}` });
    });
  }
}
