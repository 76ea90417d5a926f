import {
  isSignatureMismatch,
  parseEnvelope,
  prepareKey,
  signatureHeaders,
  type CanonicalManifest,
  type JsonObject,
  type ManifestEndpoints,
  type SigningKey,
} from '@portal/contract';
import { randomUUID } from 'node:crypto';
import type { Io } from '../../io.js';
import type { LocalTransport } from '../../transport.js';

/** The host gives an interactive call five seconds in all. */
const HOST_TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;

/** An answer of the Drive. */
export interface Reply {
  /** 0 when there was none. */
  readonly status: number;
  /** Data of a success, else null. */
  readonly data: JsonObject | null;
  /** Reason of a failure, or the error in the answer. */
  readonly error: string;
  readonly durationMs: number;
}

/** An install that this host has created and not yet removed. */
export interface MockInstall {
  readonly id: string;
  /** Empty when the Drive gave none. */
  readonly token: string;
  readonly tenantId: string;
  readonly ventureId: string;
}

/** How a call differs from an ordinary signed one. */
interface CallOptions {
  /** Another key, or null for no signature. */
  readonly key?: SigningKey | null;
  readonly body?: object;
  readonly bearer?: string;
}

/** The host's state of one Drive, and its calls. */
export class Host {
  readonly tenantId = `mock-tenant-${randomUUID()}`;
  readonly installs: MockInstall[] = [];
  /** Digest of every event that was read, by its identity. */
  readonly digests = new Map<string, string>();
  /** Timestamp of the newest event, Unix milliseconds; before the first poll, the start of the run. */
  cursorMs: number;
  manifest: CanonicalManifest | null = null;
  endpoints: ManifestEndpoints | null = null;
  private keys: SigningKey[];
  private lastTimestampMs = 0;

  constructor(
    readonly io: Io,
    private readonly transport: LocalTransport,
    readonly origin: string,
    readonly manifestPath: string,
    secret: string,
  ) {
    this.keys = [prepareKey(secret)];
    this.cursorMs = io.now() - 1000;
  }

  /** The valid keys, newest first: two during the overlap of a rotation. */
  get validKeys(): readonly SigningKey[] {
    return this.keys;
  }

  /** Makes a new key valid in addition to the current one. */
  beginRotation(next: SigningKey): void {
    this.keys = [next, this.keys[0]!];
  }

  /** Ends the overlap: with `adopted` the old key is dropped, otherwise the new one. */
  endRotation(adopted: boolean): void {
    this.keys = [adopted ? this.keys[0]! : this.keys.at(-1)!];
  }

  /** Calls as the host does: with the newest key, and once more with the previous key after a signature mismatch. */
  async call(method: 'GET' | 'POST' | 'DELETE', path: string, options: CallOptions = {}): Promise<Reply> {
    if (options.key !== undefined) return this.send(method, path, options.key, options);
    const reply = await this.send(method, path, this.keys[0]!, options);
    const previous = this.keys[1];
    return previous && reply.status === 401 && isSignatureMismatch(reply.error)
      ? this.send(method, path, previous, options)
      : reply;
  }

  private async send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    key: SigningKey | null,
    { body, bearer }: CallOptions,
  ): Promise<Reply> {
    // Never the same timestamp twice: a Drive may reject equal signatures as a replay.
    this.lastTimestampMs = Math.max(this.io.now(), this.lastTimestampMs + 1);
    const answer = await this.transport({
      method,
      url: this.origin + path,
      timeoutMs: HOST_TIMEOUT_MS,
      headers: {
        accept: 'application/json',
        ...(key ? signatureHeaders({ secret: key, timestampMs: this.lastTimestampMs, path }) : {}),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if ('failure' in answer) return { status: 0, data: null, error: `no answer: ${answer.failure}`, durationMs: 0 };
    const { status, durationMs } = answer;
    const parsed = parseEnvelope(answer.body, { maxBytes: MAX_BYTES });
    if (!parsed.ok) return { status, data: null, error: parsed.issues[0]?.message ?? 'malformed', durationMs };
    const { envelope } = parsed;
    return envelope.ok
      ? { status, data: envelope.data, error: '', durationMs }
      : { status, data: null, error: envelope.error, durationMs };
  }
}

/** Status and error of a reply, for a message. */
export function outcome(reply: Reply): string {
  return reply.status === 0 ? reply.error : `${reply.status} ${reply.error}`.trim();
}
