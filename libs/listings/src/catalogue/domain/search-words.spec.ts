import { searchWords } from './search-words.js';

describe('the words of a search', () => {
  it.each([
    ['  invoice  friend ', ['invoice', 'friend']],
    ['100%_', ['100']],
    ["rock'n'roll", ['rock', 'n', 'roll']],
    ["a' | !b:* & (c) <-> d\\", ['a', 'b', 'c', 'd']],
    ['Überblick 概要', ['Überblick', '概要']],
    ['%%% --', []],
    ['', []],
  ])('of %j are %j', (text, words) => expect(searchWords(text)).toEqual(words));

  it('are at most eight of at most forty characters', () => {
    const words = searchWords(Array.from({ length: 30 }, () => 'x'.repeat(200)).join(' '));
    expect(words.map((word) => word.length)).toEqual(Array.from({ length: 8 }, () => 40));
  });
});
