import { IdentityModule } from '@portal/identity';
import { TestApp } from '../../../../test/support/http/http-app.js';
import { AuthorsModule } from '../index.js';

const app = TestApp.ofSpec([IdentityModule, AuthorsModule]);
const TEXT = 'These are the **terms** of the host.';
let admin: string;
beforeAll(async () => {
  admin = await app.demo('admin');
});

const read = (kind: string) => app.call({ method: 'GET', url: `/api/public/documents/${kind}` });
const publish = (kind: string, body: object, as = admin) => app.post(`/admin/documents/${kind}`, body, as);

describe('documents of the host', () => {
  it.each(['terms', 'privacy', 'contact'])('%s answer without a text before one is published', async (kind) =>
    expect(await read(kind)).toMatchObject({ status: 200, data: { kind, published: null } }),
  );

  it('are public in their newest version as soon as an admin publishes it, and every version stays', async () => {
    expect((await publish('terms', { text: TEXT, replaces: 0 })).status).toBe(201);
    expect((await publish('terms', { text: `${TEXT} Again.`, replaces: 1 })).status).toBe(201);
    expect((await read('terms')).data).toMatchObject({ published: { version: '2', text: `${TEXT} Again.` } });
    const list = await app.read<{ items: { kind: string; version: number }[] }>('/admin/documents', admin);
    expect(list.data.items.map(({ kind, version }) => [kind, version])).toEqual([
      ['terms', 2],
      ['terms', 1],
    ]);
    await expect(app.query(`update authors.documents set text = 'x'`)).rejects.toThrow('permission denied');
  });

  it('show everybody the developer agreement in force too', async () =>
    expect((await read('agreement')).data).toMatchObject({ kind: 'agreement', published: { version: '1' } }));

  it('are published by admins only, of known kinds, in words, and not over a version that nobody saw', async () => {
    const reviewer = await app.demo('reviewer');
    expect((await publish('privacy', { text: TEXT, replaces: 0 }, reviewer)).status).toBe(403);
    expect((await publish('imprint', { text: TEXT, replaces: 0 })).status).toBe(400);
    expect((await publish('privacy', { text: ' '.repeat(30), replaces: 0 })).status).toBe(400);
    expect((await publish('privacy', { text: TEXT, replaces: 5 })).error).toBe('document_replaced');
    expect((await read('imprint')).status).toBe(400);
    const both = await Promise.all([1, 2].map((n) => publish('privacy', { text: `${TEXT} ${n}`, replaces: 0 })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});
