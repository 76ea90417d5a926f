import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProcess } from '../support/processes/processes.js';
import { lockHolder, takeLock } from '../../scripts/lib/lock-file.mjs';

const LIBRARY = path.resolve('scripts/lib/lock-file.mjs');
let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'lock-test-'));
  file = path.join(directory, 'a.lock');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('a lock file', () => {
  it('names its living holder to the second process', () => {
    const lock = takeLock(file);
    if (!lock.release) throw new Error('not expected');
    lock.update({ url: 'http://127.0.0.1:3000' });
    expect(takeLock(file).heldBy).toMatchObject({ pid: process.pid, url: 'http://127.0.0.1:3000' });
    lock.release();
    expect(existsSync(file)).toBe(false);
    expect(takeLock(file).heldBy).toBeUndefined();
  });

  it('is taken over when its holder is gone', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(file, JSON.stringify({ pid, mark: '1' }));
    expect(lockHolder(file)).toBeUndefined();
    expect(takeLock(file).heldBy).toBeUndefined();
    expect((JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid).toBe(process.pid);
  });

  it('is taken over when its number belongs to another process', () => {
    writeFileSync(file, JSON.stringify({ pid: process.pid, mark: 'of another start' }));
    expect(takeLock(file).heldBy).toBeUndefined();
  });

  it.each(['', '{', 'null'])('is taken over when it contains %j', (content) => {
    writeFileSync(file, content);
    expect(takeLock(file).heldBy).toBeUndefined();
  });

  it('goes to exactly one of many who find a stale one at the same time', async () => {
    writeFileSync(file, JSON.stringify({ pid: 2 ** 30, mark: '1' }));
    const script = `import(${JSON.stringify(LIBRARY)}).then((m) => { console.log(m.takeLock(${JSON.stringify(file)}).release ? 'mine' : 'held'); setInterval(() => {}, 1000); })`;
    const words = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const child = startProcess(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
        const word = await new Promise<string>((resolve) =>
          child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
        );
        return { word, child };
      }),
    );
    for (const { child } of words) child.kill('SIGKILL');
    expect(words.map(({ word }) => word).sort()).toEqual(['held', 'held', 'held', 'held', 'held', 'mine']);
    expect(readdirSync(directory)).toEqual(['a.lock']);
  });
});
