import { AuthorsWorkerModule } from '@portal/authors';
import { Identity } from '@portal/identity';
import { InstallsModule, InstallsWorkerModule } from '@portal/installs';
import { Transactor } from '@portal/platform/database';
import { AdvanceDeprecations } from '../../../libs/listings/src/retirement/advance-deprecations.js';
import type { Answer, TestApp } from '../http/http-app.js';
import { insertLiveDrive } from '../database/inserted-drives.js';
import { insertInstall, insertVenture } from '../database/inserted-installs.js';
import { ListingsWorld, type Author } from './listings.js';

export const REASON = 'Nobody maintains this any more.';
export const DAY = 86_400_000;

interface Ending {
  state: string;
  deprecation: { closes_at: string; retires_at: string; reason: string } | null;
  removal: { may_confirm: boolean; proposed_by: string } | null;
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
export class EndingDrives {
  /** Drives made so far: the last one is called `Ending <drives>`. */
  drives = 0;
  private constructor(
    readonly listings: ListingsWorld,
    readonly ada: Author,
    /** Sessions of two reviewers. */
    readonly reviewer: string,
    readonly second: string,
  ) {}

  static async start(): Promise<EndingDrives> {
    const listings = await ListingsWorld.start({}, [AuthorsWorkerModule, InstallsModule, InstallsWorkerModule]);
    const ada = await listings.author('ada');
    const reviewer = await listings.app.demo('reviewer');
    const second = await listings.app.signUp('second@staff.example', 'Second Reviewer');
    const world = new EndingDrives(listings, ada, reviewer, second);
    const { data } = await world.call<{ user: { id: string } }>('GET', '/me', second);
    await world.app
      .get(Transactor)
      .run((tx) => world.app.get(Identity).grantRole(tx, { userId: data.user.id, role: 'reviewer', scopeId: null }));
    return world;
  }

  get app(): TestApp {
    return this.listings.app;
  }

  work(): Promise<void> {
    return this.listings.work();
  }

  close(): Promise<void> {
    return this.listings.close();
  }

  sql<T = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> {
    return this.listings.db.query<T>(text, params);
  }

  call<T = Ending>(method: 'GET' | 'POST', path: string, as: string, body?: object): Promise<Answer<T>> {
    return this.app.ask<T>(as, method, path, body);
  }

  async now(): Promise<number> {
    return (await this.sql<{ now: Date }>('select platform.portal_now() as now'))[0]!.now.getTime();
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

  async stateOf(driveId: string): Promise<string> {
    return (await this.sql<{ state: string }>('select state from listings.listings where drive_id = $1', [driveId]))[0]!
      .state;
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
    const operator = await this.app.signUp(`operator-${this.drives}@tenants.example`, 'Operator');
    const me = await this.call<{ user: { id: string } }>('GET', '/me', operator);
    await this.app
      .get(Transactor)
      .run((tx) =>
        this.app.get(Identity).grantRole(tx, { userId: me.data.user.id, role: 'operator', scopeId: venture.tenantId }),
      );
    return { driveId, slug, installId, operatorMail: `operator-${this.drives}@tenants.example`, operator };
  }
}
