import type { PluginView } from '../../api/schema.js';
import { Alert } from '../feedback/feedback.js';

/** Why a plugin cannot be installed now; nothing when it can. */
export function InstallBlockers({ view }: { view: PluginView }) {
  if (view.blockers.length === 0) return null;
  return (
    <Alert tone="bad">
      <ul>
        {view.blockers.map((blocker) => (
          <li key={blocker}>{blocker}</li>
        ))}
      </ul>
    </Alert>
  );
}
