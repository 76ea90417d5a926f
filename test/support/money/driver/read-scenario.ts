import { BUILT_IN_POLICIES, isPolicyKey, parsePolicy } from '@portal/billing';
import { parseStrictJson } from '@portal/contract';
import { AppError } from '@portal/kernel';
import { checkReferences } from './check-references.js';
import { completePolicy } from './complete-policy.js';
import { scenarioShape, type Scenario } from './scenario.js';
import { InputRefused, type Problem } from './shapes.js';

/**
 * Parses the JSON text of a scenario: strict JSON, fields with their defaults, references, policies.
 * @throws InputRefused with every problem that was found
 */
export function readScenario(json: string): Scenario {
  const parsed = parseStrictJson(json, { maxBytes: 4 * 1024 * 1024, maxNodes: 500_000, maxKeysPerObject: 20_000 });
  if (!parsed.ok) {
    const { code, message, line, column } = parsed.issue;
    // A number that would lose digits is reported at its member where the value shows it.
    const problems: Problem[] = [];
    if (code === 'json_number') scenarioShape(JSON.parse(json), '', problems);
    if (problems.length > 0) throw new InputRefused(problems);
    throw new InputRefused([{ pointer: '', message: line ? `${message} (line ${line}, column ${column})` : message }]);
  }
  return scenarioOf(parsed.value);
}

/**
 * The scenario of a written value.
 * @throws InputRefused
 */
export function scenarioOf(written: unknown): Scenario {
  const problems: Problem[] = [];
  const scenario = scenarioShape(written, '', problems);
  if (!scenario) throw new InputRefused(problems);
  checkReferences(scenario, problems);
  const policy = (key: string, value: unknown, keyAt: string, valueAt: string): unknown => {
    const whole = isPolicyKey(key) ? completePolicy(key, value, BUILT_IN_POLICIES[key]) : value;
    problems.push(...policyProblems(key, whole, keyAt, valueAt));
    return whole;
  };
  const policies = [...scenario.policies].map(([key, value]): [string, unknown] => {
    return [key, policy(key, value, `/policies/${key}`, `/policies/${key}`)];
  });
  const events = scenario.events.map((event, i) => {
    if (event.type !== 'policy') return event;
    return { ...event, value: policy(event.key, event.value, `/events/${i}/key`, `/events/${i}/value`) };
  });
  if (problems.length > 0) throw new InputRefused(problems);
  return { ...scenario, policies: new Map([...ownLeastPayouts(scenario), ...policies]), events };
}

/** Without a database the known currencies are unknown, so every code is allowed. */
class AnyCurrency extends Set<string> {
  override has(code: string): boolean {
    return /^[a-z]{3}$/.test(code);
  }
}

function policyProblems(key: string, value: unknown, keyAt: string, valueAt: string): Problem[] {
  if (!isPolicyKey(key)) {
    return [{ pointer: keyAt, message: `is not a policy; known: ${Object.keys(BUILT_IN_POLICIES).join(', ')}` }];
  }
  try {
    parsePolicy(key, value, new AnyCurrency());
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return (error.details ?? []).map(({ pointer, message }) => {
      return { pointer: `${valueAt}${pointer.replace(/^\/value/, '')}`, message };
    });
  }
}

/**
 * The initial policy has minimum payouts of its own. If a scenario sets `min_payout` of a currency without a
 * `payout_minimum`, the initial amount of that currency is dropped.
 */
function ownLeastPayouts({ currencies, policies }: Scenario): [string, unknown][] {
  const { by_currency, ...rest } = BUILT_IN_POLICIES.payout_minimum;
  const left = Object.entries(by_currency).filter(([code]) => currencies.get(code)?.min_payout === undefined);
  if (policies.has('payout_minimum') || left.length === Object.keys(by_currency).length) return [];
  return [['payout_minimum', { by_currency: Object.fromEntries(left), ...rest }]];
}
