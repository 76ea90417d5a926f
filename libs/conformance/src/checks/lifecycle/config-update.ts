import { isConfigUpdateConfirmed } from '@portal/contract';
import { dataOf, statusOf, succeeded } from '../../probe/answer.js';
import { judged } from './judged.js';

const CLAUSE = 'Versioning 2; States: POST install';
const expected = 'status 200 with { ok: true, data: { install_id, settings_version }, meta }';

/**
 * C152: changed settings of a live install are accepted, confirmed with their version, and accepted again without
 * effect.
 */
export const confirmsSettings = judged.error(
  'C152',
  'config_update_confirms',
  CLAUSE,
  ({ configUpdates, install }, blame, context) => {
    if (context.optionalPath('config_update') === null) return context.without('config_update');
    if (!configUpdates) return false;
    // Without a valid token, which C83 reports, a refusal proves nothing.
    if (!install.parsed?.ok || install.parsed.result.scopedToken.length < 16) return false;
    for (const { probe, version, again } of configUpdates) {
      const status = statusOf(probe);
      if (!succeeded(probe))
        return blame(probe, {
          expected,
          cause: again
            ? `The same version once more is refused${status === null ? '' : ` with ${status}`}: the host sends it again whenever an answer was lost.`
            : `Changed settings of a live install are refused${status === null ? '' : ` with ${status}`}, though the call is signed and the values fit the form.`,
        });
      if (!isConfigUpdateConfirmed(dataOf(probe), version))
        return blame(probe, {
          expected,
          cause: `The answer does not say that the Drive has version ${version}: the host sends it again until it does.`,
        });
    }
  },
);
