import { Transactor } from '@portal/platform/database';
import { ListingsWorld, type Author, type OwnedDrive } from '../../../../test/support/drives/listings.js';
import { AuthorsWorkerModule } from '../authors.module.js';
import { MailEndingSecret, type EndingSecret } from './mail-ending-secret.js';

describe('mail about an old secret that is about to end', () => {
  const world = ListingsWorld.forTests({}, [AuthorsWorkerModule]);
  let author: Author;
  let owned: OwnedDrive;
  beforeAll(async () => {
    author = await world.author('ada');
    await world.author('eve');
    owned = await world.reserve(author, 'ending');
    await world.app.demo('admin');
  });

  const secret = (change: Partial<EndingSecret>): EndingSecret => ({
    drive_id: owned.driveId,
    version: 1,
    hours: 12,
    ends_at: '2126-11-02T12:30:00.000Z',
    newest_version: 2,
    newest_accepted: false,
    ...change,
  });
  async function mails(change: Partial<EndingSecret> = {}): Promise<{ to: string; subject: string; text: string }[]> {
    await world.db.query('delete from platform.mail_messages');
    const transactor = world.app.get(Transactor);
    await world.app.get(MailEndingSecret).execute(secret(change), (work) => transactor.run(work));
    return world.db.query('select recipient as to, subject, body as text from platform.mail_messages');
  }

  it('is sent to the people of the Drive’s author and says what to do until when', async () => {
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: 'ada@authors.example',
      subject: 'ending: the old signing secret expires in 12 hours',
    });
    expect(mail!.text).toContain('v1 of ending expires at 2 Nov 2126, 12:30 UTC');
    expect(mail!.text).toContain('The Drive has not accepted any call signed with v2 yet.');
    expect(mail!.text).toContain(`/author/secrets?drive=${owned.driveId}`);
  });

  it('is not sent after the secret ended, however late the event arrives', async () => {
    expect(await mails({ ends_at: new Date(Date.now() - 1_000).toISOString() })).toEqual([]);
  });

  it('distinguishes a Drive that uses the new secret in part from one that does not use it at all', async () => {
    const [mail] = await mails({ hours: 1, newest_accepted: true });
    expect(mail!.subject).toContain('expires in an hour');
    expect(mail!.text).toContain('it accepted some only with v1');
  });

  it('is sent to the admins for the key of the first-party Drives, and to nobody for a Drive that no longer exists', async () => {
    const people = (await mails({ drive_id: null })).map((mail) => mail.to);
    expect(people.length).toBeGreaterThan(0);
    expect(people).not.toContain('ada@authors.example');
    expect(await mails({ drive_id: '00000000-0000-4000-8000-00000000dead' })).toEqual([]);
  });
});
