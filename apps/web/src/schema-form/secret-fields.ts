import type { UiSchema } from '@rjsf/utils';
import { isSecretField } from '../../../../libs/contract/src/browser.js';
import { isObject } from './required-first.js';
import { texts } from './texts.js';

type Data = Record<string, unknown>;

const pointer = (at: string, name: string): string => `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** How the form shows secrets: as passwords, and saved ones are marked. @param kept JSON pointers */
export function secretFields(schema: unknown, kept: readonly string[], at = ''): UiSchema<Data> {
  if (!isObject(schema) || !isObject(schema.properties)) return {};
  const fields = Object.entries(schema.properties).map(([name, field]): [string, UiSchema<Data>] => {
    const here = pointer(at, name);
    if (!isObject(field) || field.type !== 'string' || field.enum !== undefined || !isSecretField(name, field as never))
      return [name, secretFields(field, kept, here)];
    const placeholder = kept.includes(here) ? { 'ui:placeholder': texts.keptSecret } : {};
    return [name, { 'ui:widget': 'password', 'ui:autocomplete': 'new-password', ...placeholder }];
  });
  return Object.fromEntries(fields.filter(([, one]) => Object.keys(one).length > 0));
}

/** The values as pages show them: no secret is among them. */
export function withoutSecrets(schema: unknown, value: Data): Data {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const field = Object.hasOwn(properties, name) ? properties[name] : true;
      const hidden = typeof one !== 'boolean' && typeof one !== 'number' && isSecretField(name, field as never);
      if (hidden && one !== undefined) return [name, texts.hiddenSecret];
      return [name, isObject(one) ? withoutSecrets(field, one) : one];
    }),
  );
}
