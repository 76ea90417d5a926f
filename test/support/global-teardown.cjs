module.exports = async function globalTeardown() {
  await globalThis.__portalTestDatabase?.stop();
};
