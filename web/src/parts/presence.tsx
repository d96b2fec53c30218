// Colleagues on the record that the page shows.
import { useEffect, useState } from 'react';
import { headersFor } from '../api/client.ts';
import { endAll, every, listen } from '../store.ts';
import { t } from '../texts/speech.ts';
import { Chip } from './chip.tsx';

const EVERY_MS = 20_000;

interface Colleague {
  name: string;
  isEditing: boolean;
}

const isEditing = (): boolean => document.querySelector('dialog[open] form') !== null;

export function Presence({ entityId }: { entityId: string }) {
  const [colleagues, setColleagues] = useState<readonly Colleague[]>([]);
  useEffect(() => {
    const address = `/presence/${entityId}`;
    let wasEditing = false;
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      wasEditing = isEditing();
      const options = { method: 'PUT', headers: headersFor() };
      const answer = await fetch(address + (wasEditing ? '?editing' : ''), options).catch(() => undefined);
      if (answer?.ok) setColleagues(((await answer.json()) as { colleagues: Colleague[] }).colleagues);
    };
    const leave = (): void =>
      void fetch(address, { method: 'DELETE', headers: headersFor(), keepalive: true }).catch(() => undefined);
    const turn = (): void => void (document.hidden ? leave() : look());
    const notice = (): void => void (wasEditing !== isEditing() && look());
    void look();
    return endAll(
      every(EVERY_MS, () => void look()),
      listen(document, { visibilitychange: turn, focusin: notice }),
      listen(window, { pagehide: leave }),
      leave,
    );
  }, [entityId]);
  return (
    <span className="row" role="status">
      {colleagues.map(({ name, isEditing }) => (
        <Chip key={name} tone={isEditing ? 'wait' : 'info'} icon={isEditing ? 'edit' : 'people'}>
          {t(isEditing ? 'presence.edits' : 'presence.looks', { name })}
        </Chip>
      ))}
    </span>
  );
}
