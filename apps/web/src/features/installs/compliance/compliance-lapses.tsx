import type { ReactNode } from 'react';
import type { ComplianceLapseView, InstallView } from '../../../api/views.js';
import { Alert } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { formatUtcDate } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/compliance.js';
import { rich } from '../../../text/rich.js';

/** The missing requirement, as a sentence. */
export function gapText({ gap, claims }: Pick<ComplianceLapseView, 'gap' | 'claims'>): string {
  return gap === 'claims_unproven'
    ? texts.lapses.unproven(claims.map((claim) => visible(claim)).join(', '))
    : texts.lapses.gap[gap];
}

function actionText({ action, acts_at: at, acted_at: acted }: ComplianceLapseView): string {
  if (action === 'warn' || at === null) return texts.lapses.action.warn;
  return acted === null ? texts.lapses.action[action](formatUtcDate(at)) : '';
}

/** Lapses of an install: since when, who must act, and what happens when. */
export function ComplianceLapses({ install }: { install: InstallView }): ReactNode {
  if (install.compliance_lapses.length === 0) return null;
  return (
    <Alert tone="bad">
      {install.compliance_lapses.map((lapse) => (
        <p key={lapse.gap}>
          {gapText(lapse)} {rich(texts.lapses.since, { since: <When at={lapse.since} /> })}{' '}
          {texts.lapses.actor[lapse.must_act]} {actionText(lapse)}
        </p>
      ))}
      <p>
        {install.paused_at ? texts.lapses.paused : null} {texts.lapses.uninstall}
      </p>
    </Alert>
  );
}
