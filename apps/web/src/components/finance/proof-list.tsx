import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { ToneBadge } from '../feedback/feedback.js';
import { texts } from '../texts/finance.js';

interface ProofCheck {
  code: string;
  title: string;
  ok: boolean;
  detail: string;
}

/** The proofs, each with the compared numbers. */
export function ProofList({ ok, checks }: { ok: boolean; checks: readonly ProofCheck[] }) {
  return (
    <div className="stack stack-8">
      <div>
        <ToneBadge tone={ok ? 'ok' : 'bad'}>
          {ok ? texts.proofList.allChecksPass : texts.proofList.doesNotBalance}
        </ToneBadge>
      </div>
      {checks.length > 0 ? (
        <ul className="checks">
          {checks.map((check) => (
            <li key={check.code} className="row">
              {check.ok ? <IconCircleCheck size={16} aria-hidden /> : <IconCircleX size={16} aria-hidden />}
              <span>{check.title}</span>
              <span className="visually-hidden">{check.ok ? texts.proofList.passed : texts.proofList.failed}</span>
              <span className="small dim num">{check.detail}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
