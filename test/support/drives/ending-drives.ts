import { AuthorsWorkerModule } from '@portal/authors';
import { InstallsModule, InstallsWorkerModule } from '@portal/installs';
import { AdvanceDeprecations } from '../../../libs/listings/src/retirement/advance-deprecations.js';
import type { Answer, TestApp } from '../http/http-app.js';
import { insertLiveDrive } from '../database/inserted-drives.js';
import { insertInstall, insertVenture } from '../database/inserted-installs.js';
import { ListingsWorld, type Author } from './listings.js';
import { World } from '../world.js';

export const REASON = 'Nobody maintains this any more.';
export const DAY = 86_400_000;

interface Ending {
  state: string;
  deprecation: { closes_at: string; retires_at: string; reason: string } | null;
  removal_approval_id: string | null;
  installs: number;
}

/** A listed Drive with one running install and an operator of its tenant. */
export interface EndingDrive {
  driveId: string;
  slug: string;
  installId: string;
  operatorMail: string;
  /** Session of the operator. */
  operator: string;
}

/** Listed Drives with installs, an author and two reviewers who end them. */
export class EndingDrives extends World {
  /** Drives made so far: the last one is called `Ending <drives>`. */
  drives = 0;
  listings!: ListingsWorld;
  ada!: Author;
  /** Sessions of two reviewers. */
  reviewer = '';
  second = '';

  async begin(): Promise<void> {
    this.listings = await ListingsWorld.start({}, [AuthorsWorkerModule, InstallsModule, InstallsWorkerModule]);
    this.ada = await this.listings.author('ada');
    this.reviewer = await this.listings.app.demo('reviewer');
    this.second = await this.listings.reviewer('second');
  }

  get app(): TestApp {
    return this.listings.app;
  }

  work(): Promise<void> {
    return this.listings.work();
  }

  protected cleanUp(): Promise<void> {
    return this.listings.close();
  }

  sql<T = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> {
    return this.listings.db.query<T>(text, params);
  }

  call<T = Ending>(method: 'GET' | 'POST', path: string, as: string, body?: object): Promise<Answer<T>> {
    return this.app.ask<T>(as, method, path, body);
  }

  /** The refusal of a request: its status and code. */
  async refusal(method: 'GET' | 'POST', path: string, as: string, body?: object): Promise<string> {
    const { status, error } = await this.call(method, path, as, body);
    return `${status} ${error}`;
  }

  async now(): Promise<number> {
    return (await this.listings.value<Date>('select platform.portal_now()')).getTime();
  }

  advance(days: number): Promise<unknown> {
    return this.sql('update platform.test_clock set offset_ms = offset_ms + $1', [days * DAY]);
  }

  /** The announcement of an end, in days from now. */
  async inDays(closes: number, retires: number): Promise<object> {
    const at = await this.now();
    return {
      closes_at: new Date(at + closes * DAY).toISOString(),
      retires_at: new Date(at + retires * DAY).toISOString(),
      reason: REASON,
    };
  }

  /** Does the due work. */
  async follow(): Promise<void> {
    await this.app.get(AdvanceDeprecations).execute();
    await this.work();
  }

  stateOf(driveId: string): Promise<string> {
    return this.listings.value('select state from listings.listings where drive_id = $1', [driveId]);
  }

  stateOfInstall(id: string): Promise<string> {
    return this.listings.value('select state from installs.installs where id = $1', [id]);
  }

  /** Mails with this text: `<recipient>: <subject>`. */
  async mails(text: string): Promise<string[]> {
    const mails = await this.sql<{ recipient: string; subject: string }>(
      'select recipient, subject from platform.mail_messages where strpos(body, $1) > 0 order by id',
      [text],
    );
    return mails.map((mail) => `${mail.recipient}: ${mail.subject}`);
  }

  async listed(author = this.ada): Promise<EndingDrive> {
    const owned = await this.listings.reserve(author, `ending-${++this.drives}`);
    const { driveId, slug } = owned;
    const { origin } = new URL((await this.listings.drive(owned)).manifestUrl);
    const named = { driveId, slug, name: `Ending ${this.drives}` };
    const revisionId = await insertLiveDrive(this.app, author.orgId, named, { origin });
    await this.sql(
      'insert into listings.publications (id, drive_id, revision_id, prompts) values (gen_random_uuid(), $1, $2, false)',
      [driveId, revisionId],
    );
    const venture = await insertVenture(this.app);
    const installId = await insertInstall(this.app, revisionId, venture);
    const operatorMail = `operator-${this.drives}@tenants.example`;
    const operator = await this.listings.holder(operatorMail, 'operator', venture.tenantId);
    return { driveId, slug, installId, operatorMail, operator };
  }
}
