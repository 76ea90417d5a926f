import { countsText, type ConformanceReport, type Finding } from '@portal/conformance';
import { paint, type Io } from '../io.js';
import { count, plain, wrap } from './text.js';

const COLOURS = { error: 'red', warning: 'yellow', info: 'cyan', pass: 'green', fail: 'red', skipped: 'dim' } as const;
/** Findings printed in full without --all: what fits on a screen. */
const IN_FULL = 4;
export const ERRORED = 'broke while it ran: a fault of this program, not of the Drive';
const INDENT = 4;
const LABEL = 9;

/** How much of a report is shown. */
interface ReportView {
  readonly target: string;
  /** Every finding in full, each with the shell line that shows it. */
  readonly all?: boolean;
  /** Errors only, and nothing at all without one. */
  readonly quiet?: boolean;
  /** How long the run took, milliseconds. */
  readonly tookMs?: number;
}

function place(finding: Finding): string {
  const at = finding.line === undefined ? '' : ` (line ${finding.line}, column ${finding.column})`;
  return plain(finding.endpoint ?? (finding.pointer ? finding.pointer + at : at.trim()));
}

function headline(io: Io, finding: Finding): string {
  const where = place(finding);
  const { level, id, rule } = finding;
  return `${paint(io, COLOURS[level], level.padEnd(7))} ${id.padEnd(4)} ${paint(io, 'bold', rule)}${where === '' ? '' : `  ${where}`}`;
}

/** One finding with its cause and fix; with `all` also the shell line that shows it. */
export function inFull(io: Io, finding: Finding, all: boolean): string {
  const indent = ' '.repeat(INDENT);
  const line = (name: string, text: string): string =>
    `${indent}${paint(io, 'dim', name.padEnd(LABEL))}${wrap(plain(text), io.width, INDENT + LABEL)}`;
  const lines = [headline(io, finding), indent + wrap(plain(finding.cause), io.width, INDENT)];
  if (finding.sent) lines.push(line('sent', finding.sent));
  if (finding.endpoint) lines.push(line('expected', finding.expected));
  if (finding.received) lines.push(line('received', finding.received));
  lines.push(line('fix', finding.fix), line('contract', finding.spec));
  // A shell line is copied, so it is not broken.
  if (all && finding.reproduce)
    lines.push(`${indent}${paint(io, 'dim', 'try'.padEnd(LABEL))}${plain(finding.reproduce)}`);
  return `${lines.join('\n')}\n`;
}

/** The report for a person: verdict first, then findings worst first, the first few in full. */
export function renderReport(io: Io, report: ConformanceReport, view: ReportView): string {
  const { manifest, counts, errored } = report;
  const findings = view.quiet ? report.findings.filter(({ level }) => level === 'error') : report.findings;
  if (view.quiet && report.ok) return '';
  const name = manifest ? `  ${plain(manifest.name)}${manifest.version ? ` ${plain(manifest.version)}` : ''}` : '';
  const checks = Object.entries(report.checks).map(
    ([group, verdict]) => `${group} ${paint(io, COLOURS[verdict], verdict)}`,
  );
  const took = view.tookMs === undefined ? '' : ` in ${(view.tookMs / 1000).toFixed(1)} s`;
  const lines = [
    `${report.ok ? paint(io, 'green', 'PASS') : paint(io, 'red', 'FAIL')}  ${plain(view.target)}${name}`,
    `      ${checks.join('   ')}`,
    `      ${paint(io, 'dim', `${countsText(counts)}${took}`)}`,
    ...errored.map((id) => `${paint(io, 'red', 'errored')} ${id.padEnd(4)} ${ERRORED}`),
  ];
  if (view.target.startsWith('http:'))
    lines.push(paint(io, 'dim', '      Checked over plain http. The host accepts public https URLs only.'));
  if (findings.length === 0) return `${lines.join('\n')}\n`;
  const full = view.all || findings.length <= IN_FULL + 1 ? findings.length : IN_FULL;
  lines.push('', ...findings.slice(0, full).map((finding) => inFull(io, finding, view.all === true)));
  if (full < findings.length) lines.push(...findings.slice(full).map((finding) => headline(io, finding)), '');
  const total = (level: Finding['level']): number => report.findings.filter((one) => one.level === level).length;
  lines.push(
    [count(total('error'), 'error'), count(total('warning'), 'warning'), count(total('info'), 'hint')].join(', '),
  );
  if (!view.all && findings.some(({ reproduce }, i) => i >= full || reproduce !== undefined))
    lines.push(paint(io, 'dim', 'Use --all to see every finding in full, with a shell command that reproduces it.'));
  return `${lines.join('\n')}\n`;
}
