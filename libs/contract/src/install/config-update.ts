import { isObject, type JsonObject } from '../json/types.js';
import { configUpdateFields } from './field-notes.js';

/** What the host knows about changed settings of an install. */
export interface ConfigUpdateInput {
  /** The id that the Drive gave: the one that `DELETE install/:id` takes. */
  readonly installId: string;
  /** Rises with every change; the install request carried version 1. */
  readonly settingsVersion: number;
  /** All values, also those that did not change. */
  readonly config: JsonObject;
  /** `drive.version` of the manifest that the operator accepted last, if it has one. */
  readonly manifestVersion: string | null;
  /** Permissions that are granted now. */
  readonly permissions: readonly string[];
}

/** Body of `POST config_update` (optional addition of v1.x). */
export interface ConfigUpdate {
  readonly install_id: string;
  readonly settings_version: number;
  readonly config: JsonObject;
  readonly manifest_version: string | null;
  readonly permissions: readonly string[];
}

/** Builds the body of `POST config_update`. */
export function buildConfigUpdate(input: ConfigUpdateInput): ConfigUpdate {
  return {
    install_id: input.installId,
    settings_version: input.settingsVersion,
    config: input.config,
    manifest_version: input.manifestVersion,
    permissions: [...input.permissions],
  };
}

/**
 * Reads the body at the Drive's side. A Drive that already has this version, or a later one, answers as if it had just
 * taken it and changes nothing.
 * @returns the update, or the `error` for a 400 answer
 */
export function parseConfigUpdate(body: unknown): ConfigUpdate | { readonly error: 'invalid config update' } {
  const error = { error: 'invalid config update' } as const;
  if (!isObject(body)) return error;
  const { install_id, settings_version, config, manifest_version = null, permissions } = body;
  if (typeof install_id !== 'string' || install_id === '' || !isObject(config)) return error;
  if (typeof settings_version !== 'number' || !Number.isSafeInteger(settings_version) || settings_version < 1)
    return error;
  if (manifest_version !== null && typeof manifest_version !== 'string') return error;
  if (!Array.isArray(permissions) || !permissions.every((one) => typeof one === 'string')) return error;
  return { install_id, settings_version, config, manifest_version, permissions };
}

/** True for `data` of an answer that confirms a version: `{ install_id: string, settings_version: number }`. */
export function isConfigUpdateConfirmed(data: unknown, settingsVersion: number): boolean {
  // A later version than the one sent: the Drive has what came after it, too.
  return isObject(data) && typeof data.settings_version === 'number' && data.settings_version >= settingsVersion;
}

/** JSON Schema (2020-12) of the body of `POST config_update`, shipped as `schemas/config-update.schema.json`. */
export function configUpdateJsonSchema(): JsonObject {
  const of = Object.fromEntries(configUpdateFields.map(({ pointer, text }) => [pointer.slice(1), text]));
  const properties: JsonObject = {
    install_id: { type: 'string', minLength: 1, description: of.install_id! },
    settings_version: { type: 'integer', minimum: 1, description: of.settings_version! },
    config: { type: 'object', description: of.config! },
    manifest_version: { type: ['string', 'null'], description: of.manifest_version! },
    permissions: { type: 'array', items: { type: 'string' }, description: of.permissions! },
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Changed settings of an install (contract v1.x, optional)',
    type: 'object',
    required: Object.keys(properties),
    properties,
  };
}
