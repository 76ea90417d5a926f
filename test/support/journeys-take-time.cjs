// A journey starts a whole portal and waits for many things, each for as long as test/support/patience.ts says.
jest.setTimeout(900_000);
