import { SealedBox } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { mailSeal, withToken } from '@portal/platform/mail';
import { SendAccountMail } from '../../../libs/identity/src/recovery/send-account-mail.js';
import type { TestApp } from '../http/http-app.js';
import type { Mailed } from '../money/mailed-in-sandbox.js';

/** Runs the worker on the account mails that were requested. */
export async function sendRequestedMails(app: TestApp): Promise<void> {
  for (const { id } of await app.query<{ id: string }>('select id from identity.mail_requests order by id'))
    await app.get(Transactor).run((tx) => app.get(SendAccountMail).execute(tx, id));
}

/** The tokens of the links that were mailed to an address, oldest first; `link` matches the token as its group. */
export async function tokensMailedTo(app: TestApp, recipient: string, link: RegExp): Promise<string[]> {
  return (await mailedTo(app, recipient)).flatMap(({ text }) => link.exec(text)?.[1] ?? []);
}

/** Mails to an address as their reader gets them, oldest first. */
export async function mailedTo(app: TestApp, recipient: string): Promise<Mailed[]> {
  const rows = await app.query<{ id: string; subject: string; body: string; sealed_token: string | null }>(
    'select id, subject, body, sealed_token from platform.mail_messages where recipient = $1 order by id',
    [recipient],
  );
  const box = app.get(SealedBox);
  return rows.map(({ id, subject, body, sealed_token: sealed }) => ({
    subject,
    text: sealed === null ? body : withToken(body, box.open(sealed, mailSeal(id))),
  }));
}
