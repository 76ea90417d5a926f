import { spawnSync } from 'node:child_process';
import { asLogin, type TestDatabase } from '../support/database/database.js';
import { createStoryDatabase } from '../support/database/story-database.js';

interface Sent {
  /** Statements for a page, and for one row of it. */
  page: number;
  one?: number;
  rows?: number;
}

/** Beyond the goal, because they are composed of what several features read by themselves. The numbers may only become smaller. */
const MORE: Readonly<Record<string, number>> = {
  'admin /api/v1/admin/deployment': 24,
  'author /api/v1/author/drives/{driveId}/case': 21,
  'finance /api/v1/finance/ledger/proof': 13,
};

describe('every page of every role, where the story was run', () => {
  let database: TestDatabase;
  let pages: Record<string, Sent>;

  beforeAll(async () => {
    const story = await createStoryDatabase();
    database = story.database;
    const keyring = String(story.files.settings['keyring']);
    const args = ['test/support/database/statements-of-pages.mjs', database.url, asLogin(database.url), keyring];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
    expect([status, stderr]).toEqual([0, '']);
    pages = JSON.parse(stdout.slice(stdout.lastIndexOf('\n'))) as Record<string, Sent>;
  });
  afterAll(() => database?.drop());

  it('sends at most twelve statements, but for known ones', () => {
    for (const role of ['author', 'operator', 'reviewer', 'finance', 'admin'])
      expect([role, Object.keys(pages).filter((page) => page.startsWith(role)).length > 15]).toEqual([role, true]);
    const beyond = Object.entries(pages).filter(([, { page }]) => page > 12);
    expect(Object.fromEntries(beyond.map(([name, { page }]) => [name, page]))).toEqual(MORE);
  });

  it('sends none by row', () => {
    const lists = Object.entries(pages).filter(([, { rows = 0 }]) => rows > 1);
    expect(lists.length).toBeGreaterThan(20);
    expect(lists.filter(([, { page, one, rows }]) => page - one! >= rows! - 1)).toEqual([]);
  });
});
