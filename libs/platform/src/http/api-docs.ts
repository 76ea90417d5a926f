import { applyDecorators, type Type } from '@nestjs/common';
import { ApiDefaultResponse, ApiExtraModels, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** Part of a failure envelope. */
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
  @ApiProperty() version: string;
  @ApiProperty({ format: 'date-time' }) generated_at: string;
}

/** The envelope of every answer that is no refusal; each operation adds its `data`. */
class SuccessView {
  @ApiProperty({ enum: [true] }) ok: boolean;
  @ApiProperty() meta: MetaView;
}

/** The part of a page that every list has; each operation adds its `items`. */
class PageView {
  @ApiProperty({ type: String, nullable: true }) next_cursor: string | null;
}

interface Options {
  /** Default 200. */
  status?: number;
  description?: string;
}

function withProperty(base: Type, name: string, schema: object) {
  return {
    allOf: [{ $ref: getSchemaPath(base) }, { type: 'object', required: [name], properties: { [name]: schema } }],
  };
}

function envelope(model: Type, data: object, options: Options): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiExtraModels(model, FailureView, SuccessView, PageView),
    ApiResponse({
      status: options.status ?? 200,
      description: options.description ?? '',
      schema: withProperty(SuccessView, 'data', data),
    }),
    ApiDefaultResponse({
      description: 'The operation was refused; `error` is one of its `x-error-codes`.',
      schema: { $ref: getSchemaPath(FailureView) },
    }),
  );
}

/** Documents an answer whose `data` is one object. */
export function ApiData(model: Type, options: Options = {}): MethodDecorator & ClassDecorator {
  return envelope(model, { $ref: getSchemaPath(model) }, options);
}

/**
 * Documents an answer that is a file of one of these media types, without an envelope.
 * @param columns of a CSV file: its first line is the example
 */
export function ApiFile(mediaTypes: readonly string[], columns?: readonly string[]): MethodDecorator {
  const media = (type: string): object => ({
    schema: type === 'application/json' ? {} : { type: 'string' },
    ...(type === 'text/csv' && columns && { example: columns.join(',') }),
  });
  return ApiResponse({
    status: 200,
    description: 'The file',
    content: Object.fromEntries(mediaTypes.map((type) => [type, media(type)])),
  });
}

/** Documents an answer whose `data` is a page of rows with a cursor. */
export function ApiPage(model: Type, options: Options = {}): MethodDecorator & ClassDecorator {
  return envelope(
    model,
    withProperty(PageView, 'items', { type: 'array', items: { $ref: getSchemaPath(model) } }),
    options,
  );
}
