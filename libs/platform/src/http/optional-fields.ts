import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';

/** Its description, or more of what the API's document says about it. */
type Said = string | ApiPropertyOptions;

/** A field that may be absent, one of these values: what the API's document says and what is checked. */
export const OptionalOneOf = (values: readonly string[], said?: Said): PropertyDecorator =>
  applyDecorators(documented({ enum: [...values] }, said), IsIn(values), IsOptional());

/** Text of at most that many characters, or absent. */
export const OptionalText = (longest: number, said?: Said): PropertyDecorator =>
  applyDecorators(documented({}, said), MaxLength(longest), IsString(), IsOptional());

/** Text of that form, or absent. */
export const OptionalPattern = (pattern: RegExp, said?: Said): PropertyDecorator =>
  applyDecorators(documented({}, said), Matches(pattern), IsOptional());

/** The id of a record, or absent. */
export const OptionalId = (said?: Said): PropertyDecorator =>
  applyDecorators(documented({}, said), IsUUID(), IsOptional());

const documented = (shape: ApiPropertyOptions, said: Said = {}): PropertyDecorator =>
  ApiProperty({
    required: false,
    ...shape,
    ...(typeof said === 'string' ? { description: said } : said),
  } as ApiPropertyOptions);
