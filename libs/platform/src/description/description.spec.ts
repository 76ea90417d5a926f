import 'reflect-metadata';
import * as swagger from '@nestjs/swagger';
import { ApiProperty, DESCRIBED, type ApiPropertyOptions } from './index.js';

/** What validation reads of a field (http/fields/optional-fields.ts) that these describe, one after the other. */
function saidBy(decorate: typeof ApiProperty, several: readonly (ApiPropertyOptions | undefined)[]) {
  const body = {};
  for (const options of several) decorate(options)(body, 'field');
  const said = Reflect.getMetadata(DESCRIBED, body, 'field') as Record<string, unknown> | undefined;
  return said && [said['required'], said['selfRequired'], said['nullable']];
}

describe('what is said about a field', () => {
  it.each<(ApiPropertyOptions | undefined)[][]>([
    [[]],
    [[undefined]],
    [[{ required: false }]],
    [[{ required: true }, { required: false }]],
    [[{ nullable: true }, { description: 'more' }]],
    [[{ selfRequired: false, type: 'object', additionalProperties: true }]],
    [[{ enum: ['a'], required: false, nullable: true }]],
  ])('is the same without the library as with it: %j', (several) =>
    expect(saidBy(ApiProperty, several)).toEqual(saidBy(swagger.ApiProperty, several)),
  );

  it('is of the class that says it, and not of the one that it extends', () => {
    class Body {}
    class More extends Body {}
    ApiProperty({ required: true })(Body.prototype, 'field');
    ApiProperty({ required: false })(More.prototype, 'field');
    expect(Reflect.getMetadata(DESCRIBED, Body.prototype, 'field')).toEqual({ required: true });
    expect(Reflect.getMetadata(DESCRIBED, More.prototype, 'field')).toEqual({ required: false });
  });
});
