import { readFileSync } from 'node:fs';
import { Clock, Secret } from '@portal/kernel';
import { SealedBox } from '@portal/platform/crypto';
import { Database } from '@portal/platform/database';
import { hostToken } from '../../../../test/support/http/host-token.js';
import { RetriedMoney } from '../../../../test/support/http/retried-money.js';
import { nowOperates } from '../../../../test/support/people/operator.js';
import { DocumentLinks } from '../documents/document-links.js';
import { OPERATOR_NOTICES } from './operator-notices.js';

/** Events of which operators get no notice of this kind, with the reason; by the beginning of their names. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'account_mail.': 'of one person',
  'agreement.due': 'the operators get a mail of its own (compliance)',
  'agreement.published': 'between authors and the platform',
  'appeal.': 'between authors and the platform',
  'application.': 'between authors and the platform',
  'approval.': 'what staff propose and decide; its effect is an event of its own',
  'author.': 'what it means for installs is announced as the end of a plugin',
  'compliance.': 'the operators get a mail of its own (compliance)',
  'contract_version.': 'between authors and the platform',
  'dispute.': 'the bank of the tenant asked for it and answers; the share of the author moves only',
  'evidence.': 'between authors and the platform',
  'exception.': 'between authors and the platform',
  'install.activated': 'its request was told, with the price',
  'install.attention_needed': 'no money moves; the operators get a mail of its own (unfinished)',
  'install.failed': 'nothing was charged',
  'install.revoked': 'its end was told; the bill stopped then',
  'install.settings_changed': 'no money moves; the history of the install names who did it',
  'listing.': 'installs keep revision and price; the end of a plugin and its move are told (drive notices)',
  'listing_appeal.': 'between authors and the platform',
  'mail.': 'technical',
  'manifest.': 'between authors and the platform',
  'operator.': 'the person and the other operators get a mail of its own (operator mails)',
  'payout.': 'between authors and the platform',
  'payout_hold.': 'between authors and the platform',
  'payout_run.': 'between authors and the platform',
  'period.': 'each of its invoices is told',
  'person.': 'of one person',
  'reconciliation.': 'books of the platform',
  'refund.requested': 'its outcome is told',
  'revision.': 'an upgrade is told once it is accepted',
  'rotation_dry_run.': 'between authors and the platform',
  'signing_key.': 'between the platform and the Drive',
  'statements.': 'between authors and the platform',
  'stripe.': 'its effect is an event of its own',
  'submission.': 'between authors and the platform',
  'subprocessor_notice.': 'the operators get a mail of its own (subprocessors)',
  'subprocessors.': 'each tenant gets a notice, which is told',
  'tenant.compliance_changed': 'no money moves; open upgrades are assessed again',
  'tenant.resumed': 'the operators get a mail of its own (billing mails)',
  'tenant.suspended': 'the operators get a mail of its own (billing mails)',
  'upgrade.declined': 'nothing changes',
  'upgrades.': 'nothing changes before an answer; reminders are mailed',
  'version.': 'an upgrade is told once it is accepted',
};

const LINK = 'PDF, without signing in, until \\w+ \\w+ \\d+: \\S+/api/public/invoices/pdf\\?token=';

describe('notices to a tenant’s operators about acts of others on its installs and money', () => {
  const all = [...readFileSync('docs/events.md', 'utf8').matchAll(/^\| `([^`]+)`/gm)].map(([, type]) => type!);
  const told = OPERATOR_NOTICES.map(({ event }) => event.type);
  const reasonsOf = (type: string) => Object.keys(NOT_HERE).filter((key) => type.startsWith(key));

  it('exist for every event of the catalogue that has no reason against it, and for no other', () => {
    expect(all.length).toBeGreaterThan(70);
    for (const type of all) expect([type, Number(told.includes(type)) + reasonsOf(type).length]).toEqual([type, 1]);
    expect(told.filter((type) => !all.includes(type))).toEqual([]);
    expect(Object.keys(NOT_HERE).filter((key) => !all.some((type) => type.startsWith(key)))).toEqual([]);
  });

  describe('are sent by mail and in the portal to all but the person who acted', () => {
    let money: RetriedMoney;
    let olga: string;
    const OLGA = 'olga@told.example';
    const join = async (tenantId: string) => {
      const { id } = await money.one<{ id: string }>('select id from identity.users where email = $1', [OLGA]);
      await nowOperates(money.world.listings.app.get(Database), id, tenantId);
    };
    /** Subjects and texts since the last call. */
    const mails = async (to: string) => {
      await money.work();
      const { rows } = await money.owner.query<{ subject: string; body: string }>(
        'delete from platform.mail_messages where recipient = $1 returning subject, body',
        [to],
      );
      return rows.map(({ subject, body }) => `${subject} | ${body.replaceAll('\n', ' ')}`).sort();
    };
    const about = (...parts: string[]) => expect.stringMatching(new RegExp(parts.join('.*')));

    beforeAll(async () => {
      money = await RetriedMoney.start();
      olga = await money.world.listings.app.signUp(OLGA, 'Olga');
    });
    afterAll(() => money.close());

    it('about an install, a card, a currency and an uninstall, by the host and by an operator', async () => {
      const { id: tenantId, external, venture } = await money.tenant();
      await join(tenantId);
      await money.card(tenantId, 'pm_card_visa');
      expect(await mails(OLGA)).toEqual([about('Another card was saved', 'Done by: \\w+', '/plugins/billing')]);
      expect((await mails('operator@demo.local')).filter((one) => one.startsWith('Another card'))).toEqual([]);

      const host = await hostToken(money.world.listings.app);
      const { venture_id: _venture, drive_id: _drive, ...agreed } = await money.wish(venture);
      const wish = { tenant: external, venture: 'shop', drive: money.world.drive.slug, ...agreed };
      expect((await money.post(host, '/host/installs', { ...wish, operator_email: 'eve@evil.example' })).error).toBe(
        'operator_unknown',
      );
      const { id } = await money.must(host, '/host/installs', { ...wish, operator_email: OLGA });
      const expected = about(
        ' is installed into Shop',
        'a month',
        'Done by: .*host.*, for olga@told',
        `installed/${id}`,
      );
      expect([await mails(OLGA), await mails('operator@demo.local')]).toEqual([[expected], [expected]]);
      // In the portal as well, for people who turned mails off.
      const { data } = await money.world.listings.app.read<{ items: { title: string; path: string }[] }>(
        '/notifications',
        olga,
      );
      expect(JSON.stringify(data.items)).toContain(`/plugins/installed/${id}`);

      await money.must(money.operator, `/operator/installs/${id}/uninstall`, { confirm: 'Shop' });
      expect(await mails('operator@demo.local')).toEqual([]);
      expect(await mails(OLGA)).toEqual([about('is uninstalled from Shop', `installed/${id}`)]);
    });

    it('about an invoice, its charge and a refund', async () => {
      const { id, tenant } = await money.owing('pm_card_bypassPending');
      await join(tenant);
      expect((await mails(OLGA)).filter((one) => !one.startsWith('Another card'))).toEqual([
        about('Invoice DP-\\d+ for', 'was issued', LINK, `invoices/${id}`),
        about('Invoice DP-\\d+ is paid', 'was charged', `invoices/${id}`),
      ]);
      await money.must(money.preparer, `/finance/invoices/${id}/refunds`, {
        ...{ scope: 'amount', amount_minor: '500', confirm_minor: '500' },
        ...{ reason: 'other', note: 'Agreed with the customer.' },
      });
      expect(await mails(OLGA)).toEqual([
        about('Refund of 5.00 USD', 'of invoice DP-', LINK, 'Done by: \\w+', `invoices/${id}`),
      ]);
    });

    it('with a link to the document that needs no account, until it ends', async () => {
      const { app } = money.world.listings;
      const [{ id }, other] = [await money.owing('pm_card_bypassPending'), await money.owing('pm_card_bypassPending')];
      const read = async (token: string) => {
        const url = `/api/public/invoices/pdf?token=${encodeURIComponent(token)}`;
        const { status, headers } = await app.call({ method: 'GET', url });
        return [status, String(headers['content-type']).split(';')[0]];
      };
      const none = [404, 'application/json'];
      const token = app.get(DocumentLinks).inMail(id).token.reveal();
      expect(await read(token)).toEqual([200, 'application/pdf']);
      const broken = `${token.slice(0, -4)}AAAA`;
      const sealed = (purpose: string) =>
        app.get(SealedBox).seal(new Secret(JSON.stringify([other.id, 4e12])), {
          table: 'link',
          rowId: 'any',
          purpose,
        });
      for (const wrong of [broken, 'x', 'v1.a.b.c', id, sealed('another link')])
        expect(await read(wrong)).toEqual(none);
      expect(await read(sealed('document'))).toEqual([200, 'application/pdf']);
      const wall = jest.spyOn(app.get(Clock), 'wallNow').mockReturnValue(new Date(Date.now() - 91 * 86_400_000));
      const old = app.get(DocumentLinks).inMail(id).token.reveal();
      wall.mockRestore();
      expect(await read(old)).toEqual(none);
    });
  });
});
