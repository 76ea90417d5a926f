import { Database } from '@portal/platform/database';
import { TestApp, type Answer } from '../../../../test/support/http/http-app.js';
import { IdentityModule } from '../index.js';

const GOOD = 'a long test phrase';
/** Passwords on the list, or slightly extended ones: each is long enough and has enough different characters. */
const STOLEN = ['1qaz2wsx3edc', 'LeaveMeAlone', 'P4$$w0rd-2026', 'football12345', 'nogard!nogard!'];
const app = TestApp.ofSpec([IdentityModule]);
const { post } = app;

/** The visible part of a refusal, without the request's id. */
const comparable = ({ status, body }: Answer<unknown>): string =>
  `${status} ${body.replace(/"request_id":"[^"]+"/, '"request_id":""')}`;
const hashOf = async (email: string): Promise<string | undefined> =>
  (
    await app
      .get(Database)
      .query<{ password_hash: string }>('select password_hash from identity.users where email = $1', [email])
  )[0]?.password_hash;

it.each(STOLEN)(
  '%s is refused at sign-up, with the same answer whether or not the address is known',
  async (password) => {
    await app.signUp('known@example.org');
    const before = await hashOf('known@example.org');
    const up = (email: string) => post('/auth/sign-up', { email, password, name: 'Somebody' });
    const [known, unknown] = [await up('known@example.org'), await up('unknown@example.org')];
    expect([known.status, known.error]).toEqual([400, 'password_too_weak']);
    expect(known.body).toContain('on a list of stolen passwords');
    expect(comparable(known)).toBe(comparable(unknown));
    expect([await hashOf('unknown@example.org'), await hashOf('known@example.org')]).toEqual([undefined, before]);
  },
);

it.each(STOLEN)('%s is refused when a password is changed, and the old password stays', async (password) => {
  const email = `change${STOLEN.indexOf(password)}@example.org`;
  const cookie = await app.signUp(email);
  const before = await hashOf(email);
  const change = (wanted: string) => post('/account/password', { current_password: GOOD, password: wanted }, cookie);
  expect((await change(password)).body).toContain('on a list of stolen passwords');
  expect(await hashOf(email)).toBe(before);
  expect((await change(`${password} and words of my own`)).status).toBe(200);
});
