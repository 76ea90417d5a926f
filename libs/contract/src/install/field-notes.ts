/** One field of an install body or response. */
export interface InstallField {
  /** JSON pointer. */
  readonly pointer: string;
  /** Variant that has it; `addition` for an optional one of v1.x. */
  readonly variant: 1 | 2 | 'both' | 'addition';
  readonly type: string;
  readonly required: boolean;
  readonly text: string;
}

type Variant = InstallField['variant'];
const row = (pointer: string, variant: Variant, type: string, required: boolean, text: string): InstallField => ({
  pointer,
  variant,
  type,
  required,
  text,
});

/** Body of `POST install` (contract: Install request). The host sends both variants at once. */
export const installRequestFields: readonly InstallField[] = [
  row('/merkava_tenant_id', 1, 'string', true, 'Tenant that installs.'),
  row('/merkava_venture_id', 1, 'string', true, 'The one venture that the install is for.'),
  row('/venture_name', 1, 'string', true, 'Its name.'),
  row('/operator_email', 1, 'string', true, 'Who pressed the button.'),
  row('/install_origin', 1, 'string', true, 'Origin of the host that asks.'),
  row('/tenant_id', 2, 'string', true, 'The same tenant; without any tenant answer 400.'),
  row('/venture_id', 2, 'string or null', false, 'The same venture; null when absent.'),
  row('/config', 'addition', 'object', false, 'What the operator entered in the form of config_schema.'),
  row('/permissions', 'addition', 'array of string', false, 'Permissions that the operator granted.'),
  row('/signing_key', 'addition', 'string', false, 'A key of this tenant’s own, for a Drive that asked for one.'),
];

/** `data` of the install response (contract: Install response). */
export const installResponseFields: readonly InstallField[] = [
  row(
    '/scoped_token',
    'both',
    'string',
    true,
    'Token of this install: 1 to 4096 letters, digits and - . _ ~ + /, perhaps with = at its end.',
  ),
  row('/drive_workspace_id', 1, 'string', true, 'Id of the install; this or install_id.'),
  row('/metadata', 1, 'object', false, 'More about the install.'),
  row(
    '/metadata/mount_url',
    1,
    'string',
    false,
    'Where the Drive is mounted for this venture: https on the Drive’s own origin, or on install_returns.host_origin; nothing else is opened.',
  ),
  row(
    '/install_id',
    2,
    'string',
    true,
    'Id that DELETE install/:id takes; this or drive_workspace_id. Up to 512 letters, digits and . _ ~ : + = @ -.',
  ),
  row('/capabilities', 2, 'array of string', false, 'What this install may do.'),
];

/** `data` of the response to `DELETE install/:id` (contract: Other data shapes). */
export const revokeResponseFields: readonly InstallField[] = [
  row('/install_id', 'both', 'string', true, 'The install that ended.'),
  row('/revoked', 'both', 'true', true, 'Always true.'),
];

/** Body of `POST config_update`, for a Drive that lists the endpoint. */
export const configUpdateFields: readonly InstallField[] = [
  row('/install_id', 'addition', 'string', true, 'The install, by the id that the Drive gave.'),
  row(
    '/settings_version',
    'addition',
    'integer',
    true,
    'Rises with every change; version 1 came with the install request. Answer data with it to confirm.',
  ),
  row(
    '/config',
    'addition',
    'object',
    true,
    'All values of the form of config_schema, also those that did not change.',
  ),
  row(
    '/manifest_version',
    'addition',
    'string or null',
    true,
    'Version of the manifest that the operator accepted last.',
  ),
  row('/permissions', 'addition', 'array of string', true, 'Permissions that are granted now.'),
];
