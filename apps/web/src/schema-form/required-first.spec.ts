import { requiredFirst } from './required-first.js';

const names = (schema: { properties: object }): string[] => Object.keys(schema.properties);

it('required fields come first, in the order of the list, and the others keep theirs', () => {
  const text = { type: 'string' };
  const schema = {
    type: 'object',
    required: ['tone', 'name'],
    properties: { id: text, name: text, url: text, tone: text },
  };
  expect(names(requiredFirst(schema))).toEqual(['tone', 'name', 'id', 'url']);
  expect(requiredFirst(schema)).toEqual(schema);
});

it('groups and lists put required fields first too, and a field may be named like a keyword', () => {
  const group = { type: 'object', required: ['z', 'gone'], properties: { a: {}, z: {} } };
  const schema = {
    type: 'object',
    properties: { required: {}, properties: group, list: { type: 'array', items: group } },
  };
  const found = requiredFirst(schema);
  expect(names(found)).toEqual(['required', 'properties', 'list']);
  expect(names(found.properties.properties)).toEqual(['z', 'a']);
  expect(names(found.properties.list.items)).toEqual(['z', 'a']);
});
