// A person (or nobody) talking to the portal's public API over HTTP: cookies, envelope, clear errors.

/** The portal refused: status, code, message and details of the failure envelope. */
export class Refused extends Error {
  constructor(call, status, body) {
    super(
      `${call} was refused with ${status} ${body?.error ?? ''}: ${body?.message ?? ''} ${JSON.stringify(body?.details ?? [])}`,
    );
    Object.assign(this, { status, code: body?.error });
  }
}

/** How long a call that was not answered, or with 503, is sent again under the same key. */
export const patience = { ms: 0 };

/** Password of demo persons when they need a proof of identity. */
const DEMO_PASSWORD = 'demo';

/** One caller with a session of its own, or an API token. `post`, `get`, `del` return the `data` of the envelope. */
export class Caller {
  #cookie = '';
  #password = DEMO_PASSWORD;

  constructor(base, name = 'anybody', token = undefined) {
    Object.assign(this, { base, name, token });
  }

  get = (path) => this.#send('GET', path);
  post = (path, body = {}, headers = {}) => this.#send('POST', path, body, headers);
  put = (path, body) => this.#send('PUT', path, body);
  del = (path) => this.#send('DELETE', path);

  /** The raw text of an answer that is not an envelope. */
  async text(path) {
    const response = await fetch(`${this.base}${path}`, { headers: this.#headers() });
    const text = await response.text();
    if (!response.ok) throw new Refused(`GET ${path}`, response.status, {});
    return text;
  }

  /**
   * Secrets, money and acts of staff require a recent proof of identity: it is given, and the call repeated, when the portal
   * requests it.
   */
  async #send(method, path, body, headers = {}) {
    if (path === '/auth/sign-in') this.#password = body.password;
    try {
      return await this.#once(method, path, body, headers);
    } catch (error) {
      if (error.code !== 'step_up_required') throw error;
      await this.#once('POST', '/account/step-up', { password: this.#password });
      return this.#once(method, path, body, headers);
    }
  }

  async #once(method, path, body, headers = {}) {
    const key = method !== 'GET' && patience.ms > 0 ? { 'idempotency-key': crypto.randomUUID() } : {};
    const response = await patiently(() =>
      fetch(`${this.base}/api/v1${path}`, {
        method,
        headers: {
          ...this.#headers(),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...key,
          ...headers,
        },
        ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(180_000),
      }),
    );
    const cookie = response.headers.getSetCookie()[0];
    if (cookie) this.#cookie = cookie.split(';')[0];
    const answer = await response.json().catch(() => undefined);
    if (!response.ok || answer?.ok !== true) throw new Refused(`${method} ${path}`, response.status, answer);
    return answer.data;
  }

  #headers() {
    if (this.token) return { authorization: `Bearer ${this.token}` };
    return this.#cookie ? { cookie: this.#cookie } : {};
  }
}

async function patiently(send) {
  const until = Date.now() + patience.ms;
  for (;;) {
    const response = await send().catch((error) => {
      if (Date.now() > until) throw error;
    });
    if (response && (response.status !== 503 || Date.now() > until)) return response;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Signs in as one of the demo persons. */
export async function demoPerson(base, person) {
  const caller = new Caller(base, person);
  await caller.post('/demo/sign-in', { person });
  return caller;
}

/** Asks again until `check(value)` holds; throws with the last value when it does not within `withinMs`. */
export async function eventually(what, ask, check, withinMs = 180_000) {
  const deadline = Date.now() + withinMs;
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 1.5, 500)) {
    const value = await ask();
    if (check(value)) return value;
    if (Date.now() > deadline)
      throw new Error(
        `${what} did not happen within ${withinMs / 1000} s; last seen: ${JSON.stringify(value).slice(0, 600)}`,
      );
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** A rule of the story. */
export function expect(condition, rule, actual) {
  if (!condition)
    throw new Error(
      `this does not hold: ${rule}${actual === undefined ? '' : ` (seen: ${JSON.stringify(actual).slice(0, 600)})`}`,
    );
}

/** Runs `work` and returns the code with which the portal refused it. */
export async function refusal(work) {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
  return 'not refused';
}
