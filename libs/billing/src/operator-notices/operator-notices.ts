import { nameInMail } from '@portal/contract';
import { InstallEnded, InstallRequested, InstallUpgraded, TenantCurrencyChanged } from '@portal/installs';
import type { EventType } from '@portal/platform/events';
import {
  CreditNoteIssued,
  InvoiceIssued,
  InvoicePaid,
  PaymentMethodSaved,
  RefundFailed,
  RefundSucceeded,
} from '../events.js';
import type { Doer, InstallFacts, MoneyFacts, OperatorFacts } from './operator-facts.repository.js';

type Words = readonly [subject: string, text: string];

interface OperatorNotice {
  readonly tenantId: string;
  readonly words: Words;
  /** Page where an operator sees it and can object. */
  readonly path: string;
  /** Is not notified; null: the product itself did it. */
  readonly by: Doer | null;
  /** Invoice or credit note that the mail has a link to. */
  readonly documentId?: string | undefined;
}

interface Source<P extends object> {
  readonly event: EventType<P>;
  /** Undefined when the operators of a tenant need no notice. */
  notice(payload: P, facts: OperatorFacts): Promise<OperatorNotice | undefined>;
}

/** What a person or the host did to an install. Actions of the product itself are announced elsewhere. */
const aboutInstall = <P extends { install_id: string }>(
  event: EventType<P>,
  words: (facts: InstallFacts) => Words,
): Source<P> => ({
  event,
  async notice({ install_id: id }, facts) {
    const [install, by] = [await facts.install(id), await facts.doer(['install', id], event.type)];
    if (!install || !by) return undefined;
    const named = { ...install, plugin: nameInMail(install.plugin), venture: nameInMail(install.venture) };
    return { tenantId: install.tenantId, by, path: `/plugins/installed/${id}`, words: words(named) };
  },
});

const aboutMoney = <P extends object>(
  event: EventType<P>,
  read: (facts: OperatorFacts, payload: P) => Promise<MoneyFacts | undefined>,
  words: (facts: MoneyFacts) => Words,
): Source<P> => ({
  event,
  async notice(payload, facts) {
    const money = await read(facts, payload);
    if (!money) return undefined;
    const { tenantId, by, invoiceId, documentId } = money;
    return { tenantId, by, documentId, path: `/plugins/invoices/${invoiceId}`, words: words(money) };
  },
});

const aboutTenant = <P extends { tenant_id: string }>(
  event: EventType<P>,
  action: string,
  words: (payload: P) => Words,
): Source<P> => ({
  event,
  async notice(payload, facts) {
    const by = await facts.doer(['tenant', payload.tenant_id], action);
    return { tenantId: payload.tenant_id, by, path: '/plugins/billing', words: words(payload) };
  },
});

/**
 * All product events of which the operators of a tenant are notified, because somebody else may have caused them. A test
 * goes through the catalogue of events: each is listed here or has its reason there.
 */
const NOTICES = [
  aboutInstall(InstallRequested, ({ plugin, venture, price }) => [
    `${plugin} is installed into ${venture}`,
    `${plugin} is installed into ${venture}, ${price}. It is billed as soon as it runs.`,
  ]),
  aboutInstall(InstallUpgraded, ({ plugin, venture, version, price }) => [
    `${plugin} in ${venture} is upgraded`,
    `${plugin} in ${venture} now runs ${version === null ? 'another version' : `version ${version}`}, ${price}.`,
  ]),
  aboutInstall(InstallEnded, ({ plugin, venture }) => [
    `${plugin} is uninstalled from ${venture}`,
    `${plugin} in ${venture} has ended, and so has its bill.`,
  ]),
  aboutMoney(
    InvoiceIssued,
    (facts, { invoice_id: id }) => facts.invoice(id),
    ({ invoice, amount, byHost }) => [
      `Invoice ${invoice} for ${amount}`,
      `Invoice ${invoice} for ${amount} was issued. ${byHost ? 'The host platform collects it' : 'The saved card is charged'}.`,
    ],
  ),
  aboutMoney(
    InvoicePaid,
    (facts, { invoice_id: id }) => facts.invoice(id),
    ({ invoice, amount, byHost }) => [
      `Invoice ${invoice} is paid`,
      `${byHost ? 'The host platform paid' : 'The saved card was charged'} ${amount} for invoice ${invoice}.`,
    ],
  ),
  aboutMoney(
    RefundSucceeded,
    (facts, { refund_id: id }) => facts.refund(id),
    ({ invoice, amount }) => [`Refund of ${amount}`, `${amount} of invoice ${invoice} was refunded.`],
  ),
  aboutMoney(
    RefundFailed,
    (facts, { refund_id: id }) => facts.refund(id),
    ({ invoice, amount }) => [
      `Refund of ${amount} failed`,
      `The refund of ${amount} of invoice ${invoice} was refused or returned. It has no effect.`,
    ],
  ),
  aboutMoney(
    CreditNoteIssued,
    (facts, { credit_note_id: id }) => facts.creditNote(id),
    ({ invoice, amount }) => [`Credit of ${amount}`, `${amount} of invoice ${invoice} was cancelled by a credit note.`],
  ),
  aboutTenant(PaymentMethodSaved, 'payment_method.saved', () => [
    'Another card was saved',
    'Another card was saved. It is charged from now on.',
  ]),
  aboutTenant(TenantCurrencyChanged, 'tenant.currency_set', ({ currency, before }) => [
    `New installs are billed in ${currency.toUpperCase()}`,
    `New installs are billed in ${currency.toUpperCase()}, no longer in ${before.toUpperCase()}. Existing ones keep their currency.`,
  ]),
];

export const OPERATOR_NOTICES = NOTICES as readonly Source<object>[];
