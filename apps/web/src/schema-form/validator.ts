import { ErrorSchemaBuilder } from '@rjsf/utils';
import type { RJSFSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils';
import { pointerKeys, validateConfig, type JsonObject } from '../../../../libs/contract/src/browser.js';

type Data = Record<string, unknown>;

/** The form keeps an emptied field as undefined, which the server never gets. */
const asSent = (data: unknown): unknown => JSON.parse(JSON.stringify(data ?? {}));

const toFormError = (keys: readonly string[], name: string, message: string): RJSFValidationError => ({
  name,
  property: `.${keys.join('.')}`,
  message,
  stack: `${keys.join(' → ')}: ${message}`,
});

/** Checks a form with what the server checks it with. It interprets: a compiling validator needs `eval`, which the CSP forbids. */
export const validator: ValidatorType<Data> = {
  validateFormData(data, schema) {
    const found = validateConfig(schema as JsonObject, asSent(data));
    const fields = new ErrorSchemaBuilder<Data>();
    const errors = found.map(({ code, pointer, message }) => {
      const keys = pointerKeys(pointer);
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

export default validator;
