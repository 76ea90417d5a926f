/** Interface texts of billing: refunds. */
export const texts = {
  cancelDialog: {
    toast: 'Credit note issued.',
    dialogTitle: (number: string) => `Cancel invoice ${number}`,
    explanation:
      'The invoice stays unchanged. A credit note reduces it by the amount you choose. This cannot be undone. The remaining amount is charged.',
    noteLabel: 'Reason (printed on the credit note)',
    whyNot: {
      amountMissing: 'Enter the amount to cancel.',
      reasonMissing: 'Enter the reason for the credit note, of at least 20 characters.',
    },
    issueCreditNote: 'Issue credit note',
  },
  creditNotes: {
    empty: 'No credit notes yet. Refunds and cancelled invoices create them.',
  },
  invoiceAdjustments: {
    facts: {
      amountDue: 'Amount due',
      carriedIn: 'Carried forward from the previous invoice',
      carriedOut: 'Carried forward to the next invoice',
      notDue: 'Not charged, no longer due',
      refunded: 'Refunded',
      canBeRefunded: 'Can be refunded',
    },
    refund: 'Refund',
    cancelThisInvoice: 'Cancel this invoice',
    approvals: 'Decided by two people',
    noApprovals: 'No refund, credit note or accepted dispute of this invoice needed a second person.',
    settled: 'Settled by the payment provider',
    columns: {
      settled: 'Settled',
      rate: 'Exchange rate',
      fee: 'Payment processing fee',
      transaction: 'Balance transaction',
    },
  },
  refundDialog: {
    dialogTitle: (number: string) => `Refund invoice ${number}`,
    whyNot: { amountMissing: 'Enter the amount to refund.' },
    preview: 'Preview',
    confirmRefundToast: 'Refund started.',
    confirmRefundDialogTitle: (amount: string) => `Refund ${amount}`,
    confirmRefundFacts: {
      to: 'To',
      fromPlatformRevenue: 'From platform revenue',
      notDue: 'Not charged, no longer due',
    },
    confirmRefundTableLabel: 'Impact on authors',
    confirmRefundColumns: {
      loses: 'Loses',
      after: 'Balance after',
    },
  },
  refund: {
    title: 'Refund',
    facts: {
      inWords: 'In words',
      notAssignedToLine: 'Not assigned to a line',
    },
    empty: 'No lines affected yet.',
  },
  refunds: {
    empty: 'No refunds yet. Open a paid invoice to refund it.',
  },
  secondPerson: {
    alone: (amount: string) =>
      `You may give back up to ${amount} to this customer on your own. More waits until another finance person approves it.`,
    needed: (amount: string) =>
      `This needs a second person: you may give back up to ${amount} to this customer on your own. It waits until another finance person approves it.`,
    waits: 'This waits for a second person.',
  },
  scopeFields: {
    reasons: {
      requested_by_customer: 'The customer asked',
      service_failure: 'The service failed',
      billing_error: 'Billed by mistake',
      duplicate: 'Paid twice',
      fraudulent: 'Fraud',
      other: 'Something else',
    },
    howMuchLabel: 'How much',
    options: {
      full: 'Remaining amount',
      amount: 'An amount, split across all lines',
      lines: 'One line',
    },
    lineLabel: 'Line',
    amountOfLineLabel: 'Amount with tax (leave empty for the whole line)',
    amountWithTaxLabel: 'Amount with tax',
    error: 'Enter an amount such as 12.50.',
  },
  surplusDialog: {
    toast: 'The overpayment is being refunded.',
    dialogTitle: (amount: string, tenantName: string) => `Return ${amount} to ${tenantName}`,
    explanation: 'The amount is in suspense, so authors, platform revenue and tax are not affected.',
  },
} as const;

/** What to say once it is sent: that it is done, or that it waits. */
export const sentOr =
  (done: string) =>
  (data: object): string =>
    'approval_id' in data ? texts.secondPerson.waits : done;
