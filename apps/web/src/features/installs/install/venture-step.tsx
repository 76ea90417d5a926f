import { Radio, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useGet, type PluginView, type VentureView } from '../../../api/hooks.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState, ActionButton } from '../../../components/feedback/feedback.js';
import { texts as areaTexts } from '../texts/install.js';
import { controlled } from '../../../lib/use-form.js';

const texts = areaTexts.installVentureStep;
/** With more ventures than this they are searched for. */
const SHORT_LIST = 10;
const SHOWN = 20;

/** Why the tenant of a venture may not have the plugin; nothing: it may. */
export const blockedFor = (plugin: PluginView, venture: VentureView): readonly string[] =>
  plugin.blocked_tenants.find((one) => one.tenant_id === venture.tenant_id)?.reasons ?? [];

interface VentureStepProps {
  plugin: PluginView;
  chosen: VentureView | undefined;
  onChoose: (venture: VentureView) => void;
  onNext: () => void;
}

/** The first step: one venture of the operator's, among few or among hundreds. */
export function VentureStep({ plugin, chosen, onChoose, onNext }: VentureStepProps) {
  const all = useGet('/api/v1/operator/ventures');
  return (
    <Resource of={all} what={texts.names.ventures}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState>{texts.empty}</EmptyState>
        ) : (
          <>
            {items.length > SHORT_LIST ? (
              <FoundVentures plugin={plugin} chosen={chosen} onChoose={onChoose} />
            ) : (
              <Choices plugin={plugin} ventures={items} chosen={chosen} onChoose={onChoose} />
            )}
            <ActionButton whyNot={chosen ? null : texts.whyNot.chooseVentureFirst} onClick={onNext}>
              {texts.continueToPermissions}
            </ActionButton>
          </>
        )
      }
    </Resource>
  );
}

type Choosing = Omit<VentureStepProps, 'onNext'>;

function FoundVentures({ chosen, ...choosing }: Choosing) {
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const found = useGet('/api/v1/operator/ventures', { query: { q: q || undefined } });
  return (
    <>
      <TextInput label={texts.searchLabel} {...controlled(text, setText)} />
      <Resource of={found} what={texts.names.ventures}>
        {({ items }) => {
          const first = items.slice(0, SHOWN);
          // The choice stays visible, whatever is typed afterwards.
          const apart = chosen && !first.some(({ id }) => id === chosen.id) ? [chosen] : [];
          return (
            <>
              <Choices {...choosing} ventures={[...apart, ...first]} chosen={chosen} />
              <p className="small dim" role="status">
                {items.length === 0
                  ? texts.noneFound
                  : items.length > SHOWN
                    ? texts.moreFound(SHOWN)
                    : texts.found(items.length)}
              </p>
            </>
          );
        }}
      </Resource>
    </>
  );
}

function Choices({ plugin, ventures, chosen, onChoose }: Choosing & { ventures: readonly VentureView[] }) {
  return (
    <Radio.Group
      label={texts.installVenture}
      value={chosen?.id ?? ''}
      onChange={(id) => {
        const venture = ventures.find((one) => one.id === id);
        if (venture) onChoose(venture);
      }}
    >
      <div className="stack stack-8">
        {ventures.map((venture) => {
          const reasons = blockedFor(plugin, venture);
          return (
            <Radio
              key={venture.id}
              value={venture.id}
              label={texts.venture(venture.name, venture.tenant_name)}
              disabled={reasons.length > 0}
              description={reasons.join(' ') || undefined}
            />
          );
        })}
      </div>
    </Radio.Group>
  );
}
