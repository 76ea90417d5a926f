import { AppError } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import type { InstallsRepository } from '../install/installs.repository.js';

/** A venture by the ids of the host. @throws AppError `unknown_tenant`, `unknown_venture` (404) */
export async function externalVenture(
  repository: InstallsRepository,
  tx: Tx,
  of: { readonly tenant: string; readonly venture: string },
): Promise<{ id: string; tenantId: string }> {
  const tenant = await repository.tenantByExternalId(tx, of.tenant);
  if (!tenant) throw new AppError(installsErrors.unknown_tenant);
  const venture = await repository.ventureByExternalId(tx, tenant.id, of.venture);
  if (!venture) throw new AppError(installsErrors.unknown_venture);
  return venture;
}
