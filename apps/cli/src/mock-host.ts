import { checkManifestFile } from '@portal/conformance';
import {
  buildInstallRequest,
  eventIdentity,
  eventList,
  isEmittedKind,
  isRevokeResponse,
  isSignatureMismatch,
  parseEnvelope,
  parseEventRow,
  parseInstallResponse,
  prepareKey,
  readEndpoints,
  signatureHeaders,
  type EventRow,
  type JsonObject,
  type ManifestEndpoints,
  type SigningKey,
} from '@portal/contract';
import { randomBytes, randomUUID } from 'node:crypto';
import { secretOf, type Command } from './command.js';
import { asUrl } from './input.js';
import { paint, UsageError, type ExitCode, type Io } from './io.js';
import { createTransport, type LocalTransport } from './transport.js';

/** What one step of the play showed. */
interface Step {
  readonly step: string;
  readonly ok: boolean;
  readonly detail: string;
}

interface Reply {
  readonly status: number;
  /** Data of a success, else null. */
  readonly data: JsonObject | null;
  /** Reason of a failure, or what is wrong with the answer. */
  readonly error: string;
}

class Play {
  readonly steps: Step[] = [];
  private lastTimestampMs = 0;

  constructor(
    private readonly io: Io,
    private readonly transport: LocalTransport,
    private readonly origin: string,
    private readonly key: SigningKey,
    private readonly quiet: boolean,
  ) {}

  /** Records a step; returns whether it held. */
  tell(step: string, ok: boolean, detail: string): boolean {
    const printable = detail.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 200);
    this.steps.push({ step, ok, detail: printable });
    if (!this.quiet)
      this.io.out(
        `${ok ? paint(this.io, 'green', 'ok  ') : paint(this.io, 'red', 'FAIL')} ${step.padEnd(22)} ${printable}\n`,
      );
    return ok;
  }

  async call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options: { key?: SigningKey | null; body?: object; bearer?: string } = {},
  ): Promise<Reply> {
    const key = options.key === undefined ? this.key : options.key;
    // No timestamp twice, so that a Drive that remembers signatures is not tripped up.
    this.lastTimestampMs = Math.max(this.io.now(), this.lastTimestampMs + 1);
    const headers = {
      accept: 'application/json',
      ...(key ? signatureHeaders({ secret: key, timestampMs: this.lastTimestampMs, path }) : {}),
      ...(options.bearer ? { authorization: `Bearer ${options.bearer}` } : {}),
    };
    const body = options.body === undefined ? {} : { body: JSON.stringify(options.body) };
    const answer = await this.transport({ method, url: this.origin + path, headers, ...body });
    if ('failure' in answer) return { status: 0, data: null, error: `no answer: ${answer.failure}` };
    const parsed = parseEnvelope(answer.body, { maxBytes: 1024 * 1024 });
    if (!parsed.ok) return { status: answer.status, data: null, error: parsed.issues[0]?.message ?? 'malformed' };
    const { envelope } = parsed;
    return envelope.ok
      ? { status: answer.status, data: envelope.data, error: '' }
      : { status: answer.status, data: null, error: envelope.error };
  }

  async events(path: string): Promise<EventRow[] | null> {
    const reply = await this.call('GET', path);
    const rows = reply.data && eventList(reply.data);
    if (!rows) return null;
    return rows.flatMap((value) => {
      const parsed = parseEventRow(value);
      return parsed.ok ? [parsed.row] : [];
    });
  }
}

async function readManifest(
  play: Play,
  path: string,
): Promise<{ endpoints: ManifestEndpoints; emitted: readonly string[] } | null> {
  const reply = await play.call('GET', path, { key: null });
  if (!reply.data) {
    play.tell('manifest', false, `${reply.status} ${reply.error}`);
    return null;
  }
  const { canonical, report } = await checkManifestFile(Buffer.from(JSON.stringify(reply.data)), {
    allowLoopback: true,
  });
  const [worst] = report.findings;
  play.tell(
    'manifest',
    canonical !== null,
    canonical
      ? `${canonical.name} ${canonical.version ?? ''}`.trim()
      : `${worst?.rule} ${worst?.pointer}: ${worst?.cause}`,
  );
  return canonical && { endpoints: readEndpoints(reply.data), emitted: canonical.eventsEmitted };
}

async function playInstall(
  play: Play,
  endpoints: ManifestEndpoints,
  io: Io,
): Promise<{ id: string; token: string } | null> {
  const body = buildInstallRequest({
    tenantId: `mock-tenant-${randomUUID()}`,
    ventureId: `mock-venture-${randomUUID()}`,
    ventureName: 'Mock Venture',
    operatorEmail: 'operator@example.com',
    installOrigin: io.env.MOCK_HOST_ORIGIN ?? 'https://host.example.com',
  });
  const reply = await play.call('POST', endpoints.install, { body });
  const parsed = reply.data && parseInstallResponse(reply.data);
  if (!parsed?.ok) {
    play.tell('install', false, parsed ? (parsed.issues[0]?.message ?? '') : `${reply.status} ${reply.error}`);
    return parsed?.ids[0] ? { id: parsed.ids[0], token: '' } : null;
  }
  play.tell('install', reply.status === 200, `status ${reply.status}, id ${parsed.result.installId}, token received`);
  const again = await play.call('POST', endpoints.install, { body });
  const second = again.data && parseInstallResponse(again.data);
  const same = second?.ok === true && second.result.installId === parsed.result.installId;
  play.tell(
    'install again',
    same,
    same
      ? 'the same tenant and venture give the same install'
      : `${again.status} ${again.error || 'another id: a lost answer would leave two installs'}`,
  );
  if (second?.ok === true && !same)
    await play.call('DELETE', endpoints.uninstall.replace(':id', encodeURIComponent(second.result.installId)));
  return {
    id: parsed.result.installId,
    token: second?.ok && same ? second.result.scopedToken : parsed.result.scopedToken,
  };
}

