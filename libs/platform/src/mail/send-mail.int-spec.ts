import { createServer, type AddressInfo, type Server } from 'node:net';
import { Secret } from '@portal/kernel';
import { Test } from '@nestjs/testing';
import { testConfig } from '../../../../test/support/config.js';
import { createTestDatabase } from '../../../../test/support/database.js';
import { Database, Mailer, MailReaders, PlatformModule, Transactor } from '../index.js';
import type { Config } from '../config/config.js';
import { SendMailProcessor } from './send-mail.processor.js';

/** As much of a mail server as is needed to be handed a message. */
class MailServer {
  readonly received: string[] = [];
  private readonly server: Server = createServer((socket) => {
    let message: string | undefined;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString('utf8');
      if (message !== undefined || /^DATA/i.test(text)) {
        if (message === undefined) {
          message = '';
          socket.write('354 go on\r\n');
          return;
        }
        message += text;
        if (!message.endsWith('\r\n.\r\n')) return;
        this.received.push(message);
        message = undefined;
      }
      socket.write(/^QUIT/i.test(text) ? '221 bye\r\n' : '250 ok\r\n');
    });
    socket.on('error', () => undefined);
  });

  async start(): Promise<Secret> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return new Secret(`smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`);
  }

  stop(): void {
    this.server.close();
  }
}

describe('a mail with a token', () => {
  it('leaves with it, once, and what is kept of it opens nothing any more', async () => {
    const database = await createTestDatabase();
    const app = await Test.createTestingModule({
      imports: [PlatformModule.forRoot(testConfig(database.url), 'test')],
    }).compile();
    const server = new MailServer();
    const mail = { smtpUrl: await server.start(), from: 'portal@example.org' };
    try {
      const token = `dpr_${'a1'.repeat(24)}`;
      const text = `Open this address:\n\nhttps://portal.example/reset-password?token=${token}\n\nThat is all.`;
      const send = () =>
        app
          .get(Transactor)
          .run((tx) => app.get(Mailer).send(tx, { to: 'a@example.org', topic: 'security', subject: 'Hi', text }));
      await expect(send()).rejects.toThrow('nobody has registered');
      app.get(MailReaders).register(() => Promise.resolve(true));
      await send();
      const db = app.get(Database);
      const [row] = await db.query<{ id: string }>('select id from platform.mail_messages');
      const processor = new SendMailProcessor({ mail } as Config, db);
      await processor.handle({ mail_id: row!.id });
      await processor.handle({ mail_id: row!.id });
      expect(server.received).toHaveLength(1);
      expect(server.received[0]!.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')).toContain(token);
      const [kept] = await db.query<{ body: string; sent: boolean }>(
        'select body, sent_at is not null as sent from platform.mail_messages',
      );
      expect(kept).toEqual({ sent: true, body: text.replace(token, '(sent)') });
    } finally {
      server.stop();
      await app.close();
      await database.drop();
    }
  });
});
