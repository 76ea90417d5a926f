import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  conformanceCatalogue,
  ENGINE_VERSION,
  type CatalogueEntry,
  type ConformanceReport,
  type Finding,
} from '@portal/conformance';
import { ERRORED } from './render.js';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;
/** Where a portal of one's own shows the checks; DRIVE_PORTAL_URL names another. */
const PORTAL = 'http://127.0.0.1:3000';

/** Subject of the log and the address of the documentation. */
interface SarifInput {
  /** File name as given, `-`, or an address. */
  readonly target: string;
  /** Origin of the portal whose pages explain the checks. */
  readonly portal?: string;
}

function rule(entry: CatalogueEntry, portal: string): object {
  const { id, level, rule: name, title, cause, fix, example, check, clause } = entry;
  const sample = example ? `\n\nWrong: \`${example.wrong}\`\n\nRight: \`${example.right}\`` : '';
  return {
    id,
    name,
    shortDescription: { text: title },
    fullDescription: { text: `${title} ${cause}` },
    help: {
      text: `${cause} ${fix} (Contract: ${clause})`,
      markdown: `${cause}\n\n**Fix:** ${fix}${sample}\n\nContract: ${clause}`,
    },
    helpUri: `${portal}/docs/checks#${id}`,
    defaultConfiguration: { level: LEVELS[level] },
    properties: { tags: [check], clause },
  };
}

/** A URI reference as SARIF requires it: a relative one stays relative, spaces and the like are escaped. */
function uriOf(target: string): string {
  if (/^https?:\/\//i.test(target)) return new URL(target).href;
  if (target === '-') return 'stdin';
  if (path.isAbsolute(target)) return pathToFileURL(target).href;
  return target.split(path.sep).map(encodeURIComponent).join('/');
}

function result(finding: Finding, uri: string, ruleIndex: number): object {
  const { id, level, line, column, pointer, endpoint, cause, fix, spec } = finding;
  const region =
    line === undefined ? {} : { region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) } };
  return {
    ruleId: id,
    ...(ruleIndex < 0 ? {} : { ruleIndex }),
    level: LEVELS[level],
    message: { text: `${cause} ${fix}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri }, ...region },
        ...(pointer || endpoint ? { logicalLocations: [{ fullyQualifiedName: pointer ?? endpoint }] } : {}),
      },
    ],
    partialFingerprints: { 'drive/v1': [id, finding.rule, pointer ?? endpoint ?? ''].join(' ') },
    properties: {
      rule: finding.rule,
      clause: spec,
      ...(endpoint ? { endpoint } : {}),
      ...(finding.received ? { received: finding.received } : {}),
      ...(finding.reproduce ? { reproduce: finding.reproduce } : {}),
    },
  };
}

function log(rules: readonly object[], results: readonly object[], invocation: object): object {
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'drive', version: ENGINE_VERSION, informationUri: `${PORTAL}/docs`, rules } },
        columnKind: 'unicodeCodePoints',
        invocations: [invocation],
        results,
      },
    ],
  };
}

/** The findings as a SARIF 2.1.0 log, with every rule of the catalogue. */
export function toSarif(report: ConformanceReport, { target, portal = PORTAL }: SarifInput): object {
  const catalogue = conformanceCatalogue();
  const uri = uriOf(target);
  const results = report.findings.map((finding) =>
    result(
      finding,
      uri,
      catalogue.findIndex(({ id }) => id === finding.id),
    ),
  );
  const rules = catalogue.map((entry) => rule(entry, portal.replace(/\/+$/, '')));
  const errored = report.errored.map((id) => ({ ...notified(`${id} ${ERRORED}.`), associatedRule: { id } }));
  const run = { executionSuccessful: true, exitCode: report.ok ? 0 : 1, properties: report.counts };
  return log(rules, results, errored.length > 0 ? { ...run, toolExecutionNotifications: errored } : run);
}

const notified = (text: string): object => ({ level: 'error', message: { text } });

/** The log of a run that came to no verdict, so that the person who uploads it sees why. */
export function failedSarif(message: string): object {
  return log([], [], { executionSuccessful: false, exitCode: 2, toolExecutionNotifications: [notified(message)] });
}
