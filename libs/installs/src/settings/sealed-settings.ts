import type { SealContext } from '@portal/platform/crypto';

/** Where the secrets among the settings of an install are sealed to. */
export function settingSeal(installId: string): SealContext {
  return { table: 'installs.setting_secrets', rowId: installId, purpose: 'settings' };
}
