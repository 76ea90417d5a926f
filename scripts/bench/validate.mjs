// A whole run of the checks against a Drive that takes a while for each answer, and of the document alone.
import { createRequire } from 'node:module';
import { inRoot } from '../lib/root.mjs';
import { judge } from './frame.mjs';

const require = createRequire(import.meta.url);

export const figures = () => ['validate.schema', 'validate.public', 'validate.lifecycle'];

export async function run({ scale }) {
  const [rounds, answerMs] = scale === 'quick' ? [1, 1] : [5, 50];
  const { runConformance, macFromSecret, PROBE_TENANTS } = require(inRoot('dist/libs/conformance/src/index.js'));
  const { goodManifest, memoryDrive, NOW, ORIGIN, SECRET } = require(
    inRoot('dist/libs/conformance/src/testing/memory-drive.js'),
  );
  const { signatureHeaders } = require(inRoot('dist/libs/contract/src/index.js'));
  const play = async (mode, waitMs) => {
    const { transport } = memoryDrive(goodManifest('structured'));
    const started = performance.now();
    const { report } = await runConformance({
      manifestUrl: `${ORIGIN}/api/platform/drive/manifest`,
      transport: async (request) => {
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        return transport(request);
      },
      signer: (path, timestampMs) => signatureHeaders({ secret: SECRET, timestampMs, path }),
      mac: macFromSecret(SECRET),
      now: () => NOW,
      mode,
      ...PROBE_TENANTS,
    });
    if (!report.ok) throw new Error(`the good Drive does not pass: ${JSON.stringify(report.findings[0])}`);
    return performance.now() - started;
  };
  const lines = [];
  for (const [mode, waitMs, goalMs, times] of [
    ['schema', 0, 50, 8 * rounds],
    ['public', answerMs, 10_000, rounds],
    ['lifecycle', answerMs, 10_000, rounds],
  ]) {
    const took = [];
    for (let i = 0; i < times; i += 1) took.push(await play(mode, waitMs));
    lines.push(
      judge({
        id: `validate.${mode}`,
        workload: `whole run, mode ${mode}, against a Drive that answers after ${waitMs} ms`,
        unit: 'ms',
        product: took,
        yardstick: { name: 'the limit', values: took.map(() => goalMs) },
        goal: 1,
        lower: true,
      }),
    );
  }
  return lines;
}
