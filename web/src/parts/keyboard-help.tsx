// All keys, and what a person may change about them.
import { useState } from 'react';
import { setUndoSeconds, UNDO_SECONDS, undoSeconds } from '../api/held.ts';
import { t } from '../texts/speech.ts';
import type { WordKey } from '../texts/words.ts';
import { Dialog } from './dialog.tsx';
import { CheckField, SelectField } from './field.tsx';
import './palette.css';

export interface KeyboardHelpProps {
  rows: readonly { keys: string; word: WordKey }[];
  areOff: boolean;
  onSwitchOff(areOff: boolean): void;
  onClose(): void;
}

export function KeyboardHelp({ rows, areOff, onSwitchOff, onClose }: KeyboardHelpProps) {
  const [isOff, setOff] = useState(areOff);
  const [seconds, setSeconds] = useState(undoSeconds);
  return (
    <Dialog title={t('keys.help')} isWide onClose={onClose}>
      <dl className="keyboard-help">
        {rows.map(({ keys, word }) => (
          <div key={keys}>
            <dt>{t(word)}</dt>
            <dd>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <CheckField
        label={t('keys.on')}
        checked={!isOff}
        onCheck={() => {
          onSwitchOff(!isOff);
          setOff(!isOff);
        }}
      />
      <SelectField
        label={t('keys.wait')}
        value={String(seconds)}
        onChange={(event) => {
          setUndoSeconds(Number(event.target.value));
          setSeconds(Number(event.target.value));
        }}
        options={UNDO_SECONDS.map((n) => [n, t('keys.seconds', { n })])}
      />
    </Dialog>
  );
}
