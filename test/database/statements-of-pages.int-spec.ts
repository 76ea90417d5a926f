import { spawnSync } from 'node:child_process';
import { asLogin, createTestDatabase } from '../support/database/database.js';

async function countAt(installs: number): Promise<Record<string, number>> {
  const database = await createTestDatabase();
  try {
    const args = ['test/support/database/statements-of-pages.mjs', database.url, asLogin(database.url), `${installs}`];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as Record<string, number>;
  } finally {
    await database.drop();
  }
}

describe('a page of authors or operators', () => {
  it('sends at most twelve statements, and as many for a thousand installs as for a hundred', async () => {
    const [few, many] = [await countAt(100), await countAt(1_000)];
    expect(Object.keys(few).length).toBeGreaterThan(30);
    expect(many).toEqual(few);
    expect(Object.entries(many).filter(([, statements]) => statements > 12)).toEqual([]);
  });
});
