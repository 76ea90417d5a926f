// Reading a manifest: bytes to parsed and fully validated, against JSON.parse of the same bytes alone.
import { createRequire } from 'node:module';
import { inRoot } from '../lib/root.mjs';
import { interleave, judge } from './frame.mjs';
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
    const candidates = [
      { name: 'parse', fn: () => JSON.parse(text) },
      { name: 'read', fn: () => readManifestDocument(bytes, { envelope: 'required' }) },
    ];
    const ops = interleave(candidates, scale);
    return judge({
      id: `manifest.read_${size.replace(' ', '').toLowerCase()}`,
      workload: `manifest of ${bytes.length} bytes: decode, parse strictly, envelope, every rule`,
      unit: 'ops/s',
      product: ops.read,
      yardstick: { name: 'JSON.parse', values: ops.parse },
      goal: 0.55,
      extra: { bytes: bytes.length },
    });
  });
}
