/** Interface texts of billing: invoicing. */
export const texts = {
  billingDetails: {
    streetAndNumber: 'Street and number',
    postalCode: 'Postal code',
    city: 'City',
    regionCodeOptional: 'Region (code, optional)',
    taxIdTypeEu: 'Tax ID type (eu_vat, us_ein, …)',
    taxIdOptional: 'Tax ID (optional)',
    title: (tenantName: string) => `Billing details of ${tenantName}`,
    names: { billingDetails: 'the billing details' },
    toast: 'Saved. Applies from the next invoice.',
    saveBillingDetails: 'Save billing details',
  },
  billing: {
    cardsBillingDetailsHeading: 'Cards and billing details',
    addCardFirst: 'Add a card before you install a paid plugin.',
    toast: (tenantName: string) => `The card of ${tenantName} is saved.`,
    paymentMethodOfTitle: (tenantName: string) => `Payment method of ${tenantName}`,
    names: { paymentMethod: 'the payment method' },
    empty: 'No invoices yet. The first invoice is created after the month ends.',
  },
  runningBill: {
    title: (month: string) => `Bill for ${month} so far`,
    loadingTitle: 'Bill so far',
    name: 'the bill',
    nothing: 'Nothing to pay for this month so far.',
    total: 'Before tax',
    linesLabel: 'Lines of the bill so far',
    columns: { to: 'To', price: 'Price / month' },
    note: 'As of {time}. You are invoiced after the month ends.',
  },
  cardEntry: {
    savingTheCard: 'Saving the card.',
    enterAnotherCard: 'Enter another card',
    enterACard: 'Enter a card',
    whereEntered: 'Entered on the payment processor’s page. We never see the number.',
  },
  closeDialog: {
    toast: (month: string) => `Closing ${month}. Invoices appear as they are created.`,
    explanation:
      'One invoice is created for each tenant and charged to its card. After that, nothing can be added to this month.',
  },
  invoice: {
    reverseCharge: (taxId: string) => `Reverse charge: the customer (${taxId}) owes the tax`,
    title: (number: string) => `Invoice ${number}`,
    noWriteOff: 'Nobody has proposed to write it off.',
    facts: {
      taxRule: 'Tax rule',
      pluginsSuspendedSince: 'Plugins suspended since',
      paidBack: 'Paid back',
    },
    columns: {
      to: 'To',
      beforeTax: 'Before tax',
      n: 'Try',
      at: 'Time',
      fee: 'Platform fee',
      intent: 'Payment',
    },
    empty: 'Not charged yet.',
    names: { payment: 'payment' },
  },
  invoices: {
    empty: 'No invoices yet. They are created when you close a month.',
  },
  listingFees: {
    explanation:
      'If you bill customers yourself, each listing costs a flat monthly fee plus tax. It is deducted from your earnings; the rest is charged to your card.',
    empty: 'No fees. Listings we bill for you are free of charge.',
    columns: {
      netted: 'From earnings',
    },
    settled: 'Settled',
    payNow: 'Pay now',
    payerCardToast: 'Card saved.',
    payerCardTitle: 'Card',
    names: { card: 'the card' },
  },
  period: {
    noMoreChanges: 'No more changes',
    invoicesMade: 'Invoices made',
    bookedAndClosed: 'Booked and closed',
    invoicesBookedLabel: 'Invoices booked',
    ofInvoicesBookedLines: (booked: string, invoices: string, lines: string) =>
      `${booked} of ${invoices} invoices booked · ${lines} lines`,
    progressFacts: {
      unchangedSince: 'Unchanged since',
    },
    totalsTableLabel: 'Totals',
    totalsColumns: {
      total: 'Invoiced, with tax',
      authors: 'Authors’ shares',
      platform: 'Platform share',
    },
    taxGapsTableLabel: 'Tenants without complete tax data',
    taxGaps: {
      address_missing: 'No billing address, so no tax is added',
      tax_id_invalid: 'The tax ID is not valid, so the tenant is taxed as if it had none',
    },
    waitingTableLabel: 'Events still in transit',
    parked: 'Parked',
    noneInTransit: 'None, in transit',
  },
  periods: {
    empty: 'No months yet. The first month appears with the first install.',
    preparePayouts: 'Prepare payouts',
    closing: 'Closing',
    monthInProgress: 'Month in progress',
  },
  seller: {
    notSet: 'Not set. Finance must approve the policy "Operator on documents"',
    noTaxNumber: 'no tax number',
    taxNumber: (taxId: string) => `tax number ${taxId}`,
  },
  tenantStatus: {
    names: { unpaidInvoices: 'unpaid invoices' },
    title: (tenantName: string) => `Unpaid invoices of ${tenantName}`,
    notice:
      'Paid plugins are suspended {duration}. Nothing is deleted, and you are not charged for them. They resume as soon as everything below is paid.',
    toastPaid: 'Paid.',
    toastCardRefused: 'The card was declined.',
    facts: {
      firstFailed: 'First failed',
      pluginsSuspended: 'Plugins suspended',
      pluginsAreSuspended: 'Plugins are suspended',
    },
    payNow: (number: string) => `Pay ${number} now`,
  },
  testCard: {
    cards: {
      pm_card_visa: 'Visa, always pays',
      pm_card_mastercard: 'Mastercard, always pays',
      pm_card_chargeCustomerFail: 'Declined when charged',
    },
    testCardLabel: 'Test card',
    saveThisCard: 'Save this card',
  },
} as const;
