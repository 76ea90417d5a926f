import { randomUUID } from 'node:crypto';
import { AuthorsWorkerModule } from '@portal/authors';
import { readManifest } from '@portal/contract';
import { Identity } from '@portal/identity';
import { InstallsModule, InstallsWorkerModule } from '@portal/installs';
import { Secret } from '@portal/kernel';
import { SealedBox } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import good from '../../libs/contract/vectors/manifests-good.json';
import { tokenSeal } from '../../libs/installs/src/install/handshake/token-seal.js';
import { AdvanceDeprecations } from '../../libs/listings/src/retirement/advance-deprecations.js';
import type { Answer, TestApp } from './http-app.js';
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
    return this.app.call<T>({ method, url: `/api/v1${path}`, as, ...(body && { body }) });
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

  /** Does what is due. */
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
    const revisionId = randomUUID();
    await this.sql('insert into listings.listings (drive_id, org_id, slug, name) values ($1, $2, $3, $4)', [
      driveId,
      author.orgId,
      slug,
      `Ending ${this.drives}`,
    ]);
    await this.sql(
      `insert into listings.revisions (id, drive_id, digest, shape, manifest_url, origin, canonical, manifest)
       values ($1, $2, encode(sha256(convert_to($3, 'UTF8')), 'hex'), 'structured', $5 || '/m', $5, convert_to($3, 'UTF8'), $4)`,
      [revisionId, driveId, revisionId, JSON.stringify(readManifest(good.structured as never).manifest), origin],
    );
    await this.sql(
      `update listings.listings set state = 'listed', live_revision_id = $2, listed_at = now() where drive_id = $1`,
      [driveId, revisionId],
    );
    await this.sql(
      'insert into listings.publications (id, drive_id, revision_id, prompts) values (gen_random_uuid(), $1, $2, false)',
      [driveId, revisionId],
    );
    const [tenantId, ventureId, installId] = [randomUUID(), randomUUID(), randomUUID()];
    await this.sql(`insert into installs.tenants (id, name, external_id) values ($1, 'T', $2)`, [tenantId, tenantId]);
    await this.sql(`insert into installs.ventures (id, tenant_id, name, external_id) values ($1, $2, 'V', 'v')`, [
      ventureId,
      tenantId,
    ]);
    const token = this.app.get(SealedBox).seal(new Secret('dst_of_a_test'), tokenSeal(installId));
    await this.sql(
      `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, origin, permissions, config,
         amount, operator_email, scoped_token, drive_install_id, activated_at)
       select $1, $2, $3, $4, $5, 'active', r.id, r.digest, r.origin, '{}', '{}', 0, 'o@x.example', $7, 'i', now()
       from listings.revisions r where r.id = $6`,
      [installId, tenantId, ventureId, driveId, author.orgId, revisionId, token],
    );
    const operator = await this.app.signUp(`operator-${this.drives}@tenants.example`, 'Operator');
    const me = await this.call<{ user: { id: string } }>('GET', '/me', operator);
    await this.app
      .get(Transactor)
      .run((tx) =>
        this.app.get(Identity).grantRole(tx, { userId: me.data.user.id, role: 'operator', scopeId: tenantId }),
      );
    return { driveId, slug, installId, operatorMail: `operator-${this.drives}@tenants.example`, operator };
  }
}
