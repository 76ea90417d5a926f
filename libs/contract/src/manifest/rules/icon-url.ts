import type { ManifestRule } from '../rule.js';
import { checkWebAddress } from '../web-address.js';

/** `icon_url` of either shape is served over https. */
export const iconUrl: ManifestRule = {
  id: 'icon-url',
  clause: 'Manifest: icon_url; Limits: icon',
  shapes: ['flat', 'structured'],
  check(_manifest, report) {
    const parent = report.identity;
    if (!parent) return;
    const text = report.text(parent, 'icon_url', { fix: 'Give the https address of a 512x512 PNG or SVG.' });
    if (text !== undefined)
      checkWebAddress(report, report.shape === 'flat' ? '/icon_url' : '/drive/icon_url', text, true);
  },
};
