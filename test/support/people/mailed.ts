import { SealedBox } from '@portal/platform/crypto';
import { Database } from '@portal/platform/database';
import { mailSeal, withToken } from '@portal/platform/mail';
import type { TestApp } from '../http/http-app.js';
import type { Mailed } from '../money/mailed-in-sandbox.js';

/** Mails to an address as their reader gets them, oldest first. */
export async function mailedTo(app: TestApp, recipient: string): Promise<Mailed[]> {
  const rows = await app
    .get(Database)
    .query<{ id: string; subject: string; body: string; sealed_token: string | null }>(
      'select id, subject, body, sealed_token from platform.mail_messages where recipient = $1 order by id',
      [recipient],
    );
  const box = app.get(SealedBox);
  return rows.map(({ id, subject, body, sealed_token: sealed }) => ({
    subject,
    text: sealed === null ? body : withToken(body, box.open(sealed, mailSeal(id))),
  }));
}
