import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import {
  ApiDefaultResponse,
  ApiExtraModels,
  ApiHeader,
  ApiProperty,
  ApiResponse,
  getSchemaPath,
  type ApiPropertyOptions,
  type ApiResponseOptions,
} from '../../description/index.js';
import { instant, maybeText } from '../fields/field-shapes.js';

/** Part of the error envelope. */
class ErrorDetailView {
  @ApiProperty({ description: 'JSON pointer to what is wrong' }) pointer: string;
  @ApiProperty() code: string;
  @ApiProperty() message: string;
}

class FailureView {
  @ApiProperty({ enum: [false] }) ok: boolean;
  @ApiProperty({ description: 'Stable code, see docs/errors.md' }) error: string;
  @ApiProperty() message: string;
  @ApiProperty({ type: [ErrorDetailView] }) details: ErrorDetailView[];
  @ApiProperty() request_id: string;
}

class MetaView {
  @ApiProperty({ enum: ['v1'] }) version: string;
  @ApiProperty(instant) generated_at: string;
}

/** The envelope of every successful response; each operation adds its `data`. */
class SuccessView {
  @ApiProperty({ enum: [true] }) ok: boolean;
  @ApiProperty() meta: MetaView;
}

/** Common part of all paginated lists; each operation adds its `items`. */
class PageView {
  @ApiProperty(maybeText) next_cursor: string | null;
}

/** Options of `ApiProperty` for any JSON value, including null. */
export const ANY_JSON = {
  nullable: true,
  oneOf: [
    { type: 'object', additionalProperties: true },
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: {} },
  ],
} satisfies ApiPropertyOptions;

/** Possible response headers: `components.headers` of the document. */
export type ResponseHeader =
  'Content-Disposition' | 'ETag' | 'Idempotent-Replayed' | 'Location' | 'Retry-After' | 'Set-Cookie' | 'X-Request-Id';

/** References to headers in the document. */
export const responseHeaders = (...names: readonly ResponseHeader[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export interface ResponseOptions {
  /** That is sent too; default 200. With several, the first one is sent unless the handler sets another. */
  status?: number;
  description?: string;
  /** In addition to those of every response. */
  headers?: readonly ResponseHeader[];
  /** What `data` is otherwise, with the same status. */
  or?: Type;
}

function withProperty(base: Type, name: string, schema: object) {
  return {
    allOf: [{ $ref: getSchemaPath(base) }, { type: 'object', required: [name], properties: { [name]: schema } }],
  };
}

function envelope(model: Type, data: object, options: ResponseOptions): MethodDecorator {
  const status = options.status ?? 200;
  return applyDecorators(
    HttpCode(status),
    ApiExtraModels(model, ...(options.or ? [options.or] : []), FailureView, SuccessView, PageView),
    ApiResponse({
      status,
      description: options.description ?? '',
      headers: responseHeaders(...(options.headers ?? [])) as ApiResponseOptions['headers'],
      schema: withProperty(SuccessView, 'data', data),
    }),
    ApiDefaultResponse({
      description: 'The operation was refused; `error` is one of its `x-error-codes`.',
      schema: { $ref: getSchemaPath(FailureView) },
    }),
  );
}

/** Sets the status of the response and documents it; its `data` is one object. */
export function ApiData(model: Type, options: ResponseOptions = {}): MethodDecorator {
  const data = [model, ...(options.or ? [options.or] : [])].map((one) => ({ $ref: getSchemaPath(one) }));
  return envelope(model, data.length > 1 ? { oneOf: data } : data[0]!, options);
}

/** Documents, in addition to `ApiData`, the 304 response to `If-None-Match`. */
export function ApiUnchanged(): MethodDecorator {
  return applyDecorators(
    ApiHeader({ name: 'If-None-Match', required: false, description: 'The `ETag` of what the caller has' }),
    ApiResponse({
      status: 304,
      description: 'Not modified',
      headers: responseHeaders('ETag') as ApiResponseOptions['headers'],
    }),
  );
}

/** Documents a redirect. */
export function ApiRedirect(description: string, headers: readonly ResponseHeader[] = []): MethodDecorator {
  return ApiResponse({
    status: 303,
    description,
    headers: responseHeaders('Location', ...headers) as ApiResponseOptions['headers'],
  });
}

interface FileOptions {
  columns?: readonly string[];
  headers?: readonly ResponseHeader[];
  description?: string;
}

/**
 * Documents a response that is a file of one of these media types, without an envelope.
 * @param more.columns of a CSV file: its first line is the example
 */
export function ApiFile(
  mediaTypes: readonly string[],
  { columns, headers = [], description = 'The file' }: FileOptions = {},
): MethodDecorator {
  const media = (type: string): object => ({
    schema: type === 'application/json' ? {} : { type: 'string' },
    ...(type === 'text/csv' && columns && { example: columns.join(',') }),
  });
  return ApiResponse({
    status: 200,
    description,
    headers: responseHeaders('Content-Disposition', ...headers) as ApiResponseOptions['headers'],
    content: Object.fromEntries(mediaTypes.map((type) => [type, media(type)])),
  });
}

/** Sets the status of the response and documents it; its `data` is a page of rows with a cursor. */
export function ApiPage(model: Type, options: ResponseOptions = {}): MethodDecorator {
  return envelope(
    model,
    withProperty(PageView, 'items', { type: 'array', items: { $ref: getSchemaPath(model) } }),
    options,
  );
}
