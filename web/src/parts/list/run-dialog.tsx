// Progress of an act on many records: done, refused with reasons, and the way to stop or go on.
import type { WordKey } from '../../texts/words.ts';
import { f, t } from '../../texts/speech.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Icon } from '../icon.tsx';
import { Link } from '../link.tsx';
import { Note } from '../message.tsx';
import type { Changing } from './list-kind.ts';
import { NOT_YET, type RunOfMany } from './use-run.ts';

interface RunDialogProps {
  act: Changing & { name: WordKey };
  running: RunOfMany;
  onClose(): void;
}

export function RunDialog({ act: { name: title, about, mutation, makes }, running, onClose }: RunDialogProps) {
  const { run, left, state } = running;
  if (run === null) return null;
  const count = run.jobs.length;
  const results = run.jobs.filter(({ id }) => id in run.results);
  const refused = results.filter(({ id }) => run.results[id] !== null);
  const isRunning = state === 'running';
  const close = (): void => {
    running.stop();
    running.end();
    onClose();
  };
  return (
    <Dialog title={t(title)} onClose={close}>
      {results.length === 0 && !isRunning && <p>{t(about)}</p>}
      <div className="stack run">
        <progress max={count} value={results.length} aria-label={t(title)} />
        <p role="status">
          {t('bulk.progress', { done: f.quantity(results.length), count: f.quantity(count) })}
          {refused.length > 0 && ` · ${t('bulk.refused', { n: refused.length })}`}
        </p>
        {state === 'lost' && <Note tone="wait" icon="offline" isNews text={t('bulk.lost')} />}
        {results.length > 0 && (
          <ul className="run-results">
            {[...refused, ...results.filter(({ id }) => run.results[id] === null)].map(({ id, name }) => (
              <li key={id}>
                <Icon name={run.results[id] === null ? 'check' : 'alert'} size={15} />
                <span>
                  <span className="strong">{name}</span>
                  <span className="soft block small">
                    {run.results[id] === NOT_YET ? t('bulk.notYet') : (run.results[id] ?? t('bulk.done'))}{' '}
                    {makes && run.made?.[id] && <Link to={`${makes}/${run.made[id].id}`}>{run.made[id].number}</Link>}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="form-actions">
        {isRunning ? (
          <Button onClick={running.stop} text={t('bulk.stop')} />
        ) : (
          <Button onClick={close} text={t(left === 0 ? 'close' : 'cancel')} />
        )}
        {(left > 0 || isRunning) && (
          <Button tone="primary" isBusy={isRunning} onClick={() => void running.goOn(mutation)}>
            {t(results.length === 0 ? 'bulk.begin' : 'bulk.goOn')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
