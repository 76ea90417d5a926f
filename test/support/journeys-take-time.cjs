// A journey starts a whole portal and waits for many things, each for as long as test/support/test-timeout.ts says.
jest.setTimeout(900_000);
