// Something that can be done with a document; where it cannot, the reason stands below the button.
import { useId } from 'react';
import { Button } from '../../parts/button.tsx';
import type { IconName } from '../../parts/icon.tsx';
import { f, t } from '../../texts/speech.ts';

export interface ActionRowProps {
  label: string;
  icon: IconName;
  possible: { isAllowed: boolean; because: string | null; until?: string | null };
  /** Said below while it can be done. */
  note?: string | undefined;
  tone?: 'primary' | 'plain' | 'danger';
  isBusy?: boolean;
  onDo(): void;
}

function ActionRow({ label, icon, possible, note, tone = 'plain', isBusy = false, onDo }: ActionRowProps) {
  const id = useId();
  const because = possible.isAllowed ? undefined : (possible.because ?? '');
  const { until } = possible;
  const below =
    because ?? (until ? [note, t('action.until', { day: f.day(until) })].filter(Boolean).join(' · ') : note);
  return (
    <li className="action">
      <Button
        tone={tone}
        icon={icon}
        isBusy={isBusy}
        because={because}
        aria-describedby={below === undefined ? undefined : id}
        onClick={onDo}
        text={label}
      />
      {below !== undefined && (
        <p id={id} className="soft small">
          {below}
        </p>
      )}
    </li>
  );
}

/** Several of them, those that cannot come in question left out. */
export const ActionRows = ({ rows }: { rows: readonly (ActionRowProps | false)[] }) =>
  rows.map((row) => row && <ActionRow key={row.label} {...row} />);
