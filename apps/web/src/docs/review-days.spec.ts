import { readFileSync } from 'node:fs';
import path from 'node:path';
import guides from './guides.json';
import { APPEAL_DAYS, APPLY_AGAIN_DAYS } from './review-days.js';
import * as applications from '../../../../libs/authors/src/applications/domain/refusal.js';

it('the documentation names the days that the server uses', () => {
  expect([APPEAL_DAYS, APPLY_AGAIN_DAYS]).toEqual([applications.APPEAL_DAYS, applications.APPLY_AGAIN_DAYS]);
  // Read as text, because it imports packages that the pages do not have.
  const listings = readFileSync(path.join(__dirname, '../../../../libs/listings/src/appeals/domain/appeal.ts'), 'utf8');
  expect(listings).toContain(`const APPEAL_DAYS = ${APPEAL_DAYS};`);
  const guide = guides.find(({ href }) => href === '/docs#appeals')!;
  expect(guide.text).toContain(`${APPEAL_DAYS} days, once`);
  expect(guide.text).toContain(`apply again after ${APPLY_AGAIN_DAYS} days`);
});
