import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsEmail,
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
} from 'class-validator';
import type { AppError } from '@portal/kernel';
import { createValidationPipe } from './validation.js';

class Everything {
  @IsString() @Length(1, 5) name: unknown = 'name';
  @Length(3, 5) reason: unknown = 'why';
  @MaxLength(5) note: unknown = '';
  @IsInt() @Min(1) @Max(9) count: unknown = 1;
  @IsBoolean() agreed: unknown = true;
  @IsEmail() email: unknown = 'a@example.com';
  @IsUUID() id: unknown = '0190a0f0-0000-7000-8000-000000000000';
  @IsIn(['eur', 'usd']) currency: unknown = 'eur';
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(2) @ArrayUnique() @IsString({ each: true }) list: unknown = ['a'];
  @IsObject() config: unknown = {};
  @Matches(/^[a-z]$/) letter: unknown = 'a';
  @Matches(/^[a-z]$/, { message: 'Use one lower-case letter.' }) other: unknown = 'a';
}

const messagesOf = (body: object): Promise<Record<string, string[]>> =>
  createValidationPipe()
    .transform(body, { type: 'body', metatype: Everything })
    .then(
      () => ({}),
      (error: unknown) => {
        const found: Record<string, string[]> = {};
        for (const { pointer, message } of (error as AppError).details)
          found[pointer] = [...new Set([...(found[pointer] ?? []), message])];
        return found;
      },
    );

describe('what a person reads of a broken field', () => {
  it.each([
    [{ name: '' }, 'Fill this in.'],
    [{ name: 7 }, 'Enter text.'],
    [{ name: 'abcdef' }, 'Use at most 5 characters.'],
    [{ reason: 'no' }, 'Use at least 3 characters.'],
    [{ note: 'abcdef' }, 'Use at most 5 characters.'],
    [{ count: 0 }, 'Enter 1 or more.'],
    [{ count: 10 }, 'Enter 9 or less.'],
    [{ count: 1.5 }, 'Enter a whole number.'],
    [{ agreed: 'yes' }, 'Answer true or false.'],
    [{ email: 'a@' }, 'Enter an email address, such as name@example.com.'],
    [{ id: '7' }, 'Send the id, a UUID.'],
    [{ currency: 'gbp' }, 'Choose one of: eur, usd.'],
    [{ list: [] }, 'Choose at least 1.'],
    [{ list: ['a', 'b', 'c'] }, 'Choose at most 2.'],
    [{ list: ['a', 'a'] }, 'List each one once.'],
    [{ list: ['a', 7] }, 'Enter text.'],
    [{ config: 7 }, 'Send an object.'],
    [{ letter: 'AB' }, 'This has characters or a form that is not allowed here.'],
    [{ other: 'AB' }, 'Use one lower-case letter.'],
    [{ unknown: 1 }, 'This field is unknown. Leave it out.'],
  ])('%j is answered by a sentence without the name of the rule, a pattern or the field', async (body, sentence) => {
    expect(await messagesOf(body)).toEqual({ [`/${Object.keys(body)[0]}`]: [sentence] });
  });

  it('names all mistakes at once', async () => {
    expect(Object.keys(await messagesOf({ name: '', count: 0, email: '' }))).toEqual(['/name', '/count', '/email']);
  });
});
