/** Prefix of the names of files made in test mode. */
export const TEST_PREFIX = 'SANDBOX-';
/** Notice inside such a file. */
export const TEST_SENTENCE = 'SANDBOX: test data, no real money.';
