/** The author's notes to the reviewer of a submission, besides its manifest. */
export interface SubmissionNotes {
  /** Why the Drive needs a permission, by its name. */
  permissionReasons: Readonly<Record<string, string>>;
  /** How to test the Drive: an account, the steps. */
  testNotes: string;
  /** The contact meanwhile. */
  contact: string;
}

export const NO_NOTES: SubmissionNotes = { permissionReasons: {}, testNotes: '', contact: '' };

/** By their API names, for the optimistic lock. */
export function notesByApiName(notes: SubmissionNotes): {
  permission_reasons: string[];
  test_notes: string;
  contact: string;
} {
  const reasons = Object.entries(notes.permissionReasons).map(([permission, reason]) => `${permission}: ${reason}`);
  return { permission_reasons: reasons.sort(), test_notes: notes.testNotes, contact: notes.contact };
}

/** A finding of a reviewer that the author is asked about. */
export interface AskedFinding {
  criterion: string;
  title: string;
  note: string;
}

/** The author's words as one message, the findings in their order; `missing` names those without an answer. */
export function answerOf(
  asked: readonly AskedFinding[],
  text: string,
  answers: readonly { criterion: string; text: string }[],
): { message: string; missing: AskedFinding[] } {
  const given = new Map(answers.map((one) => [one.criterion, one.text.trim()]));
  const answered = asked.flatMap(({ criterion, title }) => {
    const answer = given.get(criterion) ?? '';
    return answer === '' ? [] : [`${title}: ${answer}`];
  });
  return {
    message: [text.trim(), ...answered].filter((part) => part !== '').join('\n\n'),
    missing: asked.filter(({ criterion }) => (given.get(criterion) ?? '') === ''),
  };
}
