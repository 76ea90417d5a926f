import { createServer, type RequestListener, type Server } from 'node:http';
import path from 'node:path';
import { AuthorsModule } from '@portal/authors';
import { Identity, IdentityModule } from '@portal/identity';
import { SystemIds } from '@portal/kernel';
import { ListingsModule, ListingsWorkerModule, VALIDATOR_THREAD, type ValidatorThread } from '@portal/listings';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Database, Transactor } from '@portal/platform/database';
import { EventProcessor } from '@portal/platform/events';
import { SecretsModule, SigningKeys } from '@portal/secrets';
import { Global, Module, type Type } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { createReferenceDrive, type ReferenceDrive } from '../../../apps/reference-drive/src/drive.js';
import { TestApp } from '../http/http-app.js';
import { activeAccount } from '../people/active-account.js';
import { nowOperates } from '../people/operator.js';
import { decideCase } from '../people/review.js';
import { grantByTwo } from '../people/staff-role.js';
import { listen } from '../processes/processes.js';
import { World } from '../world.js';

export interface Author {
  cookie: string;
  orgId: string;
  userId: string;
}

export interface OwnedDrive {
  driveId: string;
  slug: string;
  /** Signing secret of version 1, empty without a key. */
  secret: string;
}

/** Threads that run the TypeScript source, and make trouble on demand (`/trouble/<word>` in the address). */
const thread: ValidatorThread = {
  task: path.resolve('test/support/threads/trouble.task.ts'),
};
@Global()
@Module({ providers: [{ provide: VALIDATOR_THREAD, useValue: thread }], exports: [VALIDATOR_THREAD] })
class SourceThreads {}

/** The API and the work of listings in one process, with authors, reserved Drives and reference Drives to try them on. */
export class ListingsWorld extends World {
  readonly drives: ReferenceDrive[] = [];
  private readonly ids = new SystemIds();
  private approver: string | undefined;
  private working: Promise<void> = Promise.resolve();
  app!: TestApp;

  constructor(
    private readonly environment: NodeJS.ProcessEnv = {},
    private readonly more: Type[] = [],
  ) {
    super();
  }

  async begin(): Promise<void> {
    const features = [
      IdentityModule,
      SecretsModule,
      AuthorsModule,
      ListingsModule,
      ListingsWorkerModule,
      DiscoveryModule,
      SourceThreads,
      ...this.more,
    ];
    // Some of these files take longer than five minutes on a busy machine.
    this.app = await TestApp.start(features, { STEP_UP_MINUTES: '60', ...this.environment });
  }

  get db(): Database {
    return this.app.get(Database);
  }

  /** An organisation with an active developer account and one member, who is signed in. */
  async author(name: string): Promise<Author> {
    const cookie = await this.app.signUp(`${name}@authors.example`, name);
    const me = await this.app.ask<{ user: { id: string } }>(cookie, 'GET', '/me');
    const orgId = this.ids.next();
    const userId = me.data.user.id;
    await this.db.query(
      `insert into authors.organizations (id, name, country, website) values ($1, $2, 'US', 'https://a.example')`,
      [orgId, `${name} Inc`],
    );
    await this.db.query(`insert into authors.organization_members (org_id, user_id) values ($1, $2)`, [orgId, userId]);
    await activeAccount(this.db, orgId, userId);
    await this.app
      .get(Transactor)
      .run((tx) => this.app.get(Identity).grantRole(tx, { userId, role: 'author', scopeId: orgId }));
    return { cookie, orgId, userId };
  }

  /** One more reviewer; returns the cookie. */
  reviewer(name: string): Promise<string> {
    return this.holder(`${name}@staff.example`, 'reviewer', null);
  }

  /** Session of the owner of the address, who has an account, and the role from now on. */
  async holder(email: string, role: 'operator' | 'reviewer', scopeId: string | null): Promise<string> {
    const cookie = await this.app.signUp(email, email.split('@')[0]);
    const me = await this.app.ask<{ user: { id: string } }>(cookie, 'GET', '/me');
    const userId = me.data.user.id;
    if (role === 'reviewer') await grantByTwo(this.app, userId, role);
    else await nowOperates(this.db, userId, scopeId!);
    return cookie;
  }

  /** The first column of the rows. */
  async column<T = string>(text: string, params: unknown[] = []): Promise<T[]> {
    const rows = await this.db.query<Record<string, T>>(text, params);
    return rows.map((row) => Object.values(row)[0]!);
  }

  /** As `column`, of the first row. */
  async value<T = string>(text: string, params: unknown[] = []): Promise<T> {
    return (await this.column<T>(text, params))[0]!;
  }

