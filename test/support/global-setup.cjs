// Makes TEST_DATABASE_URL (the migrated template database) available to every test file. `npm test` has done so before
// Jest starts; with Jest called directly it happens here.
module.exports = async function globalSetup() {
  if (process.env.TEST_DATABASE_URL) return;
  const { prepareTestDatabase } = await import('../../scripts/lib/test-database.mjs');
  const prepared = await prepareTestDatabase({ quiet: true });
  process.env.TEST_DATABASE_URL = prepared.url;
  process.env.TEST_LOGIN_URL = prepared.loginUrl;
  globalThis.__portalTestDatabase = prepared;
};
