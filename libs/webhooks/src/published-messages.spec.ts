import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Validator, type Schema } from '@cfworker/json-schema';
import { Webhook } from 'standardwebhooks';
import { AUTHOR_EVENT_TYPES } from './domain/event-catalogue.js';
import { HOST_EVENT_TYPES } from './domain/host-event-catalogue.js';
import { SOURCES } from './jobs/author-events.js';

const docs = path.resolve(__dirname, '../../../docs');
const page = readFileSync(path.join(docs, 'webhooks.md'), 'utf8');
const { webhooks } = JSON.parse(readFileSync(path.join(docs, 'openapi.json'), 'utf8')) as {
  webhooks: Record<
    string,
    { post: { requestBody: { content: { 'application/json': { schema: Schema; example: object } } } } }
  >;
};
const published = (type: string) => webhooks[type]!.post.requestBody.content['application/json'];
const judged = (type: string, message: unknown): string[] =>
  new Validator(published(type).schema, '2020-12', false).validate(message).errors.map(({ error }) => error);

describe('the published messages', () => {
  it('are those that can be sent, each with an example that its schema allows', () => {
    const types = [...AUTHOR_EVENT_TYPES, ...HOST_EVENT_TYPES];
    expect(Object.keys(webhooks).sort()).toEqual([...types].sort());
    for (const type of types) expect([type, judged(type, published(type).example)]).toEqual([type, []]);
  });

  it('allow what an event contains, and nothing that lacks a field or has it in another shape', async () => {
    const fact = {
      ...{ submission_id: '1c1f5f0e-7c1a-4b3e-9d42-0a3b5c7d9e11', drive_id: '5b6f5f0e-7c1a-4b3e-9d42-0a3b5c7d9e22' },
      ...{ org_id: '9d1f5f0e-7c1a-4b3e-9d42-0a3b5c7d9e33', from: 'in_review', state: 'approved' },
    };
    const source = SOURCES.find(({ event }) => event.type === 'submission.moved')!;
    const [{ type, data }] = [(await source.notice(fact as never, undefined as never))!].flat() as unknown as [
      { type: string; data: object },
    ];
    const message = { type, timestamp: '2026-11-03T14:05:00.000Z', data };
    expect(type).toBe('submission.decided');
    expect(judged(type, message)).toEqual([]);
    for (const wrong of [
      { ...message, timestamp: 'yesterday' },
      { ...message, type: 'submission.checked' },
      { ...message, data: { ...data, state: 'listed' } },
      { ...message, data: { ...data, drive_id: undefined } },
      { ...message, data: { ...data, drive_id: 'mine' } },
    ])
      expect(judged(type, JSON.parse(JSON.stringify(wrong)))).not.toEqual([]);
  });

  it('are explained by an example of the page that the schema allows', () => {
    const [, text] = /## What you receive[\s\S]*?```json\n([\s\S]*?)```/.exec(page)!;
    const message = JSON.parse(text!) as { type: string };
    expect(judged(message.type, message)).toEqual([]);
  });
});

describe('the verification code on the page', () => {
  const [sample, handler] = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code!);
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  const id = 'b6078c7b-c56c-7b60-a98d-6235f5e5ea10';
  const body = '{"type":"webhook.test","data":{"name":"Größe"}}';
  const at = new Date('2026-11-03T14:05:00Z');
  const now = new Date(Math.floor(Date.now() / 1_000) * 1_000);

  /** Answer of the page's code to each message, as an author would run it. */
  function run(cases: { headers: object; body: string; now?: number }[]): boolean[] {
    const calls = cases.map(
      ({ headers, body: sent, now = at.getTime() }) =>
        `isGenuine(${JSON.stringify(headers)}, ${JSON.stringify(sent)}, ${JSON.stringify(secret)}, ${now})`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], {
      input: `${sample}\nprocess.stdout.write(JSON.stringify([${calls.join(', ')}]));`,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return JSON.parse(stdout) as boolean[];
  }

  it('answers a test with its challenge and a message with nothing, and refuses what is not genuine', () => {
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(now.getTime() / 1_000),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    };
    const sent = [{ ...headers, 'webhook-challenge': 'c-1' }, headers, { ...headers, 'webhook-id': 'x' }];
    const calls = sent.map((one) => `answerTo(${[one, body, secret].map((part) => JSON.stringify(part)).join(', ')})`);
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], {
      input: `${sample}\n${handler}\nprocess.stdout.write(JSON.stringify([${calls.join(', ')}]));`,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      { status: 200, body: 'c-1' },
      { status: 204, body: '' },
      { status: 401, body: '' },
    ]);
  });

  it('does so in Python as well', () => {
    const [, python] = /```python\n([\s\S]*?)```/.exec(page)!;
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(now.getTime() / 1_000),
      'webhook-signature': `v1,AAAA ${new Webhook(secret).sign(id, now, body)}`,
    };
    const sent = [{ ...headers, 'webhook-challenge': 'c-1' }, headers, { ...headers, 'webhook-id': 'x' }];
    const { stdout, stderr } = spawnSync(
      'python3',
      [
        '-c',
        `import json, sys\n${python}
sent, body, secret = json.load(sys.stdin)
print(json.dumps([answer_to(one, body.encode(), secret) for one in sent]))`,
      ],
      {
        input: JSON.stringify([sent, body, secret]),
        encoding: 'utf8',
      },
    );
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      [200, 'c-1'],
      [204, ''],
      [401, ''],
    ]);
  });

  it('accepts what we sign, with one secret or with two, and refuses all else', () => {
    const sign = (by: string): string => new Webhook(by).sign(id, at, body);
    const headers = (signature: string): object => ({
      'webhook-id': id,
      'webhook-timestamp': String(at.getTime() / 1_000),
      'webhook-signature': signature,
    });
    const genuine = headers(sign(secret));
    expect(
      run([
        { headers: genuine, body },
        { headers: headers(`${sign(other)} ${sign(secret)}`), body },
        { headers: genuine, body, now: at.getTime() + 299_000 },
      ]),
    ).toEqual([true, true, true]);
    expect(
      run([
        { headers: headers(sign(other)), body },
        { headers: genuine, body: `${body} ` },
        { headers: { ...genuine, 'webhook-id': 'another' }, body },
        { headers: { ...genuine, 'webhook-timestamp': String(at.getTime() / 1_000 + 1) }, body },
        { headers: { ...genuine, 'webhook-timestamp': 'soon' }, body },
        { headers: genuine, body, now: at.getTime() + 301_000 },
        { headers: genuine, body, now: at.getTime() - 301_000 },
        { headers: headers(sign(secret).replace('v1,', 'v2,')), body },
        { headers: headers('v1,'), body },
        { headers: {}, body },
      ]),
    ).toEqual(Array.from({ length: 10 }, () => false));
  });
});
