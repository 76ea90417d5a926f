// Reading a manifest: bytes to parsed and fully validated, against JSON.parse of the same bytes alone.
import { createRequire } from 'node:module';
import { inRoot } from '../lib/root.mjs';
import { race } from './frame.mjs';
import { manifest } from './manifests.mjs';

const require = createRequire(import.meta.url);

export async function run({ scale }) {
  const { readManifestDocument } = require(inRoot('dist/libs/contract/src/index.js'));
  return ['2 KB', '60 KB'].map((size) => {
    const data = manifest(size);
    const envelope = { ok: true, data, meta: { version: '2.3.1', generated_at: '2026-11-21T00:00:00.000Z' } };
    const bytes = Buffer.from(JSON.stringify(envelope));
    const reading = readManifestDocument(bytes, { envelope: 'required' });
    if (!reading.ok || reading.issues.length > 0)
      throw new Error(`the product refuses the bench's manifest: ${JSON.stringify(reading.issues[0])}`);
    const text = bytes.toString('utf8');
    return race({
      id: `manifest.read_${size.replace(' ', '').toLowerCase()}`,
      workload: `manifest of ${bytes.length} bytes: decode, parse strictly, envelope, every rule`,
      scale,
      fn: () => readManifestDocument(bytes, { envelope: 'required' }),
      yardstick: { name: 'JSON.parse', fn: () => JSON.parse(text) },
      goal: 0.55,
      extra: { bytes: bytes.length },
    });
  });
}
