/** Begins the name of every file of money that was made where no real money moves. */
export const TEST_PREFIX = 'SANDBOX-';
/** What such a file says inside. */
export const TEST_SENTENCE = 'SANDBOX: test data, no real money.';
