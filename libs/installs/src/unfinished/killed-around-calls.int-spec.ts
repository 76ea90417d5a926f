import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { workerSettings } from '../../../../test/support/config.js';
import { said } from '../../../../test/support/drives/scripted-drive.js';
import { ScriptedWorld } from '../../../../test/support/drives/scripted-world.js';
import { until } from '../../../../test/support/test-timeout.js';
import { WorkerProcess } from '../../../../test/support/processes/worker-process.js';

const INSTALL = ['intent_committed', 'claimed', 'before_send', 'after_send', 'answer_read', 'token_sealed'];
const UNINSTALL = ['sent', 'recorded'];

describe('a worker is killed (SIGKILL) around a call about an install, and another one goes on', () => {
  const scripted = new ScriptedWorld();
  let directory: string;
  let armed: string;
  let worker: WorkerProcess;
  /** The Drive's installs by its own ids. */
  const kept = new Set<string>();

  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'killed-'));
    armed = path.join(directory, 'failpoints');
    writeFileSync(armed, '');
    await scripted.begin();
    const { drive } = scripted;
    drive.will({
      POST: [
        (response, { body }) => {
          const id = String(body['venture_id']);
          kept.add(id);
          response.writeHead(200).end(JSON.stringify(said({ install_id: id, scoped_token: `dst_${id}` })));
        },
      ],
      DELETE: [
        (response, { path }) => {
          const id = path.split('/').at(-1)!;
          const had = kept.delete(id);
          response.writeHead(had ? 200 : 404);
          response.end(
            JSON.stringify(had ? said({ install_id: id, revoked: true }) : { ok: false, error: 'not-found' }),
          );
        },
      ],
      GET: [
        (response, { bearer }) => {
          const known = kept.has(bearer?.slice(4) ?? '');
          response.writeHead(known ? 200 : 401);
          response.end(JSON.stringify(known ? said({ events: [] }) : { ok: false, error: 'invalid_token' }));
        },
      ],
    });
    worker = await start();
  });
  afterAll(async () => {
    await worker?.stop();
    await scripted.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const start = (): Promise<WorkerProcess> =>
    WorkerProcess.start(scripted.world.app.database.url, { ...workerSettings(), FAILPOINT: `@${armed}` });

  const row = async (id: string) =>
    (
      await scripted.world.db.query<{ state: string; token_proof: string | null; venture_id: string }>(
        'select state, token_proof, venture_id from installs.installs where id = $1',
        [id],
      )
    )[0]!;
  const eventsOf = (id: string, type: string) =>
    scripted.world.value<number>(
      `select count(*)::int from platform.outbox_events where type = $2 and payload->>'install_id' = $1`,
      [id, type],
    );

  /** The worker dies at the step of what is begun; the next one brings the install into its state. */
  async function killedAt<T>(
    step: string,
    begin: () => Promise<T>,
    reached: (begun: T) => Promise<boolean>,
  ): Promise<T> {
    writeFileSync(armed, step);
    const begun = await begin();
    expect([await worker.ended, worker.printed]).toEqual(['SIGKILL', expect.stringContaining(`failpoint ${step}`)]);
    expect(readFileSync(armed, 'utf8')).toBe('');
    worker = await start();
    await until(
      () => reached(begun),
      () => worker.printed,
    );
    return begun;
  }

  it.each(INSTALL)('install.%s: one install at the Drive, activated once', async (step) => {
    const id = await killedAt(
      `install.${step}`,
      () => scripted.wished(),
      async (wished) => (await row(wished)).state === 'active',
    );
    expect(await eventsOf(id, 'install.activated')).toBe(1);
    expect(kept).toContain((await row(id)).venture_id);
  });

  it.each(UNINSTALL)('uninstall.%s: gone at the Drive, revoked once, and its token confirmed dead', async (step) => {
    const id = await scripted.wished();
    await until(
      async () => (await row(id)).state === 'active',
      () => worker.printed,
    );
    const uninstalled = await killedAt(
      `uninstall.${step}`,
      () =>
        scripted.world.app.ask(scripted.operator, 'POST', `/operator/installs/${id}/uninstall`, { confirm: 'Venture' }),
      async () => (await row(id)).token_proof === 'refused',
    );
    expect(uninstalled.status).toBe(202);
    expect((await row(id)).state).toBe('revoked');
    expect([await eventsOf(id, 'install.ended'), await eventsOf(id, 'install.revoked')]).toEqual([1, 1]);
    expect(kept).not.toContain((await row(id)).venture_id);
  });
});
