import { applyDecorators, type Type } from '@nestjs/common';
import { ApiDefaultResponse, ApiExtraModels, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** Part of a failure envelope. */
export class ErrorDetailView {
  @ApiProperty({ description: 'JSON pointer to what is wrong' }) pointer: string;
  @ApiProperty() code: string;
  @ApiProperty() message: string;
}

export class FailureView {
  @ApiProperty({ enum: [false] }) ok: boolean;
  @ApiProperty({ description: 'Stable code, see docs/errors.md' }) error: string;
  @ApiProperty() message: string;
  @ApiProperty({ type: [ErrorDetailView] }) details: ErrorDetailView[];
  @ApiProperty() request_id: string;
}

const META = {
  type: 'object' as const,
  required: ['version', 'generated_at'],
  properties: { version: { type: 'string' as const }, generated_at: { type: 'string' as const, format: 'date-time' } },
};

interface Options {
  /** Default 200. */
  status?: number;
  description?: string;
}

function envelope(model: Type, data: object, options: Options): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiExtraModels(model, FailureView),
    ApiResponse({
      status: options.status ?? 200,
      description: options.description ?? '',
      schema: {
        type: 'object',
        required: ['ok', 'data', 'meta'],
        properties: { ok: { type: 'boolean', enum: [true] }, data, meta: META },
      },
    }),
    ApiDefaultResponse({ description: 'Refusal', schema: { $ref: getSchemaPath(FailureView) } }),
  );
}

/** Documents an answer whose `data` is one object. */
export function ApiData(model: Type, options: Options = {}): MethodDecorator & ClassDecorator {
  return envelope(model, { $ref: getSchemaPath(model) }, options);
}

/** Documents an answer whose `data` is a page of rows with a cursor. */
export function ApiPage(model: Type, options: Options = {}): MethodDecorator & ClassDecorator {
  return envelope(
    model,
    {
      type: 'object',
      required: ['items', 'next_cursor'],
      properties: {
        items: { type: 'array', items: { $ref: getSchemaPath(model) } },
        next_cursor: { type: 'string', nullable: true },
      },
    },
    options,
  );
}
