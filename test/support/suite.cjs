/**
 * One test file of several that share a module registry (scripts/lib/testing/suites.mjs): its tests stand under its path,
 * what it spied on is put back after it, and a file that cannot be loaded fails alone.
 */
exports.play = (file, load) =>
  describe(file, () => {
    try {
      load();
    } catch (error) {
      it('can be loaded', () => {
        throw error;
      });
    }
    afterAll(() => jest.restoreAllMocks());
  });
