import { texts } from '../texts/retirement.js';

const READ_BY = texts.liveDrivesReadBy;

// Where the reason goes is tested in drive-records.int-spec.ts of listings.
it('a staff form says that the author reads the reason, and where', () => {
  expect(READ_BY.state).toMatch(/ to the author .*email.*page/);
  expect(READ_BY.keep).toMatch(/ to the author .*page/);
  expect(READ_BY.keep).not.toMatch(/mail/);
});
