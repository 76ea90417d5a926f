import { parseUrl } from './parse-url.js';

it('an address with letters of other languages is read however often it was read before', () => {
  for (let i = 0; i < 200_000; i++) parseUrl(`https://example.com/${i % 10}`);
  expect(parseUrl('https://bücher.example.com/café')?.hostname).toBe('xn--bcher-kva.example.com');
  expect(parseUrl('/café', 'https://example.com/a')?.href).toBe('https://example.com/caf%C3%A9');
  expect(parseUrl('https://')).toBeNull();
});
