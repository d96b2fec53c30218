// The reorder level while it is moved: shown at once, saved when it is let go, and put back on wish.
import { useEffect, useRef, useState } from 'react';
import type { ItemViewAnswer } from '../../api/answers.ts';
import { SetReorder } from '../../api/item.ts';
import { useAct } from '../../api/use-act.ts';

export type MovingLevel = ReturnType<typeof useLevel>;

export function useLevel({ id, inventory }: ItemViewAnswer['item']) {
  const setting = useAct(SetReorder);
  const stored = inventory.reorderLevel;
  const [moved, setMoved] = useState<string>();
  const [before, setBefore] = useState<string>();
  const sent = useRef(stored);
  useEffect(() => {
    sent.current = stored;
    setMoved(undefined);
  }, [stored]);

  const send = async (level: string, undoes: string | undefined): Promise<void> => {
    if (level === sent.current) return;
    const earlier = sent.current;
    sent.current = level;
    setMoved(level);
    if (await setting.act({ itemId: id, input: { reorderLevel: level } })) setBefore(undoes);
    else {
      sent.current = earlier;
      setMoved(undefined);
    }
  };
  return {
    level: moved ?? stored,
    onLevel: (level: string): void => setMoved(level),
    /** Called with the new level, or this one. */
    onSave: (level = moved): void => void (level !== undefined && send(level, sent.current)),
    onGiveUp: (): void => setMoved(undefined),
    /** After it was saved: puts it back to what it was. */
    undo: before === undefined ? undefined : () => void send(before, undefined),
    refusal: setting.refusal,
  };
}
