import { prepareKey, signatureHeaders, type SigningKey } from '@portal/contract';
import {
  checkManifestFile,
  conformanceChecks,
  macFromSecret,
  runConformance,
  type ConformanceReport,
  type Signer,
} from '@portal/conformance';
import { timeoutOf, type Arguments, type Command } from '../command.js';
import { addressMeant, asManifestUrl, readInput } from '../input.js';
import { Interrupted, UsageError, type Io } from '../io.js';
import { Progress } from '../output/progress.js';
import { renderReport } from '../output/render.js';
import { toSarif } from '../output/sarif.js';
import { stoppableTransport } from '../stoppable.js';
import { toJson } from '../output/text.js';

/** The tenant on which `--lifecycle` installs; its ids say to the author what they are. */
const PROBE_TENANT = { tenantId: 'conformance-probe-tenant', ventureId: 'conformance-probe-venture' };

async function validateUrl(url: URL, args: Arguments, io: Io): Promise<ConformanceReport> {
  const secret = io.env.PLATFORM_AGENT_SECRET;
  const key = secret ? prepareKey(secret) : null;
  const before = io.env.PLATFORM_AGENT_SECRET_PREVIOUS;
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
      probeTenant: PROBE_TENANT,
      pause: (ms) => (io.stop.aborted ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))),
      allowLoopback: true,
      ...(secret && key
        ? {
            signer: signerOf(key),
            mac: macFromSecret(secret),
            ...(previous ? { previousSigner: signerOf(previous) } : {}),
            ...(overQuota === undefined
              ? {}
              : { overQuotaTenant: { tenantId: overQuota, ventureId: PROBE_TENANT.ventureId } }),
          }
        : {}),
      onCheck: ({ id, rule }) => {
        done += 1;
        progress.tell(`[${done}/${conformanceChecks.length}] ${id} ${rule}`);
      },
    });
    if (io.stop.aborted) throw new Interrupted(interruption(report, args.flag('lifecycle')));
    return report;
  } finally {
    progress.done();
    transport.close();
  }
}

/** Signs no path twice for one millisecond: a Drive that remembers signatures takes two equal ones for a replay. */
function signerOf(secret: SigningKey): Signer {
  const used = new Set<string>();
  return (path, timestampMs) => {
    let free = timestampMs;
    while (used.has(`${free}:${path}`)) free += 1;
    used.add(`${free}:${path}`);
    return signatureHeaders({ secret, timestampMs: free, path });
  };
}

/** What is left behind when a run was ended half-way. */
function interruption(report: ConformanceReport, lifecycle: boolean): string {
  if (!lifecycle) return 'Interrupted; there is no verdict.';
  return report.findings.some(({ id }) => id === 'C105')
    ? `Interrupted; not everything that was installed on ${PROBE_TENANT.tenantId} could be revoked.`
    : 'Interrupted; everything that was installed is revoked again.';
}

function assertFits(args: Arguments, io: Io, isUrl: boolean): void {
  const target = args.positionals[0]!;
  if (args.flag('json') && args.flag('sarif')) throw new UsageError('Choose one of --json and --sarif.');
  if (isUrl && args.flag('offline'))
    throw new UsageError('--offline needs a file: a URL cannot be checked without calling it.');
  if (args.text('over-quota') !== undefined && !args.flag('lifecycle'))
    throw new UsageError('--over-quota asks for an install, so it needs --lifecycle.');
  if (!args.flag('lifecycle')) return;
  if (!isUrl) throw new UsageError(`--lifecycle needs the URL of a running Drive.${addressMeant(target)}`);
  if (!io.env.PLATFORM_AGENT_SECRET)
    throw new UsageError(
      '--lifecycle signs installs: set PLATFORM_AGENT_SECRET to the Drive’s secret.',
      'missing_secret',
    );
}

/** `drive validate <file|url>`. */
export const validate: Command = {
  usage:
    '<file|url|-> [--json | --sarif] [--offline] [--lifecycle [--over-quota TENANT]] [--all] [--quiet] [--timeout S]',
  details: `
A file (or - for standard input) holds a manifest, bare or inside the envelope; only its schema is checked.
A URL is that of a running Drive or of its manifest, for example http://localhost:4010. Its seven endpoints are
called and the handshake is tried. With PLATFORM_AGENT_SECRET set, correct signatures are tried too; with
PLATFORM_AGENT_SECRET_PREVIOUS also set, those of the key before it, which is good beside it while a rotation lasts.
Plain http and this machine are fine here; the host itself wants public https.

  --json       print the report as one JSON document
  --sarif      print the findings as SARIF 2.1.0, for editors and code scanning
  --all        tell every finding in full, with a shell line that shows it
  --quiet      errors only, no progress, and nothing at all when there are none
  --offline    promise that nothing is called; refused for a URL
  --lifecycle  also install, repeat, revoke and read events on a tenant that exists for this only
               (${PROBE_TENANT.tenantId}); everything is revoked again, after Ctrl-C too
  --over-quota with --lifecycle: a tenant that you have brought over its quota; an install there must
               answer 402
  --timeout S  longest wait for one answer, in seconds; 10 when left out

Exit code: 0 no error, 1 errors (a Drive that does not answer is one), 2 unreadable input.

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
      : (await checkManifestFile(await readInput(io, given), { allowLoopback: true })).report;
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
