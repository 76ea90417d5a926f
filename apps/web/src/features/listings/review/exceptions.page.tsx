import { useChoice } from '../../../components/tables/filter.js';
import { Page } from '../../../components/layout/page.js';
import { ExceptionsOf, WaitingExceptions } from './exception-list.js';
import { texts } from '../texts/review.js';
import { common } from '../../../text/common.js';

/** Exceptions of all Drives, and those that wait for a second reviewer. */
export function ExceptionsPage() {
  const [state, stateField] = useChoice('state', {
    label: common.show,
    choices: { ...texts.exceptions.states, all: common.all },
    usual: 'in_force',
  });
  return (
    <Page title={texts.exceptions.title}>
      <WaitingExceptions />
      <div className="row">{stateField}</div>
      <ExceptionsOf state={state} empty={texts.exceptions.empty} />
    </Page>
  );
}
