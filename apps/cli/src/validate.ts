import { prepareKey, signatureHeaders } from '@portal/contract';
import { checkManifestFile, macFromSecret, runConformance, type ConformanceReport } from '@portal/conformance';
import type { Command } from './command.js';
import { asUrl, readInput } from './input.js';
import { UsageError, type Io } from './io.js';
import { renderReport } from './render.js';
import { toSarif } from './sarif.js';
import { createTransport } from './transport.js';

async function validateUrl(url: URL, io: Io): Promise<ConformanceReport> {
  const secret = io.env.PLATFORM_AGENT_SECRET;
  const key = secret ? prepareKey(secret) : null;
  const transport = createTransport();
  try {
    const { report } = await runConformance({
      manifestUrl: url.href,
      transport,
      now: io.now,
      mode: key ? 'full' : 'public',
      allowLoopback: true,
      ...(secret && key
        ? {
            signer: (path, timestampMs) => signatureHeaders({ secret: key, timestampMs, path }),
            mac: macFromSecret(secret),
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
  usage: '<file|url> [--json] [--sarif] [--offline]',
  details: `
A file holds a manifest, bare or inside the envelope; only its schema is checked.
A URL is that of a running Drive's manifest, for example http://localhost:4010/api/platform/drive/manifest.
Its seven endpoints are called and the handshake is tried. With PLATFORM_AGENT_SECRET set, correct signatures
are tried too. Plain http and this machine are fine here; the host itself wants public https.

  --json     print the report as JSON
  --sarif    print the findings as SARIF 2.1.0, for editors and code scanning
  --offline  promise that nothing is called; refused for a URL`,
  options: { json: { type: 'boolean' }, sarif: { type: 'boolean' }, offline: { type: 'boolean' } },
  arity: [1, 1],
  async run(args, io) {
    const target = args.positionals[0]!;
    if (args.flag('json') && args.flag('sarif')) throw new UsageError('Choose one of --json and --sarif.');
    const url = asUrl(target);
    if (url && args.flag('offline'))
      throw new UsageError('--offline needs a file: a URL cannot be checked without calling it.');
    const report = url
      ? await validateUrl(url, io)
      : (await checkManifestFile(await readInput(io, target), { allowLoopback: true })).report;
    if (args.flag('json')) io.out(`${JSON.stringify(report, null, 2)}\n`);
    else if (args.flag('sarif')) io.out(`${JSON.stringify(toSarif(report, target), null, 2)}\n`);
    else io.out(renderReport(io, report, target, url !== null && url.protocol === 'http:'));
    return report.ok ? 0 : 1;
  },
};
