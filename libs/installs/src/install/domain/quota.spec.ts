import { quotaUse } from './quota.js';

const quota = { unit: 'articles_per_month', limit: 500, overagePolicy: 'block' as const };

describe('the gauge of a quota', () => {
  it.each([
    ['its own figures', { quota_used: 7, quota_limit: 100, articles_per_month: 9 }, { used: 7, limit: 100 }],
    ['the figure of the unit, and the cap of the manifest', { articles_per_month: 9 }, { used: 9, limit: 500 }],
    ['an invalid number does not count', { quota_used: '7', quota_limit: -1 }, { used: null, limit: 500 }],
    ['nothing reported', null, { used: null, limit: 500 }],
  ])('shows %s', (_, metrics, gauge) => {
    expect(quotaUse(quota, metrics)).toEqual({ unit: 'articles_per_month', overage_policy: 'block', ...gauge });
  });

  it('is absent without a cap', () => {
    expect(quotaUse(null, { quota_used: 7, quota_limit: 100 })).toBeNull();
    expect(quotaUse({ ...quota, limit: 0 }, {})).toBeNull();
  });
});