  /** A reserved Drive of the author, with a signing key unless specified otherwise. */
  async reserve(author: Author, slug: string, withKey = true, website = 'https://a.example'): Promise<OwnedDrive> {
    const [driveId, applicationId] = [this.ids.next(), this.ids.next()];
    await this.db.query(
      `insert into authors.applications (id, org_id, applicant_id, state, company_name, country, website, drive_name, drive_slug, description, security_contact, submitted_at, decided_by)
       values ($1, $2, $3, 'approved', 'C', 'US', $6, $4, $4, 'D', 's@a.example', platform.portal_now(), $5)`,
      [applicationId, author.orgId, author.userId, slug, this.ids.next(), website],
    );
    await this.db.query(
      `insert into authors.drive_reservations (id, org_id, application_id, slug, name) values ($1, $2, $3, $4, $4)`,
      [driveId, author.orgId, applicationId, slug],
    );
    const issued = withKey
      ? await this.app
          .get(Transactor)
          .run((tx) => this.app.get(SigningKeys).issue(tx, { driveId, actor: SYSTEM_ACTOR }))
      : undefined;
    return { driveId, slug, secret: issued?.secret.reveal() ?? '' };
  }

  /** A reference Drive on loopback; `overlay` may be changed while it runs and is merged into its manifest. */
  async drive(
    owned: { slug: string; secret: string },
    overlay: Record<string, unknown> = {},
    port = 0,
  ): Promise<ReferenceDrive> {
    const tier = (overlay['drive'] as { pricing_tier?: string } | undefined)?.pricing_tier;
    const drive = await createReferenceDrive({
      ...(tier === undefined ? {} : { pricingTier: tier }),
      id: owned.slug,
      port,
      secrets: owned.secret ? [owned.secret] : [],
      manifestOverlay: overlay,
    });
    this.drives.push(drive);
    return drive;
  }

  /** A server on loopback that answers so until the world ends. `port`: 0 for any */
  async serve(answer: RequestListener, port = 0): Promise<{ server: Server; origin: string }> {
    const server = createServer(answer);
    this.beforeClose(() => {
      server.closeAllConnections();
      server.close();
    });
    return { server, origin: `http://127.0.0.1:${await listen(server, port)}` };
  }

  /**
   * Delivers every pending event to its processors, once, as the worker would. Concurrent calls run one after the
   * other: a caller that returns leaves no event of its own behind in the hands of the other.
   */
  work(): Promise<void> {
    const turn = this.working.then(() => this.handOut());
    this.working = turn.catch(() => undefined);
    return turn;
  }

  private async handOut(): Promise<void> {
    const processors = this.app
      .get(DiscoveryService)
      .getProviders()
      .map(({ instance }: { instance?: unknown }) => instance)
      .filter((instance): instance is EventProcessor => instance instanceof EventProcessor);
    for (;;) {
      const [event] = await this.db.query<{ id: string; type: string; payload: object }>(
        'update platform.outbox_events set relayed_at = clock_timestamp() where id = (select id from platform.outbox_events where relayed_at is null order by seq limit 1) returning id, type, payload',
      );
      if (!event) return;
      for (const processor of processors)
        if (processor.event.type === event.type)
          await processor.handle(event.payload, {
            eventId: event.id,
            attempt: 1,
            once: (work) => this.app.get(Transactor).run(work),
          });
    }
  }

  /** Submits a version, has a reviewer approve it, and hands out what follows from that. */
  async publish(author: string, driveId: string, manifestUrl: string): Promise<void> {
    const call = <T>(as: string, method: 'GET' | 'POST', url: string, body?: object) =>
      this.app.ask<T>(as, method, url, body);
    const submitted = await call<{ id: string }>(author, 'POST', `/author/drives/${driveId}/submissions`, {
      manifest_url: manifestUrl,
    });
    await this.work();
    const reviewer = (this.approver ??= await this.reviewer('Approver'));
    const asReviewer = <T>(method: 'GET' | 'POST', url: string, body?: object) => call<T>(reviewer, method, url, body);
    const reason = 'All checks passed, and the scopes are narrow.';
    expect((await decideCase(asReviewer, submitted.data.id, 'approve', reason)).status).toBe(200);
    await this.work();
  }

  async events(type: string, driveId: string): Promise<Record<string, unknown>[]> {
    const rows = await this.db.query<{ payload: Record<string, unknown> }>(
      `select payload from platform.outbox_events where type = $1 and payload->>'drive_id' = $2 order by seq`,
      [type, driveId],
    );
    return rows.map((row) => row.payload);
  }

  protected async cleanUp(): Promise<void> {
    await Promise.all(this.drives.map((drive) => drive.close()));
    await this.app.close();
  }
}
