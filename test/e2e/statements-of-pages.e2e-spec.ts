import { spawnSync } from 'node:child_process';
import { asLogin, type TestDatabase } from '../support/database/database.js';
import { createStoryDatabase } from '../support/database/story-database.js';

interface Sent {
  /** Statements for a page, and for one row of it. */
  page: number;
  one?: number;
  rows?: number;
}

describe('every page of every role, where the story was run', () => {
  let database: TestDatabase;
  let pages: Record<string, Sent>;
  let walked: Record<string, { rows: number; differs: number }>;

  beforeAll(async () => {
    const story = await createStoryDatabase();
    database = story.database;
    const keyring = String(story.files.settings['keyring']);
    const args = ['test/support/database/statements-of-pages.mjs', database.url, asLogin(database.url), keyring];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
    expect([status, stderr]).toEqual([0, '']);
    const printed = JSON.parse(stdout.slice(stdout.lastIndexOf('\n'))) as {
      found: typeof pages;
      walked: typeof walked;
    };
    pages = printed.found;
    walked = printed.walked;
  });
  afterAll(() => database?.drop());

  it('sends at most twelve statements', () => {
    for (const role of ['author', 'operator', 'reviewer', 'finance', 'admin'])
      expect([role, Object.keys(pages).filter((page) => page.startsWith(role)).length > 15]).toEqual([role, true]);
    expect(Object.entries(pages).filter(([, { page }]) => page > 12)).toEqual([]);
  });

  it('sends none by row', () => {
    const lists = Object.entries(pages).filter(([, { rows = 0 }]) => rows > 1);
    expect(lists.length).toBeGreaterThan(20);
    expect(lists.filter(([, { page, one, rows }]) => page - one! >= rows! - 1)).toEqual([]);
  });

  it('shows every row once from page to page, also where rows have the same time, month or name', () => {
    const several = Object.entries(walked).filter(([, { rows }]) => rows > 1);
    expect(several.length).toBeGreaterThan(25);
    expect(several.filter(([, { differs }]) => differs >= 0)).toEqual([]);
  });
});
