import { validateSync } from 'class-validator';
import { IsName } from './is-name.js';

class Body {
  @IsName('person') name: unknown;
}
const said = (name: unknown): string | undefined =>
  validateSync(Object.assign(new Body(), { name }))[0]?.constraints?.['isName'];

it('an invalid name of a person is refused with the reason', () => {
  expect(said('Ada Lovelace')).toBeUndefined();
  expect(said('Ada https://evil.example')).toBe('Write the name only: it holds an address.');
  expect(said('Ada\nBcc: all')).toBe('Write the name only: it holds a line break (U+000A).');
  expect(said(undefined)).toBeUndefined();
});
