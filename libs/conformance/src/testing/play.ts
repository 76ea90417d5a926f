import { signatureHeaders, type JsonObject } from '@portal/contract';
import {
  macFromSecret,
  runConformance,
  type ConformanceMode,
  type ConformanceResult,
  type Signer,
  type Transport,
  type TransportRequest,
} from '../index.js';
import type { DriveState } from './drive-state.js';
import {
  goodManifest,
  memoryDrive,
  NOW,
  ORIGIN,
  OVER_QUOTA,
  PREVIOUS_SECRET,
  SECRET,
  type Faults,
} from './memory-drive.js';

/** URLs of the good manifests. */
const MANIFEST_PATHS = {
  structured: '/api/platform/drive/manifest',
  flat: '/api/platform/drive/manifest',
  minimal: '/m',
} as const;
export type Shape = keyof typeof MANIFEST_PATHS;

/** Tenants for the lifecycle. */
export const PROBE = { tenantId: 'probe-tenant', ventureId: 'probe-venture' };
export const OTHER_PROBE = { tenantId: 'other-probe-tenant', ventureId: 'other-probe-venture' };

/** Signs with the current secret of the in-memory Drives. */
export const signer: Signer = (path, timestampMs) => signatureHeaders({ secret: SECRET, timestampMs, path });
const previousSigner: Signer = (path, timestampMs) => signatureHeaders({ secret: PREVIOUS_SECRET, timestampMs, path });

type Played = ConformanceResult & { requests: TransportRequest[]; state: DriveState };

/** Runs all checks of a mode against an in-memory Drive, with everything that a caller can provide. */
export async function playDrive(
  faults: Faults = {},
  shape: Shape = 'minimal',
  mode: ConformanceMode = 'full',
  input: object = {},
  manifest: JsonObject = goodManifest(shape),
): Promise<Played> {
  const { transport, requests, state } = memoryDrive(manifest, faults);
  const result = await runConformance({
    manifestUrl: (faults.origin ?? ORIGIN) + MANIFEST_PATHS[shape],
    transport,
    signer,
    previousSigner,
    mac: macFromSecret(SECRET),
    now: () => NOW,
    mode,
    probeTenant: PROBE,
    otherProbeTenant: OTHER_PROBE,
    overQuotaTenant: OVER_QUOTA,
    ...input,
  });
  return { ...result, requests, state };
}

/** Runs the checks of a mode with one key and one tenant. */
export const playTransport = (transport: Transport, mode: ConformanceMode): Promise<ConformanceResult> =>
  runConformance({
    manifestUrl: `${ORIGIN}/m`,
    transport,
    signer,
    mac: macFromSecret(SECRET),
    probeTenant: PROBE,
    now: () => NOW,
    mode,
  });

/** Numbers and levels of findings above a note, each once, worst first. */
export const worse = ({ report }: ConformanceResult): string[] => [
  ...new Set(report.findings.filter(({ level }) => level !== 'info').map(({ id, level }) => `${id} ${level}`)),
];

/** The same for notes. */
export const notes = ({ report }: ConformanceResult): string[] => [
  ...new Set(report.findings.filter(({ level }) => level === 'info').map(({ id, level }) => `${id} ${level}`)),
];
