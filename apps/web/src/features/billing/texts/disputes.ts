/** Interface texts of billing: disputes. */
export const texts = {
  dispute: {
    title: (invoiceNumber: string) => `Dispute of ${invoiceNumber}`,
    facts: {
      accepted: 'Accepted',
      reasonBank: 'Reason given by the bank',
    },
    empty: 'No invoice lines are affected.',
    columns: {
      at: 'Seen',
      phase: 'Booked as',
    },
    answerToast: 'The response was sent to the bank.',
    answerTitle: 'Respond to the bank',
    evidenceAgainstDisputeLabel: 'Evidence against the dispute',
    evidenceAgainstDisputeHelp: 'You can submit this only once. It cannot be changed afterwards.',
    whyNot: {
      writeLeastCharacters: (minText: number) => `Write at least ${minText} characters.`,
    },
    submitResponse: 'Submit response',
    acceptDispute: 'Accept dispute',
    acceptToast: 'The dispute is accepted.',
    answerDialogTitle: 'Accept this dispute',
    answerExplanation: (amount: string) =>
      `${amount} stays with the customer. The authors lose the amounts held. This cannot be undone.`,
  },
  disputes: {
    empty: 'No disputes. Tenants’ banks open them.',
  },
} as const;
