import { AppError } from '@portal/kernel';
import { IsDay, IsInstant, Words } from './text-fields.js';
import { createValidationPipe } from './validation.js';

class Filled {
  @Words(3, 20) why: string = 'it was asked for';
  @IsInstant() at: string = '2026-11-22T09:00:00Z';
  @IsDay() day: string = '2026-11-22';
}

const pipe = createValidationPipe();
const read = (body: object): Promise<unknown> => pipe.transform(body, { type: 'body', metatype: Filled });
const pointersOf = async (body: object): Promise<unknown> =>
  read(body).then(
    () => [],
    (error: unknown) => [...new Set((error as AppError).details.map(({ pointer }) => pointer))],
  );

describe('a field of text', () => {
  it('is read without the blanks around it, so that blanks alone are missing text', async () => {
    expect(await read({ why: ' \n gone\t' })).toMatchObject({ why: 'gone' });
    for (const why of [
      '',
      ' '.repeat(10),
      '\n'.repeat(10),
      '\u00a0\u2003\u3000\ufeff',
      ' ab ',
      'x'.repeat(21),
      null,
      3,
    ])
      expect([why, await pointersOf({ why })]).toEqual([why, ['/why']]);
  });

  it.each([
    '2026-11-22T09:00Z',
    '2026-11-22T09:00:00Z',
    '2026-11-22T09:00:00.123456Z',
    '2026-11-22T09:00:00+14:00',
    '2028-02-29T23:59:59-03:30',
  ])('with the time %s is accepted, as Date reads it', async (at) => {
    expect(await pointersOf({ at })).toEqual([]);
    expect(new Date(at).getTime()).not.toBeNaN();
  });

  it.each([
    ...['2026-W01', '2026-W01-1', '2026-001', '2026', '2026-11', '2026-11-22', '20261122', '2026-11-22T09Z'],
    ...['2026-11-22 09:00:00Z', '2026-11-22T09:00:00', '2026-11-22T090000Z', '2026-11-22T09:00:00,5Z'],
    ...['2026-11-22T09:00:00+01', '2026-11-22T09:00:00+99:99', '2026-11-22T09:00:00+23:00', '2026-02-30T09:00:00Z'],
    ...['2026-11-22T24:00:00Z', '2026-11-22T23:59:60Z', '0000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', 'infinity'],
    ...['-271821-04-20T00:00:00Z', '2026-11-22T09:00:00Z\n', '２０２６-11-22T09:00:00Z', ' 2026-11-22T09:00:00Z', ''],
  ])('with no time, such as "%s", is refused', async (at) => {
    expect(await pointersOf({ at })).toEqual(['/at']);
  });

  it.each([
    '2026-02-30',
    '2026-1-1',
    '20261122',
    '1999-01-01',
    '2026-W01',
    '2026-11-22T00:00:00Z',
    'today',
    '2026-13-01',
  ])('with no day, such as "%s", is refused', async (day) => expect(await pointersOf({ day })).toEqual(['/day']));
});
