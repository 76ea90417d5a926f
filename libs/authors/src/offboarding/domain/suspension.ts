/** Reasons for suspending an account. Codes are permanent; a check on `suspensions.code` has the same list. */
export const SUSPENSION_CODES = [
  'agreement_breach',
  'security_incident',
  'identity_in_doubt',
  'suspected_fraud',
  'other',
] as const;
export type SuspensionCode = (typeof SUSPENSION_CODES)[number];

/** The reasons in mails. */
export const SUSPENSION_CODE_NAMES: Record<SuspensionCode, string> = {
  agreement_breach: 'breach of the developer agreement',
  security_incident: 'a security incident',
  identity_in_doubt: 'your identity is in doubt',
  suspected_fraud: 'suspected fraud',
  other: 'another reason',
};
