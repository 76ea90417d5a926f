import type { JsonObject } from '@portal/contract';
import { conformanceChecks } from './index.js';
import { exampleConfig } from './probe/lifecycle.js';
import { faultyLifecycles, signedOver } from './testing/gallery-lifecycle.js';
import type { Faults } from './testing/memory-drive.js';
import { notes, OTHER_PROBE, playDrive, PROBE, worse, type Shape } from './testing/play.js';

const run = (faults: Faults = {}, shape: Shape = 'minimal', input: object = {}) =>
  playDrive(faults, shape, 'lifecycle', input);

describe('good Drives', () => {
  it.each(['structured', 'flat', 'minimal'] as const)(
    '%s passes the life of an install and is left as it was',
    async (shape) => {
      const result = await run({}, shape);
      expect(worse(result)).toEqual(shape === 'flat' ? ['C31 warning'] : []);
      expect(notes(result)).toEqual(shape === 'minimal' ? ['C23 info'] : []);
      expect(result.state.live.size).toBe(0);
      expect(result.results.filter(({ status }) => status === 'skipped').map(({ id }) => id)).toEqual(
        expect.not.arrayContaining(['C80', 'C105', 'C106']),
      );
    },
  );
});

describe('Drives with a faulty life cycle', () => {
  it.each(faultyLifecycles)('fail as planned: %s', async (_name, faults, expected, shape = 'minimal') => {
    const result = await run(faults, shape);
    expect(worse(result)).toEqual(
      [...expected].sort((a, b) => Number(a.endsWith('warning')) - Number(b.endsWith('warning'))),
    );
  });

  it('cover every check of the life cycle', () => {
    const covered = new Set(faultyLifecycles.flatMap(([, , lines]) => lines.map((line) => line.split(' ')[0])));
    const all = conformanceChecks.filter(({ mode }) => mode === 'lifecycle').map(({ id }) => id);
    expect(all.filter((id) => !covered.has(id))).toEqual([]);
    expect(all.length).toBeGreaterThan(20);
  });

  it('show the recipe of writes: a body that is signed, a pattern that is signed', async () => {
    const body = await run({
      verdict: (right, r, name) =>
        name === 'install' && r.body !== undefined && (right === null || right === 'bad_signature')
          ? signedOver(r.headers, `/x/install${r.body}`)
          : right,
    });
    expect(body.report.findings.find(({ id }) => id === 'C80')?.cause).toContain('signs the body too');
    expect(body.report.findings.find(({ id }) => id === 'C68')?.rule).toBe('recipe_body_appended');
    const pattern = await run(faultyLifecycles.find(([name]) => name.startsWith('DELETE signed'))![1]);
    expect(pattern.report.findings.find(({ id }) => id === 'C91')?.cause).toContain('the route’s pattern');
    expect(pattern.report.findings.find(({ id }) => id === 'C68')?.rule).toBe('recipe_route_template');
  });
});

describe('side effects of the checks', () => {
  it('are none without a probe tenant, without a key, below this mode, or before a valid manifest', async () => {
    const invalid: Faults = { manifest: (m) => void ((m.drive as JsonObject).motion = 'run') };
    for (const result of [
      await run({}, 'minimal', { probeTenant: undefined }),
      await run({}, 'minimal', { signer: undefined }),
      await run({}, 'minimal', { mode: 'full' }),
      await run(invalid),
    ]) {
      expect(result.requests.filter(({ body }) => body !== undefined)).toEqual([]);
      expect(result.state.log).toHaveLength(1);
    }
  });

  it('concern no tenants but those of the probe', async () => {
    const { requests } = await run();
    const bodies = requests.flatMap(({ body }) =>
      body?.startsWith('{"m') ? [JSON.parse(body) as Record<string, string>] : [],
    );
    expect(bodies.length).toBeGreaterThan(10);
    expect(new Set(bodies.map((body) => body.tenant_id))).toEqual(new Set([PROBE.tenantId, OTHER_PROBE.tenantId]));
  });

  it('are undone although the Drive becomes unreachable in the middle, as far as it returns', async () => {
    let calls = 0;
    const result = await run({
      answer: (a, n) => (n === 'events' && (calls += 1) > 8 && calls < 12 ? { failure: 'timeout' } : a),
    });
    expect(result.state.live.size).toBe(0);
  });

  it('that cannot be undone are reported with the command that does it', async () => {
    const result = await run(faultyLifecycles.find(([name]) => name.startsWith('installs that never'))![1]);
    const left = result.report.findings.find(({ id }) => id === 'C105')!;
    expect(left.cause).toContain('inst:1');
    expect(left.reproduce).toContain('-X DELETE');
  });

  it('end with the token at the end of an install, as the host’s do', async () => {
    const { requests } = await run();
    const ends = requests.filter(({ method, url }) => method === 'DELETE' && url.includes('inst'));
    expect(ends.length).toBeGreaterThan(2);
    const bearers = new Set(ends.map(({ headers }) => headers['authorization']));
    expect([...bearers].filter((bearer) => bearer?.startsWith('Bearer ')).length).toBeGreaterThan(1);
  });

  it('show no token in the report', async () => {
    const { report } = await run({
      answer: (a, n) => (n === 'install' && a.status === 200 ? { ...a, status: 201 } : a),
    });
    expect(report.findings.find(({ id }) => id === 'C81')?.received).toContain('"scoped_token":"***"');
  });
});

it('made-up values fit a form', () => {
  const schema = {
    type: 'object',
    required: ['a', 'b', 'c', 'd', 'e', 'f'],
    properties: {
      a: { type: 'string', minLength: 8 },
      b: { type: 'integer', minimum: 3 },
      c: { enum: ['x'] },
      d: { type: 'array', minItems: 2, items: { type: 'boolean' } },
      e: { type: 'object', required: ['y'], properties: { y: { type: 'string', format: 'email' } } },
      f: { type: 'string', default: 'z' },
      g: { type: 'string' },
    },
  };
  expect(exampleConfig(schema)).toEqual({
    a: 'probe...',
    b: 3,
    c: 'x',
    d: [false, false],
    e: { y: 'probe@probe.invalid' },
    f: 'z',
  });
});
