import { parseUrl } from './parse-url.js';

it('reads an address with letters of other languages however often it was asked before', () => {
  for (let i = 0; i < 200_000; i++) parseUrl(`https://example.com/${i % 10}`);
  expect(parseUrl('https://bücher.example.com/café')?.hostname).toBe('xn--bcher-kva.example.com');
  expect(parseUrl('/café', 'https://example.com/a')?.href).toBe('https://example.com/caf%C3%A9');
  expect(parseUrl('https://')).toBeNull();
});
