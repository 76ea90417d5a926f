import { READ_BY } from './read-by.js';

// Where the reason goes is seen in drive-records.int-spec.ts of listings.
it('says that the author reads the reason, and where', () => {
  expect(READ_BY.state).toMatch(/^The author reads .*mail.*page/);
  expect(READ_BY.keep).toMatch(/^The author reads .*page/);
  expect(READ_BY.keep).not.toMatch(/mail/);
  expect(READ_BY.withdraw).toMatch(/^The author reads .*mail/);
  expect(READ_BY.withdraw).not.toMatch(/page/);
});
