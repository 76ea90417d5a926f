import type { ConformanceReport, Finding } from '@portal/conformance';

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

function result(finding: Finding, target: string): object {
  const region = finding.line === undefined ? {} : { region: { startLine: finding.line, startColumn: finding.column } };
  return {
    ruleId: finding.id,
    level: LEVELS[finding.level],
    message: { text: `${finding.cause} ${finding.fix}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: target }, ...region },
        ...(finding.pointer === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: finding.pointer }] }),
      },
    ],
    properties: {
      rule: finding.rule,
      clause: finding.spec,
      ...(finding.endpoint ? { endpoint: finding.endpoint } : {}),
    },
  };
}

/** The findings as a SARIF 2.1.0 log; a file target is named as given. */
export function toSarif(report: ConformanceReport, target: string): object {
  const rules = new Map(report.findings.map((finding) => [finding.id, finding]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'drive',
            version: report.engine.version,
            rules: [...rules.values()].map(({ id, check, spec }) => ({
              id,
              shortDescription: { text: `${check}: ${spec}` },
            })),
          },
        },
        results: report.findings.map((finding) => result(finding, target)),
      },
    ],
  };
}
