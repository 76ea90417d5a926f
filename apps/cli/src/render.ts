import type { ConformanceReport, Finding } from '@portal/conformance';
import { paint, type Io } from './io.js';

const COLOURS = { error: 'red', warning: 'yellow', info: 'cyan', pass: 'green', fail: 'red', skipped: 'dim' } as const;
// What a Drive answered is hostile text: it must not steer the terminal.
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');

function place(finding: Finding): string {
  const at = finding.line === undefined ? '' : ` (line ${finding.line}, column ${finding.column})`;
  return plain(finding.endpoint ?? (finding.pointer ? finding.pointer + at : at.trim()));
}

function renderFinding(io: Io, finding: Finding): string {
  const label = (name: string): string => paint(io, 'dim', `    ${name.padEnd(9)}`);
  const where = place(finding);
  const head = `${paint(io, COLOURS[finding.level], finding.level.padEnd(7))} ${finding.id} ${paint(io, 'bold', finding.rule)}${where === '' ? '' : `  ${where}`}`;
  const lines = [head, `    ${plain(finding.cause)}`];
  if (finding.sent) lines.push(label('sent') + plain(finding.sent));
  if (finding.endpoint) lines.push(label('expected') + plain(finding.expected));
  if (finding.received) lines.push(label('received') + plain(finding.received));
  lines.push(label('fix') + plain(finding.fix), label('contract') + plain(finding.spec));
  if (finding.reproduce) lines.push(label('try') + plain(finding.reproduce));
  return lines.join('\n');
}

/** The report for a person: verdict first, then findings worst first. */
export function renderReport(io: Io, report: ConformanceReport, target: string, plainHttp: boolean): string {
  const { manifest } = report;
  const checks = Object.entries(report.checks).map(
    ([name, verdict]) => `${name} ${paint(io, COLOURS[verdict], verdict)}`,
  );
  const count = (level: Finding['level']): number =>
    report.findings.filter((finding) => finding.level === level).length;
  const verdict = report.ok ? paint(io, 'green', 'PASS') : paint(io, 'red', 'FAIL');
  const name = manifest ? `  ${plain(manifest.name)}${manifest.version ? ` ${plain(manifest.version)}` : ''}` : '';
  const totals = [count('error'), count('warning'), count('info')];
  const lines = [
    `${verdict}  ${plain(target)}${name}`,
    `      ${checks.join('   ')}   ${paint(io, 'dim', `${report.engine.checks_run} of ${report.engine.checks_total} checks`)}`,
  ];
  if (plainHttp)
    lines.push(paint(io, 'dim', '      Checked over plain http; the host itself accepts public https addresses only.'));
  if (report.findings.length > 0) {
    lines.push('', ...report.findings.map((finding) => `${renderFinding(io, finding)}\n`));
    lines.push(`${totals[0]} errors, ${totals[1]} warnings, ${totals[2]} hints`);
  }
  return `${lines.join('\n')}\n`;
}
