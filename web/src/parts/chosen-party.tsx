// The party chosen for an order, and the way to choose another; before that, the picker.
import { useEffect, useRef, type ReactNode } from 'react';
import { t } from '../texts/speech.ts';
import { About } from './about.tsx';
import { Button } from './button.tsx';
import { Wrong } from './field.tsx';
import { Card } from './page.tsx';

export interface ChosenPartyProps {
  title: string;
  /** Undefined while none is chosen. */
  party: { name: string } | undefined;
  about: ReactNode;
  /** Shown while none is chosen. */
  picker: ReactNode;
  /** The error message while none is chosen. */
  wrong: string | undefined;
  onChange(): void;
  /** Opens the form that corrects the party, where there is one. */
  onEdit?: (() => void) | undefined;
}

export function ChosenParty({ title, party, about, picker, wrong, onChange, onEdit }: ChosenPartyProps) {
  const isChosen = party !== undefined;
  const wasChosen = useRef(isChosen);
  useEffect(() => {
    // The focused element is gone: the focus moves on to the next one, or back to the choice.
    if (isChosen !== wasChosen.current) document.querySelector<HTMLElement>('main .picker input')?.focus();
    wasChosen.current = isChosen;
  }, [isChosen]);
  return (
    <Card title={title}>
      {party ? (
        <div className="spread">
          <span>
            <span className="strong">{party.name}</span>
            <About>{about}</About>
          </span>
          <span className="row">
            {onEdit && <Button tone="quiet" size="small" onClick={onEdit} text={t('edit')} />}
            <Button tone="quiet" size="small" onClick={onChange} text={t('change')} />
          </span>
        </div>
      ) : (
        <>
          {picker}
          <Wrong text={wrong} />
        </>
      )}
    </Card>
  );
}
