import { IdentityModule } from '@portal/identity';
import { APP_ROLE } from '@portal/platform/database';
import { Client } from 'pg';
import { TestApp } from '../../../test/support/http/http-app.js';
import { newAdminLinks } from './admin-links.js';

const PASSWORD = 'a long test phrase';
const app = TestApp.ofSpec([IdentityModule], { DEMO: '' });

/** An installation as `migrate` leaves it: no demo persons, no roles. */
describe('the links for the first two admins', () => {
  const links = () => newAdminLinks(app.database.url, 'https://portal.example');
  const open = (link: string, name: string) =>
    app.post('/auth/first-admin', {
      token: new URL(link).searchParams.get('token'),
      ...{ email: `${name}@people.example`, name, password: PASSWORD },
    });
  const admins = async (): Promise<string[]> =>
    (
      await app.query<{ name: string }>(
        `select u.name from identity.role_grants g join identity.users u on u.id = g.user_id where g.role = 'admin' order by 1`,
      )
    ).map(({ name }) => name);

  it('are two for an empty installation, and only their hashes are kept', async () => {
    const made = await links();
    expect(made).toHaveLength(2);
    const token = new URL(made[0]!).searchParams.get('token')!;
    expect(JSON.stringify(await app.query('select * from identity.admin_links'))).not.toContain(token);
  });

  it('create one account each: of two uses at the same time one is refused, and so is every later one', async () => {
    const [link] = await links();
    const answers = await Promise.all([open(link!, 'ada'), open(link!, 'eve')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await open(link!, 'mallory')).error).toBe('admin_link_not_valid');
    expect(await admins()).toHaveLength(1);
    expect(
      await app.query(`select count(*)::int as n from identity.users where name in ('ada', 'eve', 'mallory')`),
    ).toEqual([{ n: 1 }]);
    const [name] = await admins();
    const entered = await app.post('/auth/sign-in', { email: `${name}@people.example`, password: PASSWORD });
    expect(entered.status).toBe(200);
  });

  it('are refused when expired, made up, of a weak password, or for an address with an account', async () => {
    const [link] = await links();
    await app.byOwner(`update identity.admin_links set expires_at = clock_timestamp() where used_at is null`);
    expect((await open(link!, 'ben')).error).toBe('admin_link_not_valid');
    expect((await open(`https://portal.example/first-admin?token=dpa_${'x'.repeat(49)}`, 'ben')).error).toBe(
      'admin_link_not_valid',
    );
    const [fresh] = await links();
    const token = new URL(fresh!).searchParams.get('token');
    const weak = { token, email: 'ben@people.example', name: 'ben', password: 'password1234' };
    expect((await app.post('/auth/first-admin', weak)).error).toBe('password_too_weak');
    const [name] = await admins();
    expect((await open(fresh!, name!)).error).toBe('address_taken');
    expect(await admins()).toHaveLength(1);
  });

  it('make two admins and not three when two links are used at the same time, and none is printed after that', async () => {
    const [one, two] = [...(await links()), ...(await links())];
    const answers = await Promise.all([open(one!, 'cleo'), open(two!, 'dora')]);
    expect(answers.map(({ status, error }) => [status, error]).sort()).toEqual([
      [200, undefined],
      [409, 'admins_there'],
    ]);
    expect(await admins()).toHaveLength(2);
    expect(await links()).toEqual([]);
  });

  it('stay as they are once used, whoever writes: touched again, one would make another admin', async () => {
    const used = 'identity.admin_links where used_at is not null';
    expect(await app.query(`select from ${used}`)).toHaveLength(2);
    const owner = new Client({ connectionString: app.database.url });
    await owner.connect();
    for (const sql of [
      `update identity.admin_links set used_at = used_at, used_by = used_by where used_at is not null`,
      `update identity.admin_links set expires_at = now() + interval '1 day' where used_at is not null`,
      `delete from ${used}`,
    ])
      await expect(owner.query(sql)).rejects.toMatchObject({ constraint: 'admin_links_frozen' });
    await owner.end();
    await expect(
      app.query('update identity.admin_links set used_at = used_at where used_at is not null'),
    ).rejects.toMatchObject({ constraint: 'admin_links_frozen' });
  });

  it('are printed again when an admin was disabled', async () => {
    await app.byOwner(
      `update identity.users set disabled_at = now() where id = (select user_id from identity.role_grants limit 1)`,
    );
    expect(await links()).toHaveLength(1);
  });

  it('are never made by the running product, nor is the role given without one', async () => {
    const product = new Client({ connectionString: app.database.url, options: `-c role=${APP_ROLE}` });
    await product.connect();
    const hash = 'a'.repeat(64);
    try {
      for (const sql of [
        `insert into identity.admin_links (token_hash, expires_at) values ('${hash}', now() + interval '1 day')`,
        `delete from identity.admin_links`,
        `update identity.admin_links set expires_at = now() + interval '1 day'`,
      ])
        await expect(product.query(sql)).rejects.toMatchObject({ code: '42501' });
      await expect(
        product.query(
          `with one as (insert into identity.users (id, email, name) values (gen_random_uuid(), 'x@y.example', 'x') returning id)
           insert into identity.role_grants (id, user_id, role) select gen_random_uuid(), id, 'admin' from one`,
        ),
      ).rejects.toMatchObject({ constraint: 'role_grants_by_two_admins' });
    } finally {
      await product.end();
    }
  });
});
