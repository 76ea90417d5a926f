import 'reflect-metadata';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Test, type TestingModule } from '@nestjs/testing';
import { listen } from '../../../../test/support/processes/processes.js';
import { testConfig } from '../../../../test/support/config.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/database.js';
import { randomUUID } from 'node:crypto';
import { Secret } from '@portal/kernel';
import { SealBroken, SealedBox } from '../crypto/sealed-box.js';
import { Database } from '../database/database.js';
import { mailSeal } from './mailed-token.js';
import { Mailer } from './mailer.js';
import { MailReaders } from './mail-readers.js';
import { PlatformModule, PlatformWorkerModule } from '../index.js';
import { Transactor } from '../database/transactor.js';
import { purgeOld } from '../../../../test/support/purge-old.js';
import { SendMailProcessor } from './send-mail.processor.js';

/** The part of SMTP (RFC 5321) that is needed to receive a mail. */
function mailServer(got: string[]): Server {
  return createServer((socket) => {
    let mail: string | undefined;
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const hear = (line: string): void => {
      if (mail !== undefined) {
        if (line !== '.') return void (mail += `${line}\n`);
        got.push(mail);
        mail = undefined;
        return say('250 taken');
      }
      if (line.startsWith('DATA')) {
        mail = '';
        return say('354 go on');
      }
      say(line.startsWith('QUIT') ? '221 bye' : '250 ok');
    };
    let rest = '';
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop()!;
      lines.forEach(hear);
    });
    socket.on('error', () => undefined);
    say('220 mail');
  });
}

describe('queued mail', () => {
  const got: string[] = [];
  const server = mailServer(got);
  let database: TestDatabase;
  let module: TestingModule;
  beforeAll(async () => {
    await listen(server);
    database = await createTestDatabase();
    const smtp = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    module = await Test.createTestingModule({
      imports: [PlatformModule.forRoot(testConfig(database.url, { SMTP_URL: smtp }), 'test'), PlatformWorkerModule],
    }).compile();
  });
  afterAll(async () => {
    await module.close();
    await database.drop();
    server.close();
  });

  it('is delivered once with the date of its writing, even if a later one overtook it', async () => {
    const [row] = await module.get(Database).query<{ id: string; created_at: Date }>(
      `insert into platform.mail_messages (id, recipient, subject, body, created_at)
       values (gen_random_uuid(), 'olga@example.com', 'Notes ends', 'On its day.', now() - interval '2 days') returning id, created_at`,
    );
    const processor = module.get(SendMailProcessor, { strict: false });
    await processor.handle({ mail_id: row!.id });
    await processor.handle({ mail_id: row!.id });
    expect(got).toHaveLength(1);
    const date = /^Date: (.*)$/m.exec(got[0]!)?.[1];
    expect(Math.floor(Date.parse(date!) / 1_000)).toBe(Math.floor(row!.created_at.getTime() / 1_000));
    expect(got[0]).toContain('On its day.');
  });

  it('is sent with its token, once, and the stored copy opens nothing afterwards', async () => {
    got.length = 0;
    const db = module.get(Database);
    const token = `dpr_${'a1'.repeat(24)}`;
    const text = 'Open this address:\n\nhttps://portal.example/reset-password?token={token}\n\nThat is all: {token}.';
    const mail = { to: 'a@example.org', topic: 'security', subject: 'Hi', text, token: new Secret(token) } as const;
    const send = () => module.get(Transactor).run((tx) => module.get(Mailer).send(tx, mail));
    await expect(send()).rejects.toThrow('no reader of mail is registered');
    module.get(MailReaders).register(() => Promise.resolve(true));
    await send();
    const [row] = await db.query<{ id: string; sealed_token: string; all: string }>(
      `select id, sealed_token, m::text as all from platform.mail_messages m where recipient = 'a@example.org'`,
    );
    expect(row!.all).not.toContain(`token=${token}\n\nThat is all: {token}.`);
    const box = module.get(SealedBox);
    const sealed = row!.sealed_token;
    expect(() => box.open(sealed, mailSeal(randomUUID()))).toThrow(SealBroken);
    const processor = module.get(SendMailProcessor, { strict: false });
    await processor.handle({ mail_id: row!.id });
    await processor.handle({ mail_id: row!.id });
    expect(got).toHaveLength(1);
    expect(got[0]!.replaceAll(/=\n/g, '').replaceAll('=3D', '=')).toContain(token);
    const keptOf = async (id: string) =>
      (
        await db.query<{ body: string; sealed_token: string | null; sent: boolean }>(
          'select body, sealed_token, sent_at is not null as sent from platform.mail_messages where id = $1',
          [id],
        )
      )[0];
    expect(await keptOf(row!.id)).toEqual({ sent: true, sealed_token: null, body: text.replace('{token}', '(sent)') });
  });

  it('is deleted long after it was sent, whatever event is repeated; unsent mail stays, however old', async () => {
    const db = module.get(Database);
    const written = (who: string, created: string, sent: string | null, copies = 1) =>
      db.query<{ id: string }>(
        `insert into platform.mail_messages (id, recipient, subject, body, created_at, sent_at)
         select gen_random_uuid(), $1, 'S', 'B', now() - $2::interval, now() - $3::interval from generate_series(1, $4) returning id`,
        [who, created, sent, copies],
      );
    const left = async () =>
      (
        await db.query<{ recipient: string; n: number }>(
          `select recipient, count(*)::int as n from platform.mail_messages where recipient like '%.keep' group by 1 order by 1`,
        )
      ).map(({ recipient, n }) => `${recipient} ${n}`);
    const [gone] = await written('long-ago.keep', '200 days', '181 days');
    await written('lately.keep', '200 days', '179 days');
    await written('waits.keep', '4000 days', null);
    // More than one transaction deletes.
    await written('many.keep', '200 days', '190 days', 5_001);
    await purgeOld(module);
    expect(await left()).toEqual(['lately.keep 1', 'waits.keep 1']);
    got.length = 0;
    await module.get(SendMailProcessor, { strict: false }).handle({ mail_id: gone!.id });
    expect(got).toEqual([]);
    await purgeOld(module);
    expect(await left()).toEqual(['lately.keep 1', 'waits.keep 1']);
  });
});
