// Who was chosen for an order, and the way to choose another; before that, the picker.
import type { ReactNode } from 'react';
import { useWords } from '../texts/use-words.tsx';
import { Button } from './button.tsx';
import { Card } from './page.tsx';

export interface ChosenPartyProps {
  title: string;
  /** Undefined: nobody yet. */
  party: { name: string } | undefined;
  about: ReactNode;
  /** Shown while nobody is chosen. */
  picker: ReactNode;
  /** What is wrong with nobody. */
  wrong: string | undefined;
  onChange(): void;
}

export function ChosenParty({ title, party, about, picker, wrong, onChange }: ChosenPartyProps) {
  const { t } = useWords();
  return (
    <Card title={title}>
      {party ? (
        <div className="spread">
          <span>
            <span className="strong">{party.name}</span>
            <span className="soft small block">{about}</span>
          </span>
          <Button tone="quiet" size="small" onClick={onChange}>
            {t('change')}
          </Button>
        </div>
      ) : (
        <>
          {picker}
          {wrong !== undefined && (
            <p className="field-note is-bad" role="alert">
              {wrong}
            </p>
          )}
        </>
      )}
    </Card>
  );
}
