import type { ConformanceInput } from './input.js';
import type { ConformanceResult } from './report/report.js';
import { runConformance } from './run.js';

/**
 * Checks a manifest document that the caller has, such as a file: schema checks only, with or without an envelope.
 * @param body the bytes.
 */
export async function checkManifestFile(
  body: Uint8Array,
  options: Pick<ConformanceInput, 'allowLoopback' | 'contract'> = {},
): Promise<ConformanceResult> {
  return runConformance({
    manifestUrl: 'file:///manifest.json',
    mode: 'schema',
    now: () => 0,
    envelope: 'optional',
    transport: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body, durationMs: 0 }),
    ...options,
  });
}
