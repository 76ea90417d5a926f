import { ErrorSchemaBuilder, type RJSFSchema, type RJSFValidationError, type ValidatorType } from '@rjsf/utils';
import { pointerKeys, validateConfig, type JsonObject } from '../../../../libs/contract/src/browser.js';
import { isNumberText } from './exact-number.js';
import { texts } from './texts.js';

type Data = Record<string, unknown>;

/** The form keeps an emptied field as undefined, which the server never gets. */
const asSent = (data: unknown): unknown => JSON.parse(JSON.stringify(data ?? {}));

const toFormError = (keys: readonly string[], name: string, message: string): RJSFValidationError => ({
  name,
  property: `.${keys.join('.')}`,
  message,
  stack: `${keys.join(' → ')}: ${message}`,
});

function at(data: unknown, keys: readonly string[]): unknown {
  let found = data;
  for (const key of keys) found = typeof found === 'object' && found !== null ? (found as Data)[key] : undefined;
  return found;
}

/**
 * Checks a form with the server's validator. It interprets: a compiling validator needs `eval`, which the CSP
 * forbids.
 * @param kept JSON pointers of secrets that are saved: they may be left out.
 */
export function validatorKeeping(kept: readonly string[]): ValidatorType<Data> {
  return {
    validateFormData(data, schema) {
      const sent = asSent(data);
      const found = validateConfig(schema as JsonObject, sent).filter(
        ({ code, pointer }) => code !== 'config_required' || !kept.includes(pointer),
      );
      const fields = new ErrorSchemaBuilder<Data>();
      const errors = found.map(({ code, pointer, message: detail }) => {
        const keys = pointerKeys(pointer);
        // A number field contains a text only where a number cannot represent the input.
        const message =
          code === 'config_type' && detail.includes('number') && isLong(at(sent, keys)) ? texts.tooManyDigits : detail;
        fields.addErrors(message, keys);
        return toFormError(keys, code, message);
      });
      return { errors, errorSchema: fields.ErrorSchema };
    },
    isValid: (schema: RJSFSchema, data: Data | undefined, root: RJSFSchema) =>
      validateConfig(schema as JsonObject, asSent(data), root as JsonObject).length === 0,
    rawValidation: <Result>(schema: RJSFSchema, data?: Data) => ({
      errors: validateConfig(schema as JsonObject, asSent(data)) as Result[],
    }),
  };
}

const isLong = (value: unknown): boolean => isNumberText(value) && String(value).length > 15;

export const validator = validatorKeeping([]);

/** @public @rjsf/core imports it under the name of the package that it replaces (vite.config.ts) */
export default validator;
