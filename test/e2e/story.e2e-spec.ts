import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PATIENCE_MS } from '../support/patience.js';
import { PortalProcess, temporaryDataDir, type ReadyPortal } from '../support/portal.js';
import { playStory } from '../support/story.js';

const STEPS = 20;

describe('the story that must always run', () => {
  const data = temporaryDataDir();
  let portal: PortalProcess;
  let ready: ReadyPortal;

  beforeAll(async () => {
    // Whoever waits long for a connection would outlast the restart and never be refused.
    portal = PortalProcess.start(data.path, { DATABASE_WAIT_SECONDS: '5' });
    ready = await portal.ready();
  });
  afterAll(async () => {
    await portal.stop();
    data.remove();
  });

  it('holds at every step, and again on the same data', async () => {
    for (const round of [1, 2]) {
      const story = await playStory(ready.url);
      expect([round, story.verdict]).toEqual([
        round,
        { story: 'passed', steps: STEPS, ms: expect.any(Number) as number },
      ]);
      expect(story.exitCode).toBe(0);
      expect(story.lines).toHaveLength(STEPS + 1);
    }
  });

  it('leaves no secret in any log', () => {
    const folder = path.join(ready.data_dir, 'logs');
    const logs = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
    expect(logs.join('').length).toBeGreaterThan(1_000);
    for (const log of logs) expect(log).not.toMatch(/\bdp[kt]_[0-9A-Za-z]{49}\b/);
  });

  it('survives a restart of PostgreSQL under load: 503 with the envelope meanwhile, then everything as before', async () => {
    const base = path.join(ready.data_dir, 'postgres');
    const cluster = readdirSync(base).find((name) => /^pg\d+$/.test(name))!;
    const postmaster = Number(readFileSync(path.join(base, cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const seen = new Map<number, number>();
    let stopped = false;
    const ask = async (): Promise<number> => {
      const response = await fetch(`${ready.url}/api/public/catalogue`, { signal: AbortSignal.timeout(PATIENCE_MS) });
      const body = (await response.json()) as { ok: boolean; error?: string };
      expect([response.status, body.ok, body.error]).toEqual(
        response.status === 200 ? [200, true, undefined] : [503, false, 'unavailable'],
      );
      seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
      return response.status;
    };
    const load = Array.from({ length: 8 }, async () => {
      while (!stopped) await ask();
    });
    const until = async (what: string, condition: () => boolean | Promise<boolean>): Promise<void> => {
      const deadline = Date.now() + PATIENCE_MS;
      while (!(await condition())) {
        if (Date.now() > deadline) throw new Error(`${what} did not happen`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await until('traffic', () => (seen.get(200) ?? 0) > 50);
    process.kill(postmaster, 'SIGKILL');
    await until('a refusal', () => (seen.get(503) ?? 0) > 0);
    const before = seen.get(200)!;
    await until('recovery', () => seen.get(200)! > before + 50);
    await until('readiness', async () => (await fetch(`${ready.url}/api/health/ready`)).status === 200);
    stopped = true;
    await Promise.all(load);
    const gone = Object.entries(ready.processes).filter(([, pid]) => !existsSync(`/proc/${pid}`));
    expect(gone).toEqual([]);
    const story = await playStory(ready.url);
    expect([story.lines.slice(-2, -1), story.verdict]).toEqual([
      expect.anything(),
      expect.objectContaining({ story: 'passed' }),
    ]);
  });
});
