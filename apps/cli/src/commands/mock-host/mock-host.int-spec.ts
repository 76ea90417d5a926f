import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createReferenceDrive, type ReferenceDrive } from '../../../../reference-drive/src/drive.js';
import { consoleState, control as controlOf } from '../../../../../test/support/drives/console.js';
import { runDrive, type Ran } from '../../testing/drive.js';

const SECRET = 'mock-host-secret-0123456789abcdef';
const NEXT = 'the-next-secret-0123456789abcdef01';
const env = { PLATFORM_AGENT_SECRET: SECRET };

interface Line {
  readonly step: string;
  readonly result: 'ok' | 'note' | 'fail';
  readonly detail: string;
  readonly next_secret?: string;
}

let drive: ReferenceDrive;
beforeEach(async () => {
  drive = await createReferenceDrive({ port: 0, secrets: [SECRET] });
});
afterEach(() => drive.close());

const lines = (ran: Ran): Line[] =>
  ran.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const failed = (ran: Ran): string[] => lines(ran).flatMap((line) => (line.result === 'fail' ? [line.step] : []));
const of = (ran: Ran, step: string): Line[] => lines(ran).filter((line) => line.step === step);
const runScript = (script: string, more: string[] = [], over: Record<string, string> = {}): Promise<Ran> =>
  runDrive(['mock-host', drive.url, '--json', '--script', script, ...more], { env: { ...env, ...over } });
const control = (action: string, body: object) => controlOf(drive.url, action, body);
const state = () => consoleState(drive.url);
const activeInstalls = async (): Promise<number> =>
  (await state()).installs.filter(({ revoked_at }) => revoked_at === null).length;

describe('a full run of the mock host', () => {
  it('passes with a good Drive and shows that every token is revoked', async () => {
    const ran = await runDrive(['mock-host', drive.url, '--once', '--json', '--token-path', '/api/whoami'], { env });
    expect(failed(ran)).toEqual([]);
    expect(ran.code).toBe(0);
    expect(of(ran, 'token is dead').map(({ result }) => result)).toEqual(['ok', 'ok', 'ok']);
    expect(lines(ran).at(-1)).toMatchObject({ step: 'summary', ok: true, failed: 0, installs_left: 0 });
    expect(await activeInstalls()).toBe(0);
  });

  it('follows the draft of the next contract version only with --draft', async () => {
    await drive.close();
    const manifestOverlay = { schema_version: 2, contract_version: '2.0.0-draft' };
    drive = await createReferenceDrive({ port: 0, secrets: [SECRET], manifestOverlay });
    expect(of(await runScript('manifest'), 'manifest')[0]!.detail).toContain('This is the draft of a contract version');
    const ran = await runScript('manifest, install, events', ['--draft']);
    expect(of(ran, 'manifest')[0]!.result).toBe('ok');
    // This Drive writes times as version 1 requires them.
    expect(of(ran, 'event')[0]).toMatchObject({
      result: 'fail',
      detail: expect.stringContaining('occurred_at') as unknown,
    });
  });

  it('fails with a wrong secret, and when no Drive answers', async () => {
    const wrong = await runDrive(['mock-host', drive.url], { env: { PLATFORM_AGENT_SECRET: 'another' } });
    expect(wrong).toMatchObject({ code: 1, out: expect.stringMatching(/FAIL install +401 bad_signature/) as unknown });
    expect(await runDrive(['mock-host', 'http://127.0.0.1:1'], { env })).toMatchObject({
      code: 1,
      out: expect.stringContaining('no answer') as unknown,
    });
  });

  it('prints only failures with --quiet', async () => {
    expect(await runDrive(['mock-host', drive.url, '--quiet'], { env })).toEqual({ code: 0, out: '', err: '' });
    await control('switch', { name: 'revoke-twice', on: true });
    const { code, out } = await runDrive(['mock-host', drive.url, '--quiet', '--script', 'install, uninstall'], {
      env,
    });
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL uninstall again +200: an unknown ID must be answered with 404\n\nFAIL/);
  });
});

