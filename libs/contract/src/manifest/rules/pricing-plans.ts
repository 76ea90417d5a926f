import { describe } from '../../json/describe.js';
import { whyNotBilled } from '../billed-plans.js';
import type { ManifestRule } from '../rule.js';

/** Prices of shape A: currency in lower case, whole minor units. */
export const pricingPlans: ManifestRule = {
  id: 'pricing-plans',
  clause: 'Manifest shape A: pricing',
  shapes: ['flat'],
  doc: {
    number: 'C22',
    title: 'Plans have an id, a name, a price in whole cents, a lower-case currency and an interval.',
    cause:
      'A plan lacks a member, a price is no whole number of cents, the currency is in capitals, or the host cannot bill it.',
    fix: 'Give id, name, price_cents and interval for each plan, and the currency in lower case. The host bills by the month.',
    example: { wrong: '"currency": "USD"', right: '"currency": "usd"' },
  },
  check(_manifest, report) {
    const block = report.block(report.root, 'pricing', {
      optional: true,
      fix: 'Give { model, currency, plans } or leave it out.',
    });
    if (!block) return;
    report.text(block, 'model', { fix: 'For example "subscription".' });
    const currency = report.text(block, 'currency', { fix: 'For example "usd".' });
    if (currency !== undefined && !/^[a-z]{3}$/.test(currency)) {
      report.error(
        'currency_form',
        '/pricing/currency',
        'A currency is its three-letter code in lower case.',
        'For example "usd".',
        currency,
      );
    }
    const ids = new Set<unknown>();
    const how = { fix: 'List the plans, [] for none.', element: 'A plan', form: '{ id, name, price_cents, interval }' };
    for (const { object: plan, pointer } of report.blocks(block, 'plans', how)) {
      for (const key of ['id', 'name', 'interval'])
        report.text({ object: plan, pointer }, key, { fix: 'Give a string.' });
      if (typeof plan.id === 'string' && ids.has(plan.id))
        report.error(
          'plan_id_repeat',
          `${pointer}/id`,
          'Two plans have the same id.',
          'Give each plan its own id.',
          plan.id,
        );
      ids.add(plan.id);
      const price = plan.price_cents;
      if (typeof price !== 'number' || !Number.isSafeInteger(price) || price < 0) {
        report.error(
          price === undefined ? 'field_missing' : 'price_cents',
          `${pointer}/price_cents`,
          `"price_cents" must be a whole number of cents that is not negative, but it is ${describe(price)}.`,
          'For 49.00 write 4900.',
          price,
        );
      } else if (price > 0 && typeof plan.interval === 'string' && currency !== undefined) {
        const why = whyNotBilled({ interval: plan.interval, priceCents: price }, currency);
        const fix = 'Give a plan with "interval": "month" too; a Drive with none that the host can bill is not listed.';
        if (why) report.warn('plan_not_billed', pointer, `The host never bills this plan: ${why}.`, fix, plan.id);
      }
    }
  },
};
