import { answerOf, NO_NOTES, notesByApiName } from './submission-notes.js';

const asked = [
  { criterion: 'scope', title: 'Scope', note: 'Why does it read invoices?' },
  { criterion: 'claims', title: 'Claims', note: 'Nothing was observed.' },
];

it('answers of an author are in the order of the findings, after the general answer', () => {
  const answers = [
    { criterion: 'claims', text: 'It emits from tomorrow on.' },
    { criterion: 'scope', text: ' It shows the plan. ' },
    { criterion: 'unknown', text: 'About nothing that was asked.' },
  ];
  expect(answerOf(asked, 'Thank you.', answers)).toEqual({
    message: 'Thank you.\n\nScope: It shows the plan.\n\nClaims: It emits from tomorrow on.',
    missing: [],
  });
});

it('every finding without an answer is named, and an empty answer counts as none', () => {
  const { missing } = answerOf(asked, '', [{ criterion: 'scope', text: '  ' }]);
  expect(missing.map(({ criterion }) => criterion)).toEqual(['scope', 'claims']);
});

it('equal notes are the same facts, in whatever order the reasons were given', () => {
  const one = { ...NO_NOTES, permissionReasons: { b: 'second', a: 'first' } };
  const two = { ...NO_NOTES, permissionReasons: { a: 'first', b: 'second' } };
  expect(notesByApiName(one)).toEqual(notesByApiName(two));
});
