import type { TestingModule } from '@nestjs/testing';
import { examples, randomOf } from '../../../../test/support/examples.js';
import { SmallDrive } from '../../../../test/support/drives/small-drive.js';
import { KeysWorld } from '../../../../test/support/people/keys-world.js';
import { DriveCaller, OVERLAP_MS, type DriveAnswer } from '../index.js';

const DRIVES = 10;
const ROTATIONS_EACH = examples(5);

/** A Drive that runs with one secret, or temporarily with two, and gets its new one at an inconvenient moment. */
interface Client {
  drive: SmallDrive;
  driveId: string;
  origin: string;
  secret: string;
  calls: number;
  failed: string[];
  byVersion: Map<number, number>;
  /** The current call of each process. */
  flying: Map<DriveCaller, Promise<DriveAnswer>>;
  idle: () => void;
}

describe('rotation under traffic', () => {
  const world = KeysWorld.forTests();
  let processes: TestingModule[];
  const clients: Client[] = [];
  const random = randomOf();

  beforeAll(async () => {
    processes = [await world.process(), await world.process()];
    for (let i = 0; i < DRIVES; i++) {
      const drive = new SmallDrive();
      const origin = await drive.start();
      world.beforeClose(() => drive.stop());
      const driveId = world.ids.next();
      const secret = (await world.issue({ driveId })).secret.reveal();
      drive.accepted = [secret];
      clients.push({
        drive,
        driveId,
        origin,
        secret,
        calls: 0,
        failed: [],
        byVersion: new Map(),
        flying: new Map(),
        idle: () => undefined,
      });
    }
  });

  async function traffic(client: Client, caller: DriveCaller, going: () => boolean): Promise<void> {
    while (going()) {
      const call = caller.call({
        driveId: client.driveId,
        origin: client.origin,
        path: '/api/platform/metrics',
        method: 'GET',
      });
      client.flying.set(caller, call);
      const answer = await call;
      client.calls++;
      if (answer.status !== 200) client.failed.push(`${answer.status} under v${answer.keyVersion}`);
      client.byVersion.set(answer.keyVersion, (client.byVersion.get(answer.keyVersion) ?? 0) + 1);
      client.idle();
    }
  }

  const waitFor = (client: Client, condition: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      client.idle = () => {
        if (condition()) resolve();
      };
    });

  async function rotate(client: Client): Promise<void> {
    const issued = await world.rotate({ driveId: client.driveId });
    const fresh = issued.secret.reveal();
    const old = issued.version - 1;
    const used = (version: number) => client.byVersion.get(version) ?? 0;
    const onOld = used(old);
    await waitFor(client, () => used(old) > onOld);
    // The Drive is restarted at some request: between two calls, or between the two attempts of one.
    let until = random(4);
    const both = random(10) < 3;
    client.drive.beforeRequest = () => {
      if (until-- > 0) return;
      client.drive.accepted = both ? [fresh, client.secret] : [fresh];
      client.drive.beforeRequest = () => undefined;
    };
    await waitFor(client, () => used(issued.version) >= 1);
    client.drive.accepted = [fresh];
    client.secret = fresh;
    // A call takes seconds and an overlap a day, so no call from before this rotation is running at the next one.
    await Promise.all(client.flying.values());
  }

  it(`${DRIVES * ROTATIONS_EACH} rotations of ${DRIVES} Drives, two processes calling all the time: no call fails`, async () => {
    let going = true;
    const loops = clients.flatMap((client) =>
      processes.map((process) => traffic(client, process.get(DriveCaller), () => going)),
    );
    for (let round = 0; round < ROTATIONS_EACH; round++) {
      await Promise.all(clients.map((client) => rotate(client)));
      await world.advance(OVERLAP_MS);
    }
    going = false;
    await Promise.all(loops);

    expect(clients.flatMap((client) => client.failed)).toEqual([]);
    for (const client of clients) {
      const keys = await world.keys.list(client.driveId);
      expect(keys.map((key) => key.version)[0]).toBe(ROTATIONS_EACH + 1);
      expect(keys.filter((key) => key.state === 'retired')).toHaveLength(ROTATIONS_EACH);
      // Every key was adopted, and every call reached the Drive with one of them.
      expect(keys.every((key) => key.adoptedAt !== null)).toBe(true);
      expect([...client.byVersion.values()].reduce((sum, n) => sum + n, 0)).toBe(client.calls);
      // All calls have the same path, so two equal signatures would mean that one key signed a timestamp twice.
      const signatures = client.drive.requests.map((request) => request.signature);
      expect(new Set(signatures).size).toBe(signatures.length);
    }
    const calls = clients.reduce((sum, client) => sum + client.calls, 0);
    expect(calls).toBeGreaterThan(2 * DRIVES * ROTATIONS_EACH);
  });
});
