import { BUILT_IN_POLICIES, isPolicyKey, parsePolicy } from '@portal/billing';
import { AppError } from '@portal/kernel';
import { completePolicy } from './domain/complete-policy.js';
import { parseScenario, type ParsedScenario } from './domain/parse-scenario.js';
import type { Scenario } from './domain/scenario.js';
import type { ScenarioProblem } from './domain/shapes.js';

/** Without a database the known currencies are unknown, so every code is allowed. */
class AnyCurrency extends Set<string> {
  override has(code: string): boolean {
    return /^[a-z]{3}$/.test(code);
  }
}

/** Parses a scenario completely: format, references, and policies as the product validates them. */
export function readScenarioText(json: string): ParsedScenario {
  const parsed = parseScenario(json);
  const problems = parsed.ok ? [] : [...parsed.problems];
  if (parsed.raw !== undefined) problems.push(...policyProblems(parsed.raw));
  if (parsed.ok && problems.length === 0) return { ...parsed, scenario: withWholePolicies(parsed.scenario) };
  return { ok: false, problems, raw: parsed.raw };
}

function whole(key: string, value: unknown): unknown {
  return isPolicyKey(key) ? completePolicy(key, value, BUILT_IN_POLICIES[key]) : value;
}

function withWholePolicies(scenario: Scenario): Scenario {
  return {
    ...scenario,
    policies: new Map([
      ...ownLeastPayouts(scenario),
      ...[...scenario.policies].map(([key, value]): [string, unknown] => [key, whole(key, value)]),
    ]),
    events: scenario.events.map((event) =>
      event.type === 'policy' ? { ...event, value: whole(event.key, event.value) } : event,
    ),
  };
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

function policyProblems(raw: unknown): ScenarioProblem[] {
  const problems: ScenarioProblem[] = [];
  const judge = (key: string, value: unknown, keyAt: string, valueAt: string): void => {
    if (!isPolicyKey(key)) {
      problems.push({
        pointer: keyAt,
        message: `is not a policy; known: ${Object.keys(BUILT_IN_POLICIES).join(', ')}`,
      });
      return;
    }
    try {
      parsePolicy(key, whole(key, value), new AnyCurrency());
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      for (const { pointer, message } of error.details ?? [])
        problems.push({ pointer: `${valueAt}${pointer.replace(/^\/value/, '')}`, message });
    }
  };
  const { policies, events } = raw as { policies?: unknown; events?: unknown };
  if (isObject(policies))
    for (const [key, value] of Object.entries(policies)) judge(key, value, `/policies/${key}`, `/policies/${key}`);
  if (Array.isArray(events))
    events.forEach((event: unknown, i) => {
      if (isObject(event) && event['type'] === 'policy' && typeof event['key'] === 'string' && 'value' in event)
        judge(event['key'], event['value'], `/events/${i}/key`, `/events/${i}/value`);
    });
  return problems;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
