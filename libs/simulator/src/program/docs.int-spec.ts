import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readScenarioText } from '../scenario/read-scenario.js';
import { DISPUTE_STAGES } from '../scenario/domain/scenario.js';
import { createTestDatabase } from '../../../../test/support/database/database.js';
import { schemaProblems } from '../../../../test/support/http/json-schema.js';
import { simulate } from './simulate.js';

const PAGE = readFileSync(path.resolve(__dirname, '../../../../docs/simulate.md'), 'utf8');

const SCHEMA = JSON.parse(
  readFileSync(path.resolve(__dirname, '../../../../docs/simulate-result.schema.json'), 'utf8'),
) as Record<string, unknown>;

interface Example {
  title: string;
  scenario: string;
  result: object | undefined;
}

/** Scenarios of the page, each with the printed part of its result. */
function examples(): Example[] {
  const found: Example[] = [];
  for (const section of PAGE.split(/^#{2,3} /m)) {
    const blocks = [...section.matchAll(/```json\n([\s\S]*?)```/g)].map((match) => match[1]!);
    const [scenario, result] = blocks;
    if (scenario === undefined || !('scenario' in (JSON.parse(scenario) as object))) continue;
    found.push({
      title: section.split('\n')[0]!,
      scenario,
      result: result === undefined ? undefined : (JSON.parse(result) as object),
    });
  }
  return found;
}

interface WrittenEvent {
  type: string;
  stage?: string;
  outcome?: string;
}

/** Everything that the format knows, taken from its own error message. */
function knownEvents(): string[] {
  const parsed = readScenarioText('{"scenario":1,"drives":{},"tenants":{},"events":[{"type":"?"}]}');
  const [problem] = parsed.ok ? [] : parsed.problems;
  return problem!.message
    .replace(/^must be one of /, '')
    .replace(/, not .*$/, '')
    .split(', ');
}

describe('every scenario in docs/simulate.md', () => {
  it('is found by this test', () => {
    expect(examples().length).toBeGreaterThanOrEqual(24);
    expect(examples().filter(({ result }) => result).length).toBeGreaterThanOrEqual(23);
  });

  it.each(examples())('$title: gives what is printed', async ({ scenario, result }) => {
    const parsed = readScenarioText(scenario);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const database = await createTestDatabase();
    try {
      const played = await simulate(parsed.scenario, database.url);
      expect(played.checks.filter(({ ok }) => !ok)).toEqual([]);
      expect(played).toMatchObject(result ?? {});
      expect(schemaProblems(SCHEMA, JSON.parse(JSON.stringify(played)))).toEqual([]);
    } finally {
      await database.drop();
    }
  });

  it('plays every event, and every stage and outcome that refunds, disputes and transfers can have', () => {
    const events = examples().flatMap(({ scenario }) => (JSON.parse(scenario) as { events: WrittenEvent[] }).events);
    const played = (type: string, member: 'stage' | 'outcome'): string[] =>
      events.flatMap((event) => (event.type === type ? [event[member] ?? ''] : []));
    expect(knownEvents().filter((type) => !events.some((event) => event.type === type))).toEqual([]);
    const stages = [...played('dispute', 'stage'), ...played('dispute_update', 'stage')];
    expect(DISPUTE_STAGES.filter((stage) => stage !== 'needs_response' && !stages.includes(stage))).toEqual([]);
    // By default a dispute has withdrawn its money, and a refund has succeeded.
    expect(stages).toEqual(expect.arrayContaining(['', 'needs_response']));
    expect(played('refund', 'outcome')).toEqual(expect.arrayContaining(['', 'pending', 'refused']));
    expect(played('refund_update', 'outcome')).toEqual(expect.arrayContaining(['succeeded', 'failed']));
    expect(played('payment', 'outcome')).toEqual(expect.arrayContaining(['paid', 'declined', 'requires_action']));
    expect(played('transfer', 'outcome')).toEqual(
      expect.arrayContaining(['made', 'destination_refused', 'insufficient', 'unknown']),
    );
  });

  it('explains the result of every example', () => {
    expect(examples().flatMap(({ title, result }) => (result ? [] : [title]))).toEqual(['The smallest scenario']);
  });

  it('rejects a result that does not match the schema', () => {
    const problems = schemaProblems(SCHEMA, { simulation: 2, title: null, lines: [{ month: '2026-13' }], more: 1 });
    expect(problems).toEqual(
      expect.arrayContaining([
        '/simulation const',
        '/lines/0/month pattern',
        '/more is not described',
        '/runs is missing',
      ]),
    );
  });

  it('names every event, every member of the format and of the result', async () => {
    const types = knownEvents();
    expect(types.length).toBeGreaterThan(20);
    expect(types.filter((type) => !PAGE.includes(`\`${type}\``))).toEqual([]);
    const wrong = readScenarioText('{"x":1}');
    const known = wrong.ok ? '' : wrong.problems[0]!.message;
    const members = known.replace(/^.*known: /, '').split(', ');
    expect(members.filter((member) => !PAGE.includes(`\`${member}\``))).toEqual([]);
    const smallest = readScenarioText(examples()[0]!.scenario);
    const database = await createTestDatabase();
    try {
      const result = await simulate(smallest.ok ? smallest.scenario : (undefined as never), database.url);
      const keys = new Set<string>();
      JSON.stringify(result, (key, value: unknown) => {
        if (key !== '' && !/^\d+$/.test(key)) keys.add(key);
        return value;
      });
      expect([...keys].filter((key) => !PAGE.includes(`\`${key}\``))).toEqual([]);
    } finally {
      await database.drop();
    }
  });
});
