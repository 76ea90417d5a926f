import { stepsTo, type DisputeFacts, type DisputePhase, type DisputeStep } from './dispute-phase.js';

const facts = (status: DisputeFacts['status'], withdrawn: number, reinstated: number): DisputeFacts => ({
  status,
  withdrawnMinor: BigInt(withdrawn),
  reinstatedMinor: BigInt(reinstated),
});

describe('what is booked of a dispute', () => {
  it.each<[string, DisputePhase, DisputeFacts, DisputeStep[]]>([
    ['nothing of an inquiry that withdraws nothing', 'none', facts('warning_needs_response', 0, 0), []],
    ['its opening once money is withdrawn', 'none', facts('needs_response', 100, 0), ['opened']],
    ['nothing of a win that was announced only', 'opened', facts('won', 100, 0), []],
    ['nothing of a win of which a part is returned', 'opened', facts('won', 100, 99), []],
    ['a win once all is returned', 'opened', facts('won', 100, 100), ['won']],
    ['a win of which more is returned than was withdrawn', 'opened', facts('won', 100, 101), ['won']],
    ['opening and win, when neither was heard of', 'none', facts('won', 100, 100), ['opened', 'won']],
    ['a loss, also of one that is appealed', 'opened', facts('appeal_under_review', 100, 0), ['lost']],
    ['nothing of an appeal that returned a part', 'lost', facts('won', 100, 50), []],
    ['an appeal that returned all', 'lost', facts('won', 100, 100), ['appeal_won']],
    ['nothing twice', 'won', facts('won', 100, 100), []],
  ])('is %s', (_, phase, found, steps) => expect(stepsTo(phase, found)).toEqual(steps));
});