describe('the mock host’s findings about a Drive that breaks a rule', () => {
  it.each([
    ['metrics-open', 'health', 'unsigned is refused'],
    ['install-created', 'install', 'install'],
    ['install-without-token', 'install', 'install'],
    ['kind-unlisted', 'events', 'event'],
    ['events-in-seconds', 'events', 'event'],
    ['events-under-another-name', 'events', 'events'],
    ['events-rewritten', 'install, events, events', 'event'],
    ['revoke-no-content', 'install, uninstall', 'uninstall'],
    ['reason-unknown', 'rotate', 'rotation, first call'],
    ['schema-version-text', 'install', 'manifest'],
  ])('%s is reported in "%s" as a failed %s', async (name, script, step) => {
    await control('switch', { name, on: true });
    const ran = await runScript(script);
    expect(ran.code).toBe(1);
    expect(failed(ran)).toContain(step);
  });

  it('reports a bad row behind many good ones', async () => {
    for (let i = 0; i < 30; i += 1) await control('emit', { type: 'draft.created' });
    await control('emit', { type: 'draft.stolen' });
    const ran = await runScript('events');
    expect(of(ran, 'event').map(({ result }) => result)).toEqual([...Array<string>(20).fill('ok'), 'fail']);
    expect(of(ran, 'event').at(-1)?.detail).toContain('draft.stolen');
  });

  it('accepts a Drive that reads one variant of the install alone', async () => {
    await drive.close();
    drive = await createReferenceDrive({ port: 0, secrets: [SECRET], installVariant: '2' });
    const ran = await runScript('install both, install 1, install 2');
    expect(ran.code).toBe(0);
    expect(of(ran, 'install variant 1')).toMatchObject([
      { result: 'note', detail: expect.stringContaining('always sends both') as unknown },
    ]);
  });

  it('removes terminal control from the texts of the Drive', async () => {
    await drive.close();
    drive = await createReferenceDrive({ port: 0, secrets: [SECRET], name: 'Q\u001b[2J\u202Euill' });
    expect((await runDrive(['mock-host', drive.url], { env })).out).not.toMatch(/[\u001b\u202e]/u);
  });
});

describe('rotation', () => {
  it('waits for the author to switch, sees the overlap and the end of the old secret', async () => {
    let said = '';
    const ran = await runDrive(
      ['mock-host', drive.url, '--json', '--script', 'rotate, poll, rotate-end', '--wait', '20'],
      {
        env,
        out: (text) => {
          said += text;
          const line = JSON.parse(text) as Line;
          // As its author does in the console of the Drive.
          if (line.next_secret) void control('secret', { secret: line.next_secret });
        },
      },
    );
    const all = said
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as Line);
    expect(all.find(({ step }) => step === 'rotation, adopted')).toMatchObject({ result: 'ok' });
    expect(all.find(({ step }) => step === 'rotation, overlap')).toMatchObject({ result: 'ok' });
    expect(all.find(({ step }) => step === 'rotation, end')).toMatchObject({ result: 'ok' });
    // This Drive keeps the old secret for 24 hours, so the mock host reports that it is still valid.
    expect(all.filter(({ result }) => result === 'fail').map(({ step }) => step)).toEqual(['old secret is dead']);
    expect(ran.code).toBe(1);
  });

  it('uses a secret that the Drive accepts already, and confirms that the old one no longer works', async () => {
    await control('secret', { secret: NEXT });
    const both = await runScript('rotate', [], { PLATFORM_AGENT_SECRET_NEXT: NEXT });
    expect([both.code, of(both, 'rotation, overlap')[0]?.result]).toEqual([0, 'ok']);
    await control('secret', { secret: NEXT, only: true });
    const late = await runScript('rotate, rotate-end', [], { PLATFORM_AGENT_SECRET_NEXT: NEXT });
    expect(of(late, 'rotation, overlap')[0]?.result).toBe('note');
    expect(of(late, 'old secret is dead')[0]?.result).toBe('ok');
  });

  it('fails when the next secret is not accepted, and withdraws one that nobody adopted', async () => {
    expect(failed(await runScript('rotate', [], { PLATFORM_AGENT_SECRET_NEXT: NEXT }))).toEqual(['rotation']);
    const ran = await runScript('rotate, poll', ['--wait', '1']);
    expect(of(ran, 'rotation').at(-1)?.detail).toContain('withdrawn');
    expect(failed(ran)).toEqual([]);
  });
});

