import { createServer, type Server } from 'node:http';
import { freePort, listen } from '../processes/processes.js';
import type { DriveView, ListedDriveView, VersionView } from '../../../libs/listings/src/listing/listings.view.js';
import type { SubmissionView } from '../../../libs/listings/src/submissions/submissions.view.js';
import { PollManifests } from '../../../libs/listings/src/sync/poll-manifests.js';
import { Listings } from '../../../libs/listings/src/listing/listings.js';
import { ListingsWorld, type Author } from './listings.js';
import { decideCase } from '../people/review.js';
import { World } from '../world.js';

const REASON = 'All checks passed, and the scopes are narrow.';

/** Changes of a test in a Drive's manifest; null leaves a key out. */
export interface Overlay {
  drive: { version: string | null; pricing_tier?: string; [key: string]: unknown };
  [key: string]: unknown;
}

/**
 * Live Drives of one author whose manifests change under the portal, with a reviewer to decide. What it offers as functions
 * may be taken out before it has started.
 */
export class ManifestSyncWorld extends World {
  world!: ListingsWorld;
  ada!: Author;
  /** Session of the reviewer. */
  reviewer = '';
  private slugs = 0;
  private readonly servers: Server[] = [];

  async begin(): Promise<void> {
    this.world = await ListingsWorld.start({ TRUSTED_PROXIES: '127.0.0.1' });
    this.ada = await this.world.author('ada');
    this.reviewer = await this.world.app.demo('reviewer');
  }

  get app(): ListingsWorld['app'] {
    return this.world.app;
  }

  get db(): ListingsWorld['db'] {
    return this.world.db;
  }

  call = <T>(as: string, method: 'GET' | 'POST', url: string, body?: object) => this.app.ask<T>(as, method, url, body);

  nextSlug(): string {
    return `sync-${++this.slugs}`;
  }

  /** A listed Drive at version 1.0.0 whose manifest the test may change. */
  listed = async (website?: string) => {
    const { world, ada, reviewer } = this;
    const owned = await world.reserve(ada, this.nextSlug(), true, website);
    const overlay: Overlay = { drive: { version: '1.0.0' } };
    const drive = await world.drive(owned, overlay, await freePort());
    const { driveId } = owned;
    await world.publish(ada.cookie, driveId, drive.manifestUrl);
    const sync = async (): Promise<void> => {
      expect((await this.call(ada.cookie, 'POST', `/author/drives/${driveId}/sync`)).status).toBe(202);
      await world.work();
    };
    const live = () => world.app.get(Listings).installable(driveId);
    const view = async () => (await this.call<DriveView>(ada.cookie, 'GET', `/author/drives/${driveId}`)).data;
    const versions = async () =>
      (await this.call<{ items: VersionView[] }>(ada.cookie, 'GET', `/author/drives/${driveId}/versions`)).data.items;
    const prompts = () => world.events('version.published', driveId);
    const waiting = async () => {
      const queue = await this.call<{ items: { id: string; drive_id: string }[] }>(
        reviewer,
        'GET',
        '/review/submissions?limit=100',
      );
      const row = queue.data.items.find((one) => one.drive_id === driveId);
      return row && (await this.call<SubmissionView>(reviewer, 'GET', `/review/submissions/${row.id}`)).data;
    };
    return { driveId, owned, drive, overlay, sync, live, view, versions, prompts, waiting, first: (await live())! };
  };

  /** The Drive in the list of reviewers under that filter. */
  staff = async (driveId: string, health: 'failing' | 'noted') => {
    const url = `/review/drives?limit=100&health=${health}`;
    const { data } = await this.call<{ items: ListedDriveView[] }>(this.reviewer, 'GET', url);
    return data.items.find((one) => one.drive_id === driveId);
  };

  /** Mails that lead to a page, by words of their subject. */
  mailed = (path: string, subject: string) =>
    this.db.query(
      `select 1 from platform.mail_messages where body like '%' || $1 || '%' and subject like '%' || $2 || '%'`,
      [path, subject],
    );

  /** Number of people who get the notices to every reviewer. */
  async reviewers(): Promise<number> {
    const [row] = await this.world.db.query<{ n: number }>(
      `select count(*)::int as n from identity.role_grants where role = 'reviewer'`,
    );
    return row!.n;
  }

  approve = async (submission: SubmissionView, decision: 'approve' | 'reject' | 'request_changes' = 'approve') => {
    const asReviewer = <T>(method: 'GET' | 'POST', url: string, body?: object) =>
      this.call<T>(this.reviewer, method, url, body);
    expect((await decideCase(asReviewer, submission.id, decision, REASON)).status).toBe(200);
  };

  /** Takes the place of a Drive at its own address. */
  serve = async (port: number, answer: Parameters<typeof createServer>[1]): Promise<Server> => {
    const server = createServer(answer as never);
    this.servers.push(server);
    await listen(server, port);
    return server;
  };

  async endServers(): Promise<void> {
    for (const server of this.servers.splice(0)) if (server.listening) await new Promise((done) => server.close(done));
  }

  due(driveId: string) {
    return this.world.db.query(`update listings.listings set next_sync_at = clock_timestamp() where drive_id = $1`, [
      driveId,
    ]);
  }

  /** The Drive's turn comes. */
  poll = async (driveId: string): Promise<void> => {
    await this.due(driveId);
    await this.app.get(PollManifests).execute();
    await this.world.work();
  };

  protected async cleanUp(): Promise<void> {
    await this.endServers();
    await this.world.close();
  }
}

export const portOf = (url: string): number => Number(new URL(url).port);
