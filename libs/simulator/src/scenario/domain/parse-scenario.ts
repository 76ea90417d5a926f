import { parseStrictJson } from '@portal/contract';
import { checkReferences } from './check-references.js';
import { scenarioShape, type Scenario } from './scenario.js';
import { member, TOO_LARGE, type ScenarioProblem } from './shapes.js';

/** Maximum size of a scenario, bytes. */
export const MAX_SCENARIO_BYTES = 4 * 1024 * 1024;
/** Maximum number of listed problems. */
const MOST_PROBLEMS = 200;

/** A scenario, or all its problems. */
export type ParsedScenario =
  | { readonly ok: true; readonly scenario: Scenario; readonly raw: object }
  | {
      readonly ok: false;
      readonly problems: readonly ScenarioProblem[];
      /** The value that was read, if it was an object, for further checks. */
      readonly raw: object | undefined;
    };

/**
 * Parses a scenario from JSON text: strict JSON first, then every field, then references between them. Never throws.
 */
export function parseScenario(json: string): ParsedScenario {
  const parsed = parseStrictJson(json, { maxBytes: MAX_SCENARIO_BYTES, maxNodes: 500_000, maxKeysPerObject: 20_000 });
  if (!parsed.ok) {
    const { code, line, column } = parsed.issue;
    const lossy = code === 'json_number' ? lossyNumbers(json) : undefined;
    if (lossy !== undefined) return lossy;
    const message =
      code === 'json_number' ? `${parsed.issue.message} Write it as a text of digits.` : parsed.issue.message;
    return {
      ok: false,
      problems: [{ pointer: '', message: line ? `${message} (line ${line}, column ${column})` : message }],
      raw: undefined,
    };
  }
  return readScenario(parsed.value);
}

/**
 * Numbers that would lose digits, each with its pointer, and all other problems; undefined when there are none that
 * their value shows, or the text is not JSON.
 */
function lossyNumbers(json: string): ParsedScenario | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const problems: ScenarioProblem[] = [];
  // Iterative, because the depth of the text is not limited yet.
  const open: { readonly value: unknown; readonly pointer: string }[] = [{ value, pointer: '' }];
  for (let one = open.pop(); one !== undefined && problems.length < MOST_PROBLEMS; one = open.pop()) {
    const { value: inner, pointer } = one;
    if (typeof inner === 'number') {
      if (!Number.isFinite(inner) || (Number.isInteger(inner) && !Number.isSafeInteger(inner)))
        problems.push({ pointer, message: TOO_LARGE });
    } else if (typeof inner === 'object' && inner !== null) {
      const members = Object.entries(inner).reverse();
      for (const [key, next] of members) open.push({ value: next, pointer: member(pointer, key) });
    }
  }
  return problems.length === 0 ? undefined : { ok: false, problems, raw: undefined };
}

function readScenario(value: unknown): ParsedScenario {
  const problems: ScenarioProblem[] = [];
  const scenario = scenarioShape(value, '', problems);
  checkReferences(value, problems);
  const raw = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  if (scenario === undefined || raw === undefined || problems.length > 0)
    return { ok: false, problems: problems.slice(0, MOST_PROBLEMS), raw };
  return { ok: true, scenario, raw };
}
