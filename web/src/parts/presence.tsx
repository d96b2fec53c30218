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
    let last: Promise<unknown> = Promise.resolve();
    /** One after the other: a look that is answered behind its leave would show a colleague who is gone. */
    const send = (query: string, options: RequestInit): Promise<Response | undefined> => {
      const sent = { headers: headersFor(), ...options };
      const answer = last.then(() => fetch(address + query, sent)).catch(() => undefined);
      last = answer;
      return answer;
    };
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      wasEditing = isEditing();
      const answer = await send(wasEditing ? '?editing' : '', { method: 'PUT' });
      if (answer?.ok) setColleagues(((await answer.json()) as { colleagues: Colleague[] }).colleagues);
    };
    const leave = (): void => void send('', { method: 'DELETE', keepalive: true });
    // A page that is closed hears no answer.
    const close = (): void => {
      last = Promise.resolve();
      leave();
    };
    const turn = (): void => void (document.hidden ? leave() : look());
    const notice = (): void => void (wasEditing !== isEditing() && look());
    void look();
    return endAll(
      every(EVERY_MS, () => void look()),
      listen(document, { visibilitychange: turn, focusin: notice }),
      listen(window, { pagehide: close }),
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
