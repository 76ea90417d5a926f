export function outOfReach(printed: string): string | undefined;
export function auditProblems(
  report: { vulnerabilities: Readonly<Record<string, { via: readonly (string | object)[] }>> },
  advisories: Readonly<Record<string, { why: string; until: string }>>,
  now: Date,
): string[];
