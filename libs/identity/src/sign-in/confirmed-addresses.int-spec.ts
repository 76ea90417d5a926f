import { PRODUCTION } from '../../../../test/support/config.js';
import { TestApp } from '../../../../test/support/http/http-app.js';
import { IdentityModule, IdentityWorkerModule } from '../index.js';
import { purgeOld } from '../../../../test/support/purge-old.js';
import { sendRequestedMails, tokensMailedTo } from '../../../../test/support/people/mailed.js';

const STRANGER = 'what a stranger chose';
const OWNER = 'what the owner chose';
const app = TestApp.ofSpec([IdentityModule, IdentityWorkerModule], {
  ...PRODUCTION,
  TRUSTED_PROXIES: '127.0.0.1',
});
const { query } = app;

const post = (url: string, body: object, from = '192.0.2.1') =>
  app.ask(undefined, 'POST', url, body, { 'x-forwarded-for': from });
const up = (email: string, password: string, from?: string) =>
  post('/auth/sign-up', { email, password, name: 'Somebody' }, from);
const into = (email: string, password: string) => post('/auth/sign-in', { email, password });
const confirm = (token: string, password: string, name = 'The Owner') =>
  post('/auth/confirm-email', { token, password, name });

/** Runs the worker on requested mails; returns the tokens that the address has received. */
async function mailed(email: string): Promise<string[]> {
  await sendRequestedMails(app);
  return tokensMailedTo(app, email, /\/confirm-email\?token=(\w+)/);
}
const accounts = (email: string) =>
  query<{ name: string }>('select name from identity.users where lower(email) = lower($1)', [email]);

it('signing up stores none of the input: the owner chooses name and password with the link', async () => {
  const email = 'v@example.org';
  expect((await up(email, OWNER)).data).toEqual({ next: 'confirm_email' });
  expect((await up(email, STRANGER, '198.51.100.7')).data).toEqual({ next: 'confirm_email' });
  const [first, second] = await mailed(email);
  expect(await accounts(email)).toEqual([]);
  // Opening the link, on its page or at the API's route, confirms nothing.
  for (const url of [`/confirm-email?token=${first}`, `/api/v1/auth/confirm-email?token=${first}`])
    expect((await app.call({ method: 'GET', url })).status).toBe(404);
  const weak = await confirm(second!, 'password1234');
  expect([weak.status, weak.error]).toEqual([400, 'password_too_weak']);
  // The owner clicks the link of the stranger's sign-up.
  expect((await confirm(second!, OWNER)).status).toBe(200);
  expect((await into(email, STRANGER)).error).toBe('sign_in_failed');
  const signedIn = await into(email, OWNER);
  expect(String(signedIn.headers['set-cookie'])).toMatch(/__Host-portal_session=dps_\w+; .*Secure/);
  expect(await accounts(email)).toEqual([{ name: 'The Owner' }]);
  // Opened twice, and the other link in the mailbox.
  for (const token of [second!, first!]) expect((await confirm(token, STRANGER)).error).toBe('confirmation_not_valid');
  expect((await into(email, STRANGER)).error).toBe('sign_in_failed');
});

it('one of several links counts that are opened at the same moment, whichever it is', async () => {
  const email = 'race@example.org';
  for (let i = 0; i < 3; i++) await up(email, OWNER);
  const tokens = await mailed(email);
  expect(tokens).toHaveLength(3);
  const phrases = [...tokens, ...tokens].map((_, i) => `the phrase number ${i} of six`);
  const answers = await Promise.all([...tokens, ...tokens].map((token, i) => confirm(token, phrases[i]!)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  const entered = await Promise.all(phrases.map((phrase) => into(email, phrase)));
  expect(entered.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)));
});

it('a link ends after seven days, and a new one can be requested', async () => {
  const email = 'late@example.org';
  await up(email, OWNER);
  const [old] = await mailed(email);
  await query('update identity.mailed_links set expires_at = clock_timestamp() where email = $1', [email]);
  expect((await confirm(old!, OWNER)).error).toBe('confirmation_not_valid');
  await purgeOld(app);
  expect(await query('select 1 from identity.mailed_links where email = $1', [email])).toHaveLength(0);
  await post('/auth/resend-confirmation', { email });
  const [, fresh] = await mailed(email);
  expect((await confirm(fresh!, OWNER)).status).toBe(200);
});

it('an existing account gets no link, and an account that was begun before belongs to its owner', async () => {
  const [known, begun] = ['known@example.org', 'begun@example.org'];
  await query(
    `insert into identity.users (id, email, name, password_hash) values
       (gen_random_uuid(), $1, 'Known', null), (gen_random_uuid(), $2, 'A stranger', '$argon2id$v=19$m=19456,t=2,p=1$x$y')`,
    [known, begun],
  );
  await query('update identity.users set email_confirmed_at = clock_timestamp() where email = $1', [known]);
  expect((await up(known, STRANGER)).data).toEqual((await up(begun, STRANGER)).data);
  expect(await mailed(known)).toEqual([]);
  expect(
    await query(`select 1 from platform.mail_messages where recipient = $1 and subject like 'You already have%'`, [
      known,
    ]),
  ).toHaveLength(1);
  const [link] = await mailed(begun);
  expect((await confirm(link!, OWNER)).status).toBe(200);
  expect(await accounts(begun)).toEqual([{ name: 'The Owner' }]);
});

it('strangers can neither fill a mailbox nor lock its owner out', async () => {
  const email = 'bombed@example.org';
  for (let i = 0; i < 20; i++) expect((await up(email, STRANGER, `203.0.113.${i}`)).status).toBe(200);
  const links = await mailed(email);
  expect(links).toHaveLength(5);
  expect((await up(email, OWNER)).status).toBe(200);
  expect((await confirm(links[0]!, OWNER)).status).toBe(200);
  expect((await into(email, OWNER)).status).toBe(200);
});
