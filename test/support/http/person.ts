import { randomUUID } from 'node:crypto';
import { assertDescribed } from './api-description.js';
import { TEST_TIMEOUT_MS } from '../test-timeout.js';

/** An answer of the API. `text` is the raw body. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Password of demo persons when they need a proof of identity. */
const DEMO_PASSWORD = 'demo';

/** Somebody (or nobody, without a session) who talks to a running portal over HTTP. */
export class Person {
  private cookie = '';
  private password: string | undefined;

  constructor(
    private readonly url: string,
    readonly name: string,
    private readonly bearer?: string,
  ) {}

  /** One call. Proves who they are when asked to, and repeats it then. */
  async call(method: string, path: string, body?: object): Promise<Reply> {
    const reply = await this.once(method, path, body);
    if (reply.status !== 403 || this.password === undefined || !reply.text.includes('"step_up_required"')) return reply;
    await this.must('POST', '/api/v1/account/step-up', { password: this.password });
    return this.once(method, path, body);
  }

  /**
   * One call without a proof; the body of a stream is read up to its first bytes only. `headers` besides one’s own.
   * @throws Error when docs/openapi.json does not describe the answer
   */
  async once(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const sent = method === 'GET' || method === 'DELETE' ? undefined : body;
    const response = await fetch(`${this.url}${path}`, {
      method,
      signal: AbortSignal.timeout(TEST_TIMEOUT_MS),
      headers: {
        ...(this.cookie && { cookie: this.cookie }),
        ...(this.bearer && { authorization: `Bearer ${this.bearer}` }),
        ...(sent && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
        ...headers,
      },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    this.cookie =
      response.headers
        .getSetCookie()
        .find((text) => text.startsWith('portal_session='))
        ?.split(';')[0] ?? this.cookie;
    const { status } = response;
    const answered = Object.fromEntries(response.headers);
    const type = answered['content-type'] ?? '';
    const text = await response.text();
    assertDescribed(method, path, { status, headers: answered, body: text });
    return { status, type, text };
  }

  /** As `call`, for calls that must succeed: the `data` of the envelope. */
  async must<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await this.call(method, path, body);
    if (reply.status >= 300) throw new Error(`${this.name}: ${method} ${path} gave ${reply.status} ${reply.text}`);
    return (JSON.parse(reply.text) as { data: T }).data;
  }

  /** Accepts whatever tenants the host invites them to operate. */
  async operateInvited(): Promise<void> {
    const path = '/api/v1/account/operator-invitations';
    for (const { id } of (await this.must<{ items: { id: string }[] }>('GET', path)).items)
      await this.must('POST', `${path}/${id}/accept`);
  }

  /** The same person with the same session at another address of the same product. */
  at(url: string): Person {
    const one = new Person(url, this.name, this.bearer);
    one.cookie = this.cookie;
    one.password = this.password;
    return one;
  }

  static async demo(url: string, person: string): Promise<Person> {
    const one = new Person(url, person);
    await one.must('POST', '/api/v1/demo/sign-in', { person });
    one.password = DEMO_PASSWORD;
    return one;
  }

  /** Signs in; with `name` an account is made first. */
  static async signIn(url: string, email: string, password: string, name?: string): Promise<Person> {
    const one = new Person(url, email);
    if (name !== undefined) await one.must('POST', '/api/v1/auth/sign-up', { email, password, name });
    await one.must('POST', '/api/v1/auth/sign-in', { email, password });
    one.password = password;
    return one;
  }
}
