import { prepareKey, signatureHeaders } from '@portal/contract';
import { checkManifestFile, macFromSecret, runConformance, type ConformanceReport } from '@portal/conformance';
import type { Command } from './command.js';
import { asUrl, readInput } from './input.js';
import { UsageError, type Io } from './io.js';
import { renderReport } from './render.js';
import { toSarif } from './sarif.js';
import { createTransport } from './transport.js';

/** The tenant on which `--lifecycle` installs; its ids say to the author what they are. */
const PROBE_TENANT = { tenantId: 'conformance-probe-tenant', ventureId: 'conformance-probe-venture' };

async function validateUrl(
  url: URL,
  io: Io,
  { lifecycle, overQuota }: { lifecycle: boolean; overQuota: string | undefined },
): Promise<ConformanceReport> {
  const secret = io.env.PLATFORM_AGENT_SECRET;
  const key = secret ? prepareKey(secret) : null;
  const before = io.env.PLATFORM_AGENT_SECRET_PREVIOUS;
  const previous = before ? prepareKey(before) : null;
  const transport = createTransport();
  try {
    const { report } = await runConformance({
      manifestUrl: url.href,
      transport,
      now: io.now,
      mode: key ? (lifecycle ? 'lifecycle' : 'full') : 'public',
      probeTenant: PROBE_TENANT,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      allowLoopback: true,
      ...(secret && key
        ? {
            signer: (path, timestampMs) => signatureHeaders({ secret: key, timestampMs, path }),
            mac: macFromSecret(secret),
            ...(previous
              ? { previousSigner: (path, timestampMs) => signatureHeaders({ secret: previous, timestampMs, path }) }
              : {}),
            ...(overQuota === undefined
              ? {}
              : { overQuotaTenant: { tenantId: overQuota, ventureId: PROBE_TENANT.ventureId } }),
          }
        : {}),
      onCheck: ({ id, rule }) => {
        if (io.progress) io.err(`\r\u001b[K${id} ${rule}`);
      },
    });
    return report;
  } finally {
    if (io.progress) io.err('\r\u001b[K');
    transport.close();
  }
}

/** `drive validate <file|url>`. */
export const validate: Command = {
  summary: 'Check a manifest file, or a whole Drive by its manifest URL',
  usage: '<file|url> [--json] [--sarif] [--offline] [--lifecycle [--over-quota <tenant>]]',
  details: `
A file holds a manifest, bare or inside the envelope; only its schema is checked.
A URL is that of a running Drive's manifest, for example http://localhost:4010/api/platform/drive/manifest.
Its seven endpoints are called and the handshake is tried. With PLATFORM_AGENT_SECRET set, correct signatures
are tried too; with PLATFORM_AGENT_SECRET_PREVIOUS also set, those of the previous key, which is good beside the
current one while a rotation lasts. Plain http and this machine are fine here; the host itself wants public https.

  --json       print the report as JSON
  --sarif      print the findings as SARIF 2.1.0, for editors and code scanning
  --offline    promise that nothing is called; refused for a URL
  --lifecycle  also install, repeat, revoke and read events on a tenant that exists for this only
               (${PROBE_TENANT.tenantId}); everything is revoked again. Needs PLATFORM_AGENT_SECRET.
  --over-quota with --lifecycle: a tenant that you have brought over its quota; an install there must answer 402`,
  options: {
    json: { type: 'boolean' },
    sarif: { type: 'boolean' },
    offline: { type: 'boolean' },
    lifecycle: { type: 'boolean' },
    'over-quota': { type: 'string' },
  },
  arity: [1, 1],
  async run(args, io) {
    const target = args.positionals[0]!;
    if (args.flag('json') && args.flag('sarif')) throw new UsageError('Choose one of --json and --sarif.');
    const url = asUrl(target);
    if (url && args.flag('offline'))
      throw new UsageError('--offline needs a file: a URL cannot be checked without calling it.');
    if (args.flag('lifecycle') && !url) throw new UsageError('--lifecycle needs the URL of a running Drive.');
    if (args.flag('lifecycle') && !io.env.PLATFORM_AGENT_SECRET)
      throw new UsageError('--lifecycle signs installs: set PLATFORM_AGENT_SECRET to the Drive’s secret.');
    const overQuota = args.text('over-quota');
    if (overQuota !== undefined && !args.flag('lifecycle'))
      throw new UsageError('--over-quota asks for an install, so it needs --lifecycle.');
    const report = url
      ? await validateUrl(url, io, { lifecycle: args.flag('lifecycle'), overQuota })
      : (await checkManifestFile(await readInput(io, target), { allowLoopback: true })).report;
    if (args.flag('json')) io.out(`${JSON.stringify(report, null, 2)}\n`);
    else if (args.flag('sarif')) io.out(`${JSON.stringify(toSarif(report, target), null, 2)}\n`);
    else io.out(renderReport(io, report, target, url !== null && url.protocol === 'http:'));
    return report.ok ? 0 : 1;
  },
};
