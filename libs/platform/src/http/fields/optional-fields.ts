import { applyDecorators } from '@nestjs/common';
import { ApiProperty, DESCRIBED, type ApiPropertyOptions } from '../../description/index.js';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { anyObject } from './field-shapes.js';
import { IsDay, IsInstant, trimmed } from './text-fields.js';

/** Its description, or more of what the API's document says about it. */
type Said = string | ApiPropertyOptions;

/**
 * A field that may be absent, unless the API's document requires it, and null only where the document says nullable;
 * everything else is validated.
 */
export const MayBeAbsent = (): PropertyDecorator => (target, field) => {
  ValidateIf((_body: object, value: unknown) => {
    if (value !== undefined && value !== null) return true;
    const said = Reflect.getMetadata(DESCRIBED, target, field) as
      { required?: boolean; selfRequired?: boolean; nullable?: boolean } | undefined;
    if (value === null) return said?.nullable !== true;
    return said !== undefined && said.required !== false && said.selfRequired !== false;
  })(target, field);
};

/** An object of that class, validated as strictly as the body around it. */
export const PartOf = (type: () => new () => object): PropertyDecorator =>
  applyDecorators(Type(type), ValidateNested(), IsObject());

/** A list of objects of that class: each is an object, validated as strictly as the body around it. */
export const ItemsOf = (type: () => new () => object): PropertyDecorator =>
  applyDecorators(Type(type), ValidateNested({ each: true }), IsObject({ each: true }));

/** A field that may be absent, one of these values: what the API's document says and what is checked. */
export const OptionalOneOf = (values: readonly string[], said?: Said): PropertyDecorator =>
  applyDecorators(documented({ enum: [...values] }, said), IsIn(values), MayBeAbsent());

/** Text of at most that many characters, or absent. */
export const OptionalText = (longest: number, said?: Said): PropertyDecorator =>
  applyDecorators(documented({}, said), MaxLength(longest), IsString(), MayBeAbsent());

/** Text of so many characters without the blanks around it, or absent. */
export const OptionalWords = (least: number, most: number, said?: Said): PropertyDecorator =>
  applyDecorators(documented({ minLength: least, maxLength: most }, said), trimmed, Length(least, most), MayBeAbsent());

/** The same of at least so many characters. */
export const OptionalLength = (least: number, most: number, said?: Said): PropertyDecorator =>
  applyDecorators(documented({}, said), Length(least, most), IsString(), MayBeAbsent());

/** Text of that form, or absent. */
export const OptionalPattern = (pattern: RegExp, said?: Said): PropertyDecorator =>
  applyDecorators(documented({}, said), Matches(pattern), MayBeAbsent());

/** The id of a record, or absent. */
export const OptionalId = (said?: Said): PropertyDecorator =>
  applyDecorators(documented({}, said), IsUUID(), MayBeAbsent());

/** A point in time, or absent. */
export const OptionalInstant = (said?: Said): PropertyDecorator =>
  applyDecorators(documented({ format: 'date-time' }, said), IsInstant(), MayBeAbsent());

/** A day, or absent. */
export const OptionalDay = (said?: Said): PropertyDecorator =>
  applyDecorators(documented({ format: 'date' }, said), IsDay(), MayBeAbsent());

/** True or false of a body, or absent. */
export const OptionalBoolean = (said?: Said): PropertyDecorator =>
  applyDecorators(documented({}, said), IsBoolean(), MayBeAbsent());

/** A whole number in these bounds. */
export const Whole = (least: number, most: number, said?: Said): PropertyDecorator =>
  applyDecorators(documented({ required: true }, said), Max(most), Min(least), IsInt());

/** The same, or absent. */
export const OptionalWhole = (least: number, most: number, said?: Said): PropertyDecorator =>
  applyDecorators(Whole(least, most), documented({}, said), MayBeAbsent());

/** The largest of a number that goes up by one in a column of four bytes. */
export const LAST_REVISION = 2_147_483_646;

/** A list of at most so many texts of at most that many characters. */
export const Texts = (most: number, longest: number, said?: Said): PropertyDecorator =>
  applyDecorators(
    documented({ required: true, type: [String] }, said),
    MaxLength(longest, { each: true }),
    IsString({ each: true }),
    ArrayMaxSize(most),
    IsArray(),
  );

/** The same, or absent. */
export const OptionalTexts = (most: number, longest: number, said?: Said): PropertyDecorator =>
  applyDecorators(Texts(most, longest), documented({}, said), MayBeAbsent());

/** An object of any members. */
export const AnyObject = (description?: string): PropertyDecorator =>
  applyDecorators(ApiProperty({ ...anyObject, description }), IsObject());

/** The same, or absent; `required` is a keyword of such an object's schema. */
export const OptionalObject = (description: string): PropertyDecorator =>
  applyDecorators(ApiProperty({ selfRequired: false, ...anyObject, description }), IsObject(), MayBeAbsent());

/** Of a query: `true`, `false`, or absent. */
export const OptionalFlag = (said?: Said): PropertyDecorator =>
  applyDecorators(
    documented({ type: Boolean }, said),
    Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value)),
    IsBoolean(),
    MayBeAbsent(),
  );

const documented = (shape: ApiPropertyOptions, said: Said = {}): PropertyDecorator =>
  ApiProperty({
    required: false,
    ...shape,
    ...(typeof said === 'string' ? { description: said } : said),
  } as ApiPropertyOptions);
