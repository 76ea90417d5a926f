import { assertDescribed } from '../http/api-description.js';
import { asLogin } from '../database/database.js';
import { BuiltProcess } from './built-process.js';
import { freePort } from './processes.js';
import { TEST_TIMEOUT_MS } from '../test-timeout.js';

export interface ApiAnswer<T = unknown> {
  readonly status: number;
  /** `data` of a success envelope. */
  readonly data: T;
  /** Code of a failure envelope, undefined on success. */
  readonly error: string | undefined;
  /** Whether an earlier answer under the same key was given again. */
  readonly replayed: boolean;
  readonly retryAfter: string | undefined;
}

export interface ApiCall {
  readonly method: string;
  /** Behind the origin. */
  readonly url: string;
  readonly body?: object;
  /** A session cookie (`name=value`) or `Bearer …`. */
  readonly as: string;
  readonly key?: string;
}

/** The built api as a process of its own, on the database and the payment sandbox of a test. */
export class ApiProcess extends BuiltProcess {
  private constructor(
    private readonly origin: string,
    settings: Readonly<Record<string, string>>,
  ) {
    super('api', settings);
  }

  /** Comes back when it answers. @param settings environment variables besides `databaseUrl` */
  static async start(databaseUrl: string, settings: Record<string, string>): Promise<ApiProcess> {
    const port = String(await freePort());
    const origin = `http://127.0.0.1:${port}`;
    const api = new ApiProcess(origin, {
      DATABASE_URL: asLogin(databaseUrl),
      DATABASE_POOL: '6',
      DATABASE_WAIT_SECONDS: '60',
      STEP_UP_MINUTES: '60',
      BODIES_PER_SECOND: '10000',
      READ_SHARE_PERCENT: '10000',
      DRAIN_SECONDS: '0',
      DEMO: '1',
      PORT: port,
      PUBLIC_URL: origin,
      ...settings,
    });
    return api.up();
  }

  /**
   * One call.
   * @throws TypeError when the process ends before it has answered; Error for undocumented parts of an answer
   */
  async call<T = unknown>({ method, url, body, as, key }: ApiCall): Promise<ApiAnswer<T>> {
    const response = await fetch(`${this.origin}${url}`, {
      method,
      signal: AbortSignal.timeout(TEST_TIMEOUT_MS),
      headers: {
        ...(as.startsWith('Bearer ') ? { authorization: as } : { cookie: as }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const headers = Object.fromEntries(response.headers);
    const text = await response.text();
    assertDescribed(method, url, { status: response.status, headers, body: text });
    const { data, error } = JSON.parse(text) as { data: T; error?: string };
    return {
      status: response.status,
      data,
      error,
      replayed: headers['idempotent-replayed'] === 'true',
      retryAfter: headers['retry-after'],
    };
  }
}
