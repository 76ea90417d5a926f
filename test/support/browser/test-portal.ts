import { Client } from 'pg';
import { asLogin, createTestDatabase, type TestDatabase } from '../database/database.js';
import { createStoryDatabase, restoreFiles } from '../database/story-database.js';
import { PortalProcess, temporaryDataDir, type ReadyPortal } from './portal.js';
import type { StoryRun } from './story.js';
import { World } from '../world.js';

export interface Beginning {
  /** Begins where the story has ended. */
  readonly story?: boolean;
  /** How far the time of an empty portal is from the machine's, ms. */
  readonly offsetMs?: number;
  /** Settings of the processes, besides those of `npm start`; `directory` is the portal's own. */
  readonly settings?: (directory: string) => Record<string, string>;
}

/**
 * Processes of a test's own, on a copy of the migrated database or of the one in which the story was run: whatever the
 * test changes, also the clock, is invisible to others.
 */
export class TestPortal extends World {
  private data?: ReturnType<typeof temporaryDataDir>;
  private owned?: TestDatabase;
  private client?: Client;
  private process?: PortalProcess;
  private running?: ReadyPortal;
  private storyRun?: StoryRun;

  constructor(private readonly of: Beginning = {}) {
    super();
  }

  /** @throws Error with the output when it does not come up */
  async begin(): Promise<void> {
    const { story = false, offsetMs, settings = () => ({}) } = this.of;
    this.data = temporaryDataDir();
    if (story) {
      const { database, files } = await createStoryDatabase();
      this.owned = database;
      this.storyRun = files.story;
      restoreFiles(files, this.directory);
    } else this.owned = await createTestDatabase();
    const { url } = this.owned;
    this.client = new Client({ connectionString: url });
    await this.client.connect();
    if (offsetMs !== undefined) {
      // An update may only move it forward.
      await this.client.query('delete from platform.test_clock');
      await this.client.query('insert into platform.test_clock (offset_ms) values ($1)', [offsetMs]);
    }
    this.process = PortalProcess.start(
      this.directory,
      { DATABASE_URL: url, PORTAL_DATABASE_URL: asLogin(url), ...settings(this.directory) },
      ['--no-story', '--no-migrate'],
    );
    this.running = await this.process.ready();
  }

  /** Also of one that did not come up. @throws Error when the database denied a right to any request */
  protected async cleanUp(): Promise<void> {
    try {
      await this.client?.end();
      await this.process?.stop();
    } finally {
      await this.owned?.drop();
      this.data?.remove();
    }
  }

  /** For its data. */
  get directory(): string {
    return this.data!.path;
  }

  get database(): TestDatabase {
    return this.owned!;
  }

  /** As its owner, with all rights. */
  get db(): Client {
    return this.client!;
  }

  get ready(): ReadyPortal {
    return this.running!;
  }

  get url(): string {
    return this.ready.url;
  }

  /** Output since the start, by `npm start` and not by its processes. */
  get printed(): string {
    return this.process!.printed;
  }

  /** The story as it was run; its author and its Drive. */
  get story(): StoryRun {
    return this.storyRun!;
  }
}
