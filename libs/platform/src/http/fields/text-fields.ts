import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '../../description/index.js';
import { Transform } from 'class-transformer';
import { IsISO8601, IsString, Length, Matches } from 'class-validator';

/** Without the blanks around it; text of blanks alone is empty. */
export const trimmed = Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** Text that somebody else reads, of so many characters without the blanks around it. */
export const Words = (least: number, most: number, description?: string): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ minLength: least, maxLength: most, ...(description !== undefined && { description }) }),
    trimmed,
    IsString(),
    Length(least, most),
  );

/** Of ISO 8601 only what `Date` and the database read alike: a day, a time, and whose time it is. */
const INSTANT = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;
const DAY = /^20\d\d-\d\d-\d\d$/;

const timeOf = (form: RegExp, message: string): PropertyDecorator =>
  applyDecorators(Matches(form, { message }), IsISO8601({ strict: true }, { message }));

/** A point in time; the document says `instant`. */
export const IsInstant = (): PropertyDecorator => timeOf(INSTANT, 'must be a time, such as 2026-11-22T09:00:00Z');
/** A day of this century; the document says `format: 'date'`. */
export const IsDay = (): PropertyDecorator => timeOf(DAY, 'must be a day, such as 2026-11-22');
