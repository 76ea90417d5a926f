import { outcomeOf } from '../../polling/domain/outcome.js';
import { READING_PROBLEMS } from '../../polling/domain/reading.js';
import { badgeSvg, badgeText } from './badge.js';
import { cardSvg } from './plugin-card.js';
import { FEWEST_PERIODS, objectiveOf } from './objective.js';
import { figuresOf } from './points.js';

describe('the meaning of a call for a Drive', () => {
  it.each([
    ['good', [null, 'quota_exceeded'], 1],
    ['bad', ['no_answer', 'http_status', 'malformed_answer', 'other_tenant', 'too_much_out_of_order'], 0],
    ['nothing', ['resting', 'our_fault', 'token_refused'], null],
  ] as const)('is %s for its list of problems', (_, problems, value) => {
    for (const problem of problems) expect(outcomeOf(problem)).toBe(value);
  });

  it('is defined for every problem', () => {
    for (const problem of READING_PROBLEMS) expect(outcomeOf(problem)).not.toBeUndefined();
  });
});

describe('figures of metrics', () => {
  it('are the plain numbers at the top level', () => {
    expect(figuresOf({ a: 1, b: '2', c: { d: 3 }, e: null, f: -0.5, g: [4], h: 1e16, ['n'.repeat(65)]: 5 })).toEqual([
      { name: 'a', value: 1 },
      { name: 'f', value: -0.5 },
    ]);
  });

  it('are limited to twenty', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`m${i}`, i]));
    expect(figuresOf(many)).toHaveLength(20);
  });
});

describe('the service level objective', () => {
  it('is not computed from less than twelve hours', () => {
    expect(objectiveOf(FEWEST_PERIODS - 1, 0)).toMatchObject({ share: null, budgetUsed: null });
    expect(objectiveOf(FEWEST_PERIODS, FEWEST_PERIODS)).toMatchObject({ share: 1, budgetUsed: 0 });
  });

  it('counts half of the failures that 99.5 % allow as half of the budget', () => {
    const { share, budgetUsed } = objectiveOf(8_000, 7_980);
    expect(share).toBeCloseTo(0.9975, 10);
    expect(budgetUsed).toBeCloseTo(0.5, 10);
  });
});

describe('the badge', () => {
  it.each([
    [143, 143, 'not enough data yet', '#5c6470'],
    [1_000, 1_000, '100.00 %', '#1b6e3a'],
    [100_000, 99_999, '99.99 %', '#1b6e3a'],
    [1_000, 994, '99.40 %', '#a3211c'],
    [1_000, 0, '0.00 %', '#a3211c'],
  ])('of %i periods with %i good ones: %s', (periods, good, text, colour) => {
    const objective = objectiveOf(periods, good);
    expect(badgeText(objective)).toBe(text);
    expect(badgeSvg(objective)).toContain(`fill="${colour}"`);
    expect(badgeSvg(objective)).toContain(`<title>answers, 28 days: ${text}</title>`);
  });
});

describe('the picture of a card', () => {
  const shown = { name: 'Quill', author: 'Inkwell', price_label: '49.00 USD per month', checks: null, verified: null };

  it('says what the card says', () => {
    const checks = '111 of 136 checks passed, 3 warned, 1 failed, 1 errored, 20 not run';
    const verified = { at: '2026-01-01T00:00:00Z', origin: 'https://d.example', domain: 'd.example' };
    const accepted = '4 accepted on 3 May 2027 by exception';
    const words = cardSvg({ ...shown, checks, verified, accepted }).replaceAll(/<[^>]*>/g, '|');
    for (const text of ['Quill', 'Inkwell', '49.00 USD per month', checks, '✓ Verified', accepted])
      expect(words).toContain(`|${text}|`);
    expect(cardSvg(shown)).not.toMatch(/Verified|checks|accepted/);
  });

  it.each([
    '<script>alert(1)</script>',
    '</title></svg><script>alert(1)</script>',
    '"/><image href="https://evil.example/x.png"/>',
    '<![CDATA[<foreignObject onload="x()">]]>',
    '&lol; <!ENTITY lol SYSTEM "file:///etc/passwd">',
    '\u0000\u202egpj\ud800\uffff',
  ])('runs and loads nothing for the name and author %j', (text) => {
    const svg = cardSvg({ ...shown, name: text, author: text });
    const markup = (of: string) => of.match(/<[^>]*>/g);
    expect(markup(svg)).toEqual(markup(cardSvg(shown)));
    expect(svg.replaceAll(/&(?:amp|lt|gt|quot);/g, '')).not.toMatch(/&|[\p{Cc}\p{Cf}\p{Cs}\uffff]/u);
  });
});
