import { StripeApiError } from './errors.js';
import { parseForm } from './form.js';

const plain = (text: string): unknown => JSON.parse(JSON.stringify(parseForm(text)));

describe('form bodies nest by brackets', () => {
  it.each([
    ['', {}],
    ['a=1&b=', { a: '1', b: '' }],
    ['a=x%20y+z&b=%C3%A9', { a: 'x y z', b: 'é' }],
    ['m[k]=v&m[l]=w', { m: { k: 'v', l: 'w' } }],
    ['e[0]=a&e[1]=b', { e: ['a', 'b'] }],
    ['e[]=a&e[]=b', { e: ['a', 'b'] }],
    ['a[0][b]=1&a[0][c]=2&a[1][b]=3', { a: [{ b: '1', c: '2' }, { b: '3' }] }],
    ['a[b][c][d]=1', { a: { b: { c: { d: '1' } } } }],
    ['a%5Bb%5D=1', { a: { b: '1' } }],
    ['a[b=1', { 'a[b': '1' }],
    ['[a]=1', { '[a]': '1' }],
    ['a[b]c=1', { 'a[b]c': '1' }],
  ])('%s', (text, expected) => {
    expect(plain(text)).toEqual(expected);
  });

  it.each([
    ['the same name twice', 'a=1&a=2'],
    ['a text that is also an object', 'a=1&a[b]=2'],
    ['an object that is also a text', 'a[b]=2&a=1'],
    ['a hole in an array', 'a[0]=1&a[2]=3'],
    ['a name inside an array', 'a[0]=1&a[b]=3'],
    ['seven levels', 'a[b][c][d][e][f][g]=1'],
  ])('refuses %s', (_what, text) => {
    expect(() => parseForm(text)).toThrow(StripeApiError);
  });

  it('treats names that live on prototypes as plain names', () => {
    const form = parseForm('__proto__[polluted]=1&constructor=2');
    expect(Object.keys(form)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
