import { isObject, type JsonObject } from '../json/types.js';
import { configUpdateFields } from './field-notes.js';

/** Changed settings of an install. */
export interface ConfigUpdateInput {
  /** The Drive's id, as used by `DELETE install/:id`. */
  readonly installId: string;
  /** Increases with every change; the install request has version 1. */
  readonly settingsVersion: number;
  /** All values, including unchanged ones. */
  readonly config: JsonObject;
  /** `drive.version` of the manifest that the operator last accepted, if it has one. */
  readonly manifestVersion: string | null;
  /** Currently granted permissions. */
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
 * Reads the body, for Drives. A Drive that already has this version or a later one responds as if it had just accepted
 * it and changes nothing.
 * @returns the update, or the `error` of a 400 response
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

/** True for `data` of a response that confirms a version: `{ install_id: string, settings_version: number }`. */
export function isConfigUpdateConfirmed(data: unknown, settingsVersion: number): boolean {
  // With a later version than the one sent, the Drive also has what came after it.
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
