import { visible, visibleIn } from './visible.js';

it.each([
  ['plain text, ünïcode and 漢字', 'plain text, ünïcode and 漢字'],
  ['a\u202eb', 'a\\u202eb'],
  ['\u001b]0;x\u0007', '\\u001b]0;x\\u0007'],
  ['zero\u200bwidth\ufeff', 'zero\\u200bwidth\\ufeff'],
  ['two\nlines', 'two\\u000alines'],
])('an invisible character that has an effect is made visible: %j', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

it('line breaks and tabs stay where they are allowed', () => {
  expect(visible('a\n\tb\r', true)).toBe('a\n\tb\\u000d');
});

it('every text of an answer is made visible, and other values stay as they came', () => {
  const hidden = 'a\u202e\nb';
  expect(visibleIn({ name: hidden, list: [hidden, 7, null, true], deep: { name: [{ hidden }] } })).toEqual({
    name: 'a\\u202e\nb',
    list: ['a\\u202e\nb', 7, null, true],
    deep: { name: [{ hidden: 'a\\u202e\nb' }] },
  });
});