describe('consumed events and quota', () => {
  it('sends changed settings, repeats them, and sends them late and unsigned', async () => {
    const ran = await runScript('install, configure, uninstall');
    expect(failed(ran)).toEqual([]);
    expect(
      ['configure', 'configure again', 'configure late', 'configure unsigned'].map((step) => of(ran, step)[0]?.result),
    ).toEqual(['ok', 'ok', 'ok', 'ok']);
    await control('fault', { kind: 'status', status: 500, path: '/api/platform/config-update' });
    expect(failed(await runScript('install, configure, uninstall'))).toEqual(['configure']);
  });

  it('delivers each consumed kind, repeats it, sends an unlisted and an unsigned event, and reaches a quota of installs', async () => {
    await drive.close();
    const manifestOverlay = {
      endpoints: { receive: '/api/platform/receive' },
      events_consumed: ['contact.created'],
      permissions_requested: ['venture.read', 'events.emit', 'events.receive'],
      quota: { unit: 'installs_per_month', limit: 2, overage_policy: 'block' },
    };
    drive = await createReferenceDrive({ port: 0, secrets: [SECRET], manifestOverlay });
    const ran = await runScript('deliver');
    expect(failed(ran)).toEqual([]);
    expect(of(ran, 'deliver contact.created')[0]?.result).toBe('ok');
    expect(of(ran, 'deliver contact.created again')[0]?.result).toBe('ok');
    expect(of(ran, 'deliver unlisted kind')[0]?.result).toBe('ok');
    expect((await state()).received.map(({ type }) => type)).toEqual(['contact.created']);
    expect(of(await runScript('quota'), 'quota')[0]).toMatchObject({
      result: 'fail',
      detail: expect.stringContaining('3 installs were accepted') as unknown,
    });
    await control('fault', { kind: 'status', status: 402, method: 'POST', path: '/api/platform/install' });
    expect(of(await runScript('quota'), 'quota')[0]).toMatchObject({
      result: 'ok',
      detail: expect.stringContaining('install 1 of this run was refused with 402') as unknown,
    });
    expect(await activeInstalls()).toBe(0);
  });

  it('delivers no kind that the listed permissions do not allow, and says so', async () => {
    await drive.close();
    const manifestOverlay = {
      endpoints: { receive: '/api/platform/receive' },
      events_consumed: ['contact.created', 'campaign.launched'],
      permissions_requested: ['venture.read', 'events.receive:campaign.launched'],
    };
    drive = await createReferenceDrive({ port: 0, secrets: [SECRET], manifestOverlay });
    const ran = await runScript('deliver');
    expect(failed(ran)).toEqual(['deliver']);
    expect(of(ran, 'deliver')[0]!.detail).toMatch(/events\.receive.* never sends contact\.created$/);
    expect((await state()).received.map(({ type }) => type)).toEqual(['campaign.launched']);
  });
});

describe('on a terminal', () => {
  it('runs each step that is typed, explains unknown input, and uninstalls at the end', async () => {
    const { code, out } = await runDrive(['mock-host', drive.url], {
      env,
      interactive: true,
      input: 'help\ninstal\ninstall 2\npoll\nquit\n',
    });
    expect(out).toContain('Enter a step of the host:');
    expect(out).toContain('Did you mean install?');
    expect(out).toMatch(/install variant 2 +installed/);
    expect(out).toMatch(/uninstall +ws_\S+: revoked/);
    expect(code).toBe(0);
    expect(await activeInstalls()).toBe(0);
  });

  it('ends at the end of the input', async () => {
    expect(await runDrive(['mock-host', drive.url], { env, interactive: true })).toMatchObject({ code: 0 });
  });

  it('after Ctrl-C ends what it installed and exits 130', async () => {
    const stop = new AbortController();
    async function* typed(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('install\n');
      stop.abort('interrupted');
      await new Promise(() => undefined);
    }
    const { code } = await runDrive(['mock-host', drive.url], {
      env,
      interactive: true,
      input: typed(),
      stop: stop.signal,
    });
    expect(code).toBe(130);
    expect(await activeInstalls()).toBe(0);
  });
});

describe('arguments from files', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'mock-host-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('runs a script from a file and sends the answers to the config form', async () => {
    await writeFile(path.join(dir, 'story'), '# the short one\ninstall\nuninstall\n');
    await writeFile(path.join(dir, 'config.json'), '{"brand_name":"Bakery","tone":"plain"}');
    const argv = ['mock-host', drive.url, '--json', '--script', 'story', '--config'];
    expect(await runDrive([...argv, 'config.json'], { env, cwd: dir })).toMatchObject({ code: 0 });
    await writeFile(path.join(dir, 'config.json'), '{"brand_name":"Bakery","tone":"loud"}');
    const ran = await runDrive([...argv, 'config.json'], { env, cwd: dir });
    expect(of(ran, 'install')[0]?.detail).toContain('invalid config');
    await writeFile(path.join(dir, 'config.json'), '[]');
    expect(await runDrive([...argv, 'config.json'], { env, cwd: dir })).toMatchObject({ code: 2 });
  });
});
