// The message of a required field that is empty, shown only after the first attempt to submit.
import { useState } from 'react';
import { useWords } from '../texts/use-words.tsx';

export interface Needed {
  wasTried: boolean;
  setTried(wasTried: true): void;
  /** What is wrong with a field that holds this text. */
  missing(text: string): string | undefined;
}

export function useNeeded(): Needed {
  const { t } = useWords();
  const [wasTried, setTried] = useState(false);
  return {
    wasTried,
    setTried,
    missing: (text) => (wasTried && text.trim() === '' ? t('isNeeded') : undefined),
  };
}
