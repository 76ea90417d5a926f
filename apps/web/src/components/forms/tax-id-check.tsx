import type { BillingDetailsView } from '../../api/hooks.js';
import { common, rich } from '../../text/common.js';
import { When } from '../values/values.js';

/** How a tax ID was checked, below the field in which it is changed. */
export function TaxIdCheck({
  check,
  vies,
}: {
  check: keyof typeof common.taxIdChecks;
  vies: BillingDetailsView['vies'];
}) {
  const words = common.taxIdChecks[check];
  if (!vies) return words;
  const [time, reference] = [<When key="at" at={vies.checked_at} />, vies.reference ?? '–'];
  return rich(common.taxIdVies, { check: words, time, reference });
}
