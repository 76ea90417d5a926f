import { plural } from '../../../text/plural.js';

/** Interface texts of billing: collection. */
export const texts = {
  proposeWriteOff: {
    proposeWriteOff: 'Propose a write-off',
    dialogTitle: (number: string) => `Write off invoice ${number}`,
    effect:
      'Collection stops, the authors receive nothing for it, and the rest is recorded as our loss. If it is paid later, all of this is reversed.',
  },
  hostPayment: {
    propose: 'Mark as paid by the host',
    title: (number: string) => `Invoice ${number} was paid by the host`,
    effect:
      'The host collects from this tenant and pays us by bank transfer. Once another person approves, the invoice is paid and the authors are owed their shares.',
    reference: 'Reference of the transfer',
    needsReference: 'Enter the reference first.',
  },
  writeOffTenant: {
    proposeAllOf: (name: string) => `Propose all of ${name}`,
    tenantDialogToast: (count: number) => `${count} proposed. Another person must approve them.`,
    tenantDialogTitle: (name: string) => `Write off everything ${name} owes`,
    tenantGone:
      'For a tenant that no longer exists. Once another person approves, collection stops for these invoices, the authors receive nothing for them, and the rest is recorded as our loss. If one is paid later, this is reversed.',
    names: { whatIsOwed: 'what is owed' },
    nothingToPropose: 'Nothing to propose. It owes nothing, or everything is already proposed.',
    nothingProposeConfirm: 'Nothing to propose',
    proposeConfirm: (count: number) => `Propose ${count} ${plural(count, 'write-off', 'write-offs')}`,
    whyNot: {
      stillLoading: 'The amount owed is still loading.',
      alreadyProposed: 'Everything it owes is already proposed.',
    },
  },
} as const;
