import { diffManifests, needsConsent, needsReview, type CanonicalManifest, type ChangeLevel } from '@portal/contract';
import { checkManifestFile, runConformance, type ConformanceResult } from '@portal/conformance';
import type { Command } from './command.js';
import { asUrl, readInput } from './input.js';
import { paint, type Io } from './io.js';
import { renderReport } from './render.js';
import { createTransport } from './transport.js';

const COLOURS: Readonly<Record<ChangeLevel, 'dim' | 'green' | 'yellow' | 'red'>> = {
  cosmetic: 'dim',
  additive: 'green',
  consent: 'yellow',
  commercial: 'yellow',
  compliance: 'yellow',
  breaking: 'red',
};

async function read(io: Io, target: string): Promise<ConformanceResult> {
  const url = asUrl(target);
  if (!url) return checkManifestFile(await readInput(io, target), { allowLoopback: true });
  const transport = createTransport();
  try {
    return await runConformance({ manifestUrl: url.href, transport, now: io.now, mode: 'schema', allowLoopback: true });
  } finally {
    transport.close();
  }
}

/** `drive diff <a> <b>`. */
export const diff: Command = {
  summary: 'Compare two manifests by meaning',
  usage: '<a> <b> [--json]',
  details: `
Each is a file or a manifest URL. Tells every difference in one sentence with its level: cosmetic, additive,
consent, commercial, compliance, breaking. From consent on, a new version is reviewed before it serves anybody.
Exit code 1 when one of the two is not a valid manifest.

  --json  print JSON`,
  options: { json: { type: 'boolean' } },
  arity: [2, 2],
  async run(args, io) {
    const manifests: CanonicalManifest[] = [];
    for (const target of args.positionals) {
      const { canonical, report } = await read(io, target);
      if (canonical) manifests.push(canonical);
      else io.err(renderReport(io, report, target, false));
    }
    const [from, to] = manifests;
    if (!from || !to) return 1;
    const changes = diffManifests(from, to);
    const review = needsReview(changes);
    const consent = needsConsent(changes);
    if (args.flag('json')) {
      io.out(`${JSON.stringify({ changes, needs_review: review, needs_consent: consent }, null, 2)}\n`);
      return 0;
    }
    for (const { level, sentence } of changes) io.out(`${paint(io, COLOURS[level], level.padEnd(10))} ${sentence}\n`);
    if (changes.length === 0) io.out('No difference in meaning.\n');
    else if (review) io.out(`\nThis version will be reviewed${consent ? ', and operators are asked to agree' : ''}.\n`);
    else io.out('\nThis version needs no review.\n');
    return 0;
  },
};
