// All checks of a Drive with installs for both probe tenants, of many Drives, some of them at the same time.
import { createRequire } from 'node:module';
import { setTimeout as after } from 'node:timers/promises';
import { inRoot } from '../lib/root.mjs';
import { atMost, percentile, timed } from './frame.mjs';

const require = createRequire(import.meta.url);
const ANSWER_MS = 50;
const AT_ONCE = 8;
const MOST_S = 10;
const PATHS = { structured: '/api/platform/drive/manifest', flat: '/api/platform/drive/manifest', minimal: '/m' };
const SHAPES = Object.keys(PATHS);

export async function run({ scale }) {
  const drives = require(inRoot('dist/libs/conformance/src/testing/memory-drive.js'));
  const { macFromSecret, PROBE_TENANTS, runConformance } = require(inRoot('dist/libs/conformance/src/index.js'));
  const { signatureHeaders } = require(inRoot('dist/libs/contract/src/index.js'));
  const { NOW, ORIGIN, SECRET } = drives;
  const count = scale === 'quick' ? 3 : 60;
  let requests = 0;

  const check = async (shape) => {
    const drive = drives.memoryDrive(drives.goodManifest(shape));
    const { report } = await runConformance({
      manifestUrl: ORIGIN + PATHS[shape],
      transport: async (request) => {
        requests += 1;
        await after(scale === 'quick' ? 1 : ANSWER_MS);
        return drive.transport(request);
      },
      signer: (path, timestampMs) => signatureHeaders({ secret: SECRET, timestampMs, path }),
      mac: macFromSecret(SECRET),
      now: () => NOW,
      mode: 'lifecycle',
      pause: (ms) => after(ms),
      ...PROBE_TENANTS,
    });
    if (!report.ok) throw new Error(`the product refuses a good ${shape} Drive: ${JSON.stringify(report.findings[0])}`);
  };

  const took = [];
  const waiting = Array.from({ length: count }, (_, n) => SHAPES[n % SHAPES.length]);
  const worker = async () => {
    for (let shape = waiting.shift(); shape !== undefined; shape = waiting.shift())
      took.push(await timed(() => check(shape)));
  };
  const whole = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, worker)));
  const workload = `${count} Drives that answer in ${ANSWER_MS} ms, ${AT_ONCE} at a time, ${Math.round(requests / count)} requests each`;
  const extra = { p95_s: percentile(took, 95), whole_s: whole };
  return [atMost('lifecycle.slowest_drive', workload, 's', [Math.max(...took)], MOST_S, extra)];
}
