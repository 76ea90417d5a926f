export interface Outcome {
  passed: number;
  failed: number;
  failures: string[];
  skipped: string[];
  ms: number;
  problems: string[];
}
export function outcomesOf(
  report: { success: boolean; testResults: object[] } | undefined,
  suites: readonly { path: string; files: readonly string[] }[],
  code: number,
): { outcomes: Map<string, Outcome>; problems: string[] };
export function totalOf(outcomes: Map<string, Outcome>): {
  passed: number;
  failed: number;
  skipped: number;
  skippedNames: string[];
  problems: string[];
};
