import { CONTRACT_DRAFT, prepareKey, signatureHeaders, type SigningKey } from '@portal/contract';
import {
  checkManifestFile,
  conformanceChecks,
  macFromSecret,
  PROBE_TENANTS,
  runConformance,
  type ConformanceReport,
  type Signer,
} from '@portal/conformance';
import { contractOf, secretIn, timeoutOf, type Arguments, type Command } from '../command.js';
import { addressMeant, asManifestUrl, readInput } from '../input.js';
import { Interrupted, UsageError, type Io } from '../io.js';
import { Progress } from '../output/progress.js';
import { renderReport } from '../output/render.js';
import { toSarif } from '../output/sarif.js';
import { stoppableTransport } from '../transport.js';
import { toJson } from '../output/text.js';

async function validateUrl(url: URL, args: Arguments, io: Io): Promise<ConformanceReport> {
  const secret = secretIn(io, 'PLATFORM_AGENT_SECRET');
  const key = secret ? prepareKey(secret) : null;
  const before = secretIn(io, 'PLATFORM_AGENT_SECRET_PREVIOUS');
  const previous = before ? prepareKey(before) : null;
  const overQuota = args.text('over-quota');
  const transport = stoppableTransport(io, timeoutOf(args));
  const progress = new Progress(io, args.flag('quiet'));
  let done = 0;
  try {
    const { report } = await runConformance({
      manifestUrl: url.href,
      transport,
      now: io.now,
      mode: key ? (args.flag('lifecycle') ? 'lifecycle' : 'full') : 'public',
      ...PROBE_TENANTS,
      pause: (ms) => (io.stop.aborted ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))),
      allowLoopback: true,
      ...contractOf(args, io),
      ...(secret && key
        ? {
            signer: signerOf(key),
            mac: macFromSecret(secret),
            ...(previous ? { previousSigner: signerOf(previous) } : {}),
            ...(overQuota === undefined
              ? {}
              : { overQuotaTenant: { tenantId: overQuota, ventureId: PROBE_TENANTS.probeTenant.ventureId } }),
          }
        : {}),
      onCheck: ({ id, rule }) => {
        done += 1;
        progress.show(`[${done}/${conformanceChecks.length}] ${id} ${rule}`);
      },
    });
    if (io.stop.aborted) throw new Interrupted(interruption(report, args.flag('lifecycle')));
    return report;
  } finally {
    progress.done();
    transport.close();
  }
}

/** Never signs the same path twice for one millisecond: a Drive may reject equal signatures as a replay. */
export function signerOf(secret: SigningKey): Signer {
  const used = new Set<string>();
  return (path, timestampMs) => {
    let free = timestampMs;
    while (used.has(`${free}:${path}`)) free += 1;
    used.add(`${free}:${path}`);
    return signatureHeaders({ secret, timestampMs: free, path });
  };
}

/** Leftovers of an interrupted run. */
function interruption(report: ConformanceReport, lifecycle: boolean): string {
  if (!lifecycle) return 'Interrupted. There is no result.';
  return report.findings.some(({ id }) => id === 'C105')
    ? `Interrupted. Some installs of ${PROBE_TENANTS.probeTenant.tenantId} or ${PROBE_TENANTS.otherProbeTenant.tenantId} could not be revoked.`
    : 'Interrupted. All installs have been revoked.';
}

function assertFits(args: Arguments, io: Io, isUrl: boolean): void {
  const target = args.positionals[0]!;
  if (args.flag('json') && args.flag('sarif')) throw new UsageError('Use either --json or --sarif, not both.');
  if (isUrl && args.flag('offline'))
    throw new UsageError('--offline requires a file. A URL cannot be checked without calling it.');
  if (args.text('over-quota') !== undefined && !args.flag('lifecycle'))
    throw new UsageError('--over-quota requires --lifecycle, because it requests an install.');
  if (!args.flag('lifecycle')) return;
  if (!isUrl) throw new UsageError(`--lifecycle requires the URL of a running Drive.${addressMeant(target)}`);
  if (!io.env.PLATFORM_AGENT_SECRET)
    throw new UsageError(
      '--lifecycle sends signed requests. Set PLATFORM_AGENT_SECRET to the secret of the Drive.',
      'missing_secret',
    );
}

/** `drive validate <file|url>`. */
export const validate: Command = {
  usage:
    '<file|url|-> [--json | --sarif] [--offline] [--lifecycle [--over-quota TENANT]] [--draft] [--all] [--quiet] [--timeout S]',
  details: `
Give a file, or - for standard input, to check the schema of a manifest, with or without its envelope.
Give the URL of a running Drive or of its manifest, such as http://localhost:4010, to call its seven endpoints and
test the handshake. If PLATFORM_AGENT_SECRET is set, correct signatures are tested too. During a rotation, also set
PLATFORM_AGENT_SECRET_PREVIOUS to test the previous secret.
Plain http and local addresses work here. The host itself requires public https.

  --json       print the report as one JSON document
  --sarif      print the findings as SARIF 2.1.0, for editors and code scanning
  --all        print every finding in full, with a shell command that reproduces it
  --quiet      print errors only, without progress
  --offline    make sure that nothing is called; not allowed with a URL
  --lifecycle  also install, repeat the install, read events and revoke, for the test tenants
               ${PROBE_TENANTS.probeTenant.tenantId} and ${PROBE_TENANTS.otherProbeTenant.tenantId}, and check that
               neither reads anything of the other; every install is revoked at the end, even after Ctrl-C
  --over-quota with --lifecycle: a tenant that is over its quota; an install for it must be
               answered with 402
  --draft      also accept ${CONTRACT_DRAFT.spelling.structured}, the draft of the next contract version; without it
               the draft is refused, as by every host that does not prove it
  --timeout S  maximum time to wait for each response, in seconds (default: 10)

Exit codes: 0 no errors, 1 errors found or no response from the Drive, 2 unreadable input.

Examples:
  drive validate manifest.json
  curl -s https://drive.example.com/api/platform/drive/manifest | drive validate -
  PLATFORM_AGENT_SECRET=... drive validate http://localhost:4010 --lifecycle`,
  options: {
    json: { type: 'boolean' },
    sarif: { type: 'boolean' },
    offline: { type: 'boolean' },
    lifecycle: { type: 'boolean' },
    all: { type: 'boolean' },
    quiet: { type: 'boolean', short: 'q' },
    timeout: { type: 'string' },
    'over-quota': { type: 'string' },
    draft: { type: 'boolean' },
  },
  needs: ['file|url|-'],
  async run(args, io) {
    const given = args.positionals[0]!;
    const url = asManifestUrl(given);
    assertFits(args, io, url !== null);
    timeoutOf(args);
    const startedAt = io.now();
    const report = url
      ? await validateUrl(url, args, io)
      : (await checkManifestFile(await readInput(io, given), { allowLoopback: true, ...contractOf(args, io) })).report;
    const target = url?.href ?? given;
    if (args.flag('json')) io.out(`${toJson(report, 2)}\n`);
    else if (args.flag('sarif')) io.out(`${toJson(toSarif(report, { target, portal: io.env.DRIVE_PORTAL_URL }), 2)}\n`);
    else {
      const view = {
        target: given === '-' ? 'standard input' : target,
        all: args.flag('all'),
        quiet: args.flag('quiet'),
      };
      io.out(renderReport(io, report, url ? { ...view, tookMs: io.now() - startedAt } : view));
    }
    return report.ok ? 0 : 1;
  },
};
