/**
 * One test file of several that share a module registry (scripts/lib/testing/suites.mjs): its tests are under its path,
 * its spies are restored after it, and a file that cannot be loaded fails alone.
 */
exports.declare = (file, load) =>
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
