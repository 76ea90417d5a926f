import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/database.js';
import { TestApp } from '../../../../test/support/http/http-app.js';
import { Authenticator } from '../access/access.js';
import { sha256Hex } from '../crypto/sealed-box.js';
import { Pdfs } from './pdfs.js';

const TASK = path.resolve('test/support/threads/drawn.task');

class Nobody extends Authenticator {
  authenticate = (): Promise<null> => Promise.resolve(null);
}
@Global()
@Module({ providers: [{ provide: Authenticator, useClass: Nobody }], exports: [Authenticator] })
class NobodyModule {}

describe('a PDF', () => {
  let database: TestDatabase;
  let [one, other]: TestApp[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    [one, other] = [
      await TestApp.start([NobodyModule], {}, database),
      await TestApp.start([NobodyModule], {}, database),
    ];
  });
  afterAll(async () => {
    await Promise.all([one?.close(), other?.close()]);
    await database.drop();
  });
  const drawn = async (app: TestApp | undefined, input: object): Promise<{ threadId: number; drawing: string }> =>
    JSON.parse(String(await app!.get(Pdfs).drawnOnce(TASK, input))) as { threadId: number; drawing: string };

  it('of what never changes is drawn once, in a thread, whoever asks at the same time, later or elsewhere', async () => {
    const input = { text: 'signed', at: new Date(0) };
    const first = await Promise.all([drawn(one, input), drawn(one, input)]);
    const later = [await drawn(one, input), await drawn(other, input)];
    expect(new Set([...first, ...later].map(({ drawing }) => drawing)).size).toBe(1);
    expect(first[0]!.threadId).not.toBe(threadId);
    expect((await drawn(one, { ...input, text: 'other' })).drawing).not.toBe(first[0]!.drawing);
  });

  it('that is stored can be neither changed nor removed, and one that somebody planted is drawn again and logged', async () => {
    const input = { text: 'kept' };
    const madeOf = sha256Hex(JSON.stringify(['drawn.task', input]));
    const plant = `insert into platform.kept_files (made_of, seal, body) values ($1, $2, '%PDF forged')`;
    await one!.query(plant, [madeOf, 'dev.forged']);
    const noted = jest.spyOn((one!.get(Pdfs) as unknown as { log: Logger }).log, 'warn');
    const { drawing } = await drawn(one, input);
    expect(noted).toHaveBeenCalledWith({ made_of: madeOf }, expect.stringContaining('drawn again'));
    expect((await drawn(other, input)).drawing).toBe(drawing);
    // Nor do the bytes of one file pass as another's.
    const [own] = await one!.query<{ seal: string }>(
      `select seal from platform.kept_files where made_of = $1 and seal <> 'dev.forged'`,
      [madeOf],
    );
    const elsewhere = { text: 'elsewhere' };
    await one!.query(plant, [sha256Hex(JSON.stringify(['drawn.task', elsewhere])), own!.seal]);
    expect((await drawn(one, elsewhere)).drawing).not.toBe(drawing);
    for (const change of [`update platform.kept_files set body = ''`, 'delete from platform.kept_files'])
      await expect(one!.query(change)).rejects.toThrow();
  });

  it('of what may change is drawn again, in a thread, once for all who ask at the same time', async () => {
    const draw = async () => JSON.parse(String(await one!.get(Pdfs).draw(TASK, {}))) as { threadId: number };
    const [first, same] = await Promise.all([draw(), draw()]);
    expect(first).toEqual(same);
    expect(await draw()).not.toEqual(first);
    expect(first.threadId).not.toBe(threadId);
  });
});