async function playPoll(
  play: Play,
  endpoints: ManifestEndpoints,
  emitted: readonly string[],
  token: string,
  sinceMs: number,
): Promise<void> {
  const metrics = await play.call('GET', endpoints.metrics, { bearer: token });
  play.tell(
    'metrics',
    metrics.data !== null,
    metrics.data ? JSON.stringify(metrics.data) : `${metrics.status} ${metrics.error}`,
  );
  const rows = await play.events(`${endpoints.events}?since=${sinceMs}`);
  if (!rows) play.tell('events', false, 'no list of events in the answer');
  else {
    const strange = rows.find((row) => !isEmittedKind(row, emitted));
    const created = rows.some((row) => isEmittedKind({ type: 'install.created' }, [row.type]));
    const said = strange
      ? `the kind "${strange.type}" is not in the manifest`
      : created
        ? `${rows.length} rows, install.created among them`
        : 'install.created is missing';
    play.tell('events', created && !strange, said);
    const again = await play.events(`${endpoints.events}?since=${sinceMs}`);
    const ids = new Set((again ?? []).map(eventIdentity));
    play.tell(
      'events again',
      rows.every((row) => ids.has(eventIdentity(row))),
      'a second poll gives the same rows',
    );
  }
  const billing = await play.call('GET', `${endpoints.billing}?tenant_id=mock`, { bearer: token });
  play.tell(
    'billing',
    billing.data !== null,
    billing.data ? JSON.stringify(billing.data) : `${billing.status} ${billing.error}`,
  );
}

async function playRotation(play: Play, endpoints: ManifestEndpoints): Promise<void> {
  // During the 24-hour overlap the host signs with the new key first; a Drive that has not adopted it must say
  // clearly that the signature is wrong, because only then the old key is tried.
  const refused = await play.call('GET', endpoints.metrics, { key: prepareKey(randomBytes(32)) });
  const clear = refused.status === 401 && isSignatureMismatch(refused.error);
  const retried = clear ? await play.call('GET', endpoints.metrics) : null;
  play.tell(
    'rotation',
    clear && retried !== null && retried.data !== null,
    clear
      ? `a new key is refused as "${refused.error}", the old one still works`
      : `${refused.status} ${refused.error || 'accepted a key that is not yours'}`,
  );
}

async function playUninstall(play: Play, endpoints: ManifestEndpoints, id: string): Promise<void> {
  const path = endpoints.uninstall.replace(':id', encodeURIComponent(id));
  const reply = await play.call('DELETE', path);
  const good = reply.status === 200 && reply.data !== null;
  play.tell(
    'uninstall',
    good,
    good ? (isRevokeResponse(reply.data) ? 'revoked' : 'status 200') : `${reply.status} ${reply.error}`,
  );
  const again = await play.call('DELETE', path);
  play.tell(
    'uninstall again',
    again.status === 404,
    `status ${again.status}${again.status === 404 ? '' : ', but an unknown id is 404'}`,
  );
}

/** `drive mock-host <drive url>`. */
export const mockHost: Command = {
  summary: 'Play the host against your Drive: install, poll, rotate, uninstall',
  usage: '<drive url> [--json]',
  details: `
The address is your Drive's origin, or the full address of its manifest if that is not at the default path.
Installs a mock tenant, reads metrics, events and billing, plays the first call of a key rotation and uninstalls.
Whatever it installs it removes. The secret comes from PLATFORM_AGENT_SECRET.

  --json  print one JSON object with every step`,
  options: { json: { type: 'boolean' } },
  arity: [1, 1],
  async run(args, io): Promise<ExitCode> {
    const url = asUrl(args.positionals[0]!);
    if (!url) throw new UsageError('Give the address of a running Drive, for example http://127.0.0.1:4010.');
    const key = prepareKey(secretOf(io));
    const transport = createTransport();
    const play = new Play(io, transport, url.origin, key, args.flag('json'));
    const sinceMs = io.now() - 1000;
    try {
      const manifestPath = url.pathname === '/' ? '/api/platform/drive/manifest' : url.pathname + url.search;
      const manifest = await readManifest(play, manifestPath);
      if (manifest) {
        const { endpoints, emitted } = manifest;
        const health = await play.call('GET', endpoints.health, { key: null });
        play.tell(
          'health',
          health.data !== null,
          health.data ? JSON.stringify(health.data) : `${health.status} ${health.error}`,
        );
        const unsigned = await play.call('GET', endpoints.metrics, { key: null });
        play.tell('unsigned is refused', unsigned.status === 401, `${unsigned.status} ${unsigned.error}`);
        const install = await playInstall(play, endpoints, io);
        if (install?.token) {
          await playPoll(play, endpoints, emitted, install.token, sinceMs);
          await playRotation(play, endpoints);
        }
        if (install) await playUninstall(play, endpoints, install.id);
      }
    } finally {
      transport.close();
    }
    const ok = play.steps.every((step) => step.ok);
    if (args.flag('json')) io.out(`${JSON.stringify({ ok, steps: play.steps })}\n`);
    return ok ? 0 : 1;
  },
};
