import {
  conformanceCatalogue,
  macFromSecret,
  PROBE_TENANTS,
  runConformance,
  type ConformanceMode,
  type Finding,
  type Transport,
} from '@portal/conformance';
import { prepareKey } from '@portal/contract';
import { signerOf } from '../../cli/src/commands/validate.js';
import { control as act } from '../../../test/support/drives/console.js';
import { createTransport } from '../../cli/src/transport.js';
import { createReferenceDrive, type ReferenceDrive } from './drive.js';
import type { ReferenceDriveOptions } from './options.js';
import { Switches, type Switch } from './switches/index.js';

const SECRET = 'a-secret-for-this-test-0123456789abcdef';
const key = prepareKey(SECRET);
let drive: ReferenceDrive;
/** Whether a run measures answers: a Drive that is not slow on purpose would only measure the machine. */
let timed = false;

const send = createTransport();
const transport: Transport = async (request) => {
  const answer = await send(request);
  return 'failure' in answer || timed ? answer : { ...answer, durationMs: 1 };
};

async function validate(mode: ConformanceMode): Promise<readonly Finding[]> {
  const { report } = await runConformance({
    manifestUrl: drive.manifestUrl,
    transport,
    now: () => Date.now(),
    mode,
    allowLoopback: true,
    ...PROBE_TENANTS,
    // Two installs of one millisecond would carry one signature, which this Drive takes for a replay.
    signer: signerOf(key),
    mac: macFromSecret(SECRET),
  });
  return report.findings;
}
/**
 * Reported for every Drive on this machine, and for the contract itself, which lets a signature be used with another
 * method.
 */
const ALWAYS = new Set(['url_local', 'events_assumed', 'secure_address', 'signature_replayed']);
/** Further findings of a run. */
const brokenIn = (findings: readonly Finding[]): string[] => [
  ...new Set(findings.filter(({ rule }) => !ALWAYS.has(rule)).map(({ id }) => id)),
];

const control = async (action: string, body: object): Promise<number> => (await act(drive.url, action, body)).status;

const open = async (options: ReferenceDriveOptions = {}): Promise<void> => {
  drive = await createReferenceDrive({ port: 0, secrets: [SECRET], ...options });
};
afterEach(() => drive.close());
afterAll(() => send.close());

/** Those that need something to be installed; the others show without writing anything. */
const LIFECYCLE = new Set<Switch['group']>(['installs', 'events and numbers']);
const modeOf = (group: string): ConformanceMode => (LIFECYCLE.has(group as Switch['group']) ? 'lifecycle' : 'full');
const switches = new Switches('b', () => [], Date.now).list();
// Being slow takes its time and has nothing to do with the shape: once is enough.
const flat = new Switches('a', () => [], Date.now).list().filter(({ name }) => name !== 'health-slow');

describe('an unmodified Drive', () => {
  it.each([
    ['a', 'both'],
    ['a', '1'],
    ['a', '2'],
    ['b', 'both'],
    ['b', '1'],
    ['b', '2'],
  ] as const)('passes the whole validator in shape %s, install variant %s', async (shape, installVariant) => {
    await open({ shape, installVariant });
    expect(brokenIn(await validate('lifecycle'))).toEqual([]);
    expect((await validate('full')).filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('the switches', () => {
  it('name existing checks and have unique names', () => {
    const known = new Set(conformanceCatalogue().map(({ id }) => id));
    expect(switches.flatMap(({ breaks }) => breaks).filter((id) => !known.has(id))).toEqual([]);
    expect(new Set(switches.map(({ name }) => name)).size).toBe(switches.length);
    expect(flat.length).toBeGreaterThan(50);
  });

  it.each(switches.map(({ name, group, breaks }) => [name, group, breaks] as const))(
    '%s makes its checks fail and no others, and is undone by a reset',
    async (name, group, breaks) => {
      await open();
      expect(await control('switch', { name, on: true })).toBe(200);
      timed = name === 'health-slow';
      expect(brokenIn(await validate(modeOf(group))).sort()).toEqual([...breaks].sort());
      expect(await control('reset', {})).toBe(200);
      timed = false;
      expect(brokenIn(await validate('full'))).toEqual([]);
    },
  );

  it.each(flat.map(({ name, group, breaks }) => [name, group, breaks] as const))(
    '%s makes its checks of the flat shape fail and no others',
    async (name, group, breaks) => {
      await open({ shape: 'a' });
      await control('switch', { name, on: true });
      expect(brokenIn(await validate(modeOf(group))).sort()).toEqual([...breaks].sort());
    },
  );
});
