import type { ManifestRule } from '../rule.js';
import { CATEGORIES, MOTIONS, PRICING_TIERS } from '../types.js';

/** `drive.category`, exact values. */
export const category: ManifestRule = {
  id: 'category',
  clause: 'Manifest shape B: drive.category',
  shapes: ['structured'],
  check(_manifest, report) {
    const drive = report.drive;
    if (drive) report.oneOf(drive, 'category', 'category_unknown', CATEGORIES);
  },
};

/** `drive.motion`, exact values. */
export const motion: ManifestRule = {
  id: 'motion',
  clause: 'Manifest shape B: drive.motion',
  shapes: ['structured'],
  check(_manifest, report) {
    const drive = report.drive;
    if (drive) report.oneOf(drive, 'motion', 'motion_unknown', MOTIONS);
  },
};

/** `drive.pricing_tier`, exact values; `custom` stands in one passage of the contract only. */
export const pricingTier: ManifestRule = {
  id: 'pricing-tier',
  clause: 'Manifest shape B: drive.pricing_tier',
  shapes: ['structured'],
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
