import type { ManifestRule } from '../rule.js';
import { PRICING_TIERS } from '../types.js';

/** `drive.pricing_tier`, exact values; `custom` appears in one passage of the contract only. */
export const pricingTier: ManifestRule = {
  id: 'pricing-tier',
  clause: 'Manifest shape B: drive.pricing_tier',
  shapes: ['structured'],
  doc: {
    number: 'C21',
    title: 'pricing_tier is one of the known tiers.',
    cause: 'It is written in another case, or is a tier that does not exist.',
    fix: 'Use free, starter, standard, pro, premium or flagship.',
    example: { wrong: '"pricing_tier": "Free"', right: '"pricing_tier": "free"' },
  },
  check(_manifest, report) {
    const drive = report.drive;
    if (!drive) return;
    const tier = report.oneOf(drive, 'pricing_tier', 'pricing_tier_unknown', PRICING_TIERS);
    if (tier === 'custom') {
      report.warn(
        'pricing_tier_custom',
        '/drive/pricing_tier',
        'The tier "custom" is valid, but has no price: such a Drive cannot be listed as it is.',
        'Choose one of the six priced tiers.',
        tier,
      );
    }
  },
};
