import { diffManifests, needsConsent, needsReview, type CanonicalManifest, type ChangeLevel } from '@portal/contract';
import { checkManifestFile, runConformance, type ConformanceReport, type ConformanceResult } from '@portal/conformance';
import { timeoutOf, type Command } from '../command.js';
import { asManifestUrl, readInput } from '../input.js';
import { Interrupted, paint, UsageError, type Io } from '../io.js';
import { renderReport } from '../output/render.js';
import { stoppableTransport } from '../transport.js';
import { closest, plain, toJson, wrap } from '../output/text.js';

/** Mildest first. */
const LEVELS: readonly ChangeLevel[] = ['cosmetic', 'additive', 'consent', 'commercial', 'compliance', 'breaking'];
const COLOURS: Readonly<Record<ChangeLevel, 'dim' | 'green' | 'yellow' | 'red'>> = {
  cosmetic: 'dim',
  additive: 'green',
  consent: 'yellow',
  commercial: 'yellow',
  compliance: 'yellow',
  breaking: 'red',
};
const LEVEL_COLUMN = 11;

async function read(io: Io, target: string, timeoutMs: number | undefined): Promise<ConformanceResult> {
  const url = asManifestUrl(target);
  if (!url) return checkManifestFile(await readInput(io, target), { allowLoopback: true });
  const transport = stoppableTransport(io, timeoutMs);
  try {
    const result = await runConformance({
      manifestUrl: url.href,
      transport,
      now: io.now,
      mode: 'schema',
      allowLoopback: true,
    });
    if (io.stop.aborted) throw new Interrupted('Interrupted. Nothing was compared.');
    return result;
  } finally {
    transport.close();
  }
}

function levelOf(text: string | undefined): number {
  if (text === undefined) return Infinity;
  const at = LEVELS.findIndex((level) => level === text);
  if (at >= 0) return at;
  const meant = closest(text, LEVELS);
  throw new UsageError(
    `--fail-on must be one of ${LEVELS.join(', ')}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  );
}

/** `drive diff <a> <b>`. */
export const diff: Command = {
  usage: '<a> <b> [--json] [--fail-on LEVEL] [--timeout S]',
  details: `
Each argument is a file, - for standard input, or the URL of a running Drive or its manifest. Describes every
change in one sentence, with its level: cosmetic, additive, consent, commercial, compliance or breaking. A version
with a change of level consent or higher must be reviewed before it goes live.

  --json           print {ok, changes, needs_review, needs_consent} as one JSON document
  --fail-on LEVEL  exit with code 1 if there is a change of this level or higher
  --timeout S      maximum time to wait for a response, in seconds (default: 10)

Exit codes: 0 compared, 1 a manifest is not valid or --fail-on matched, 2 wrong usage or unreadable input.

Example: drive diff https://drive.example.com manifest.json --fail-on breaking`,
  options: {
    json: { type: 'boolean' },
    'fail-on': { type: 'string' },
    timeout: { type: 'string' },
  },
  needs: ['a', 'b'],
  async run(args, io) {
    const threshold = levelOf(args.text('fail-on'));
    if (args.positionals.every((name) => name === '-'))
      throw new UsageError('Only one of the two manifests can come from standard input.');
    const manifests: CanonicalManifest[] = [];
    const invalid: { target: string; report: ConformanceReport }[] = [];
    for (const target of args.positionals) {
      const { canonical, report } = await read(io, target, timeoutOf(args));
      if (canonical) manifests.push(canonical);
      else invalid.push({ target, report });
    }
    const [from, to] = manifests;
    if (!from || !to) {
      if (args.flag('json')) io.out(`${toJson({ ok: false, error: 'invalid_manifest', invalid }, 2)}\n`);
      for (const { target, report } of invalid) io.err(renderReport(io, report, { target, quiet: true }));
      return 1;
    }
    const changes = diffManifests(from, to);
    const review = needsReview(changes);
    const consent = needsConsent(changes);
    const ok = changes.every(({ level }) => LEVELS.indexOf(level) < threshold);
    if (args.flag('json')) {
      io.out(`${toJson({ ok, changes, needs_review: review, needs_consent: consent }, 2)}\n`);
      return ok ? 0 : 1;
    }
    const worstFirst = [...changes].sort((a, b) => LEVELS.indexOf(b.level) - LEVELS.indexOf(a.level));
    for (const { level, sentence } of worstFirst)
      io.out(
        `${paint(io, COLOURS[level], level.padEnd(LEVEL_COLUMN - 1))} ${wrap(plain(sentence), io.width, LEVEL_COLUMN)}\n`,
      );
    if (changes.length === 0) io.out('No changes.\n');
    else if (review) io.out(`\nThis version needs a review${consent ? ' and the consent of operators' : ''}.\n`);
    else io.out('\nThis version does not need a review.\n');
    return ok ? 0 : 1;
  },
};
