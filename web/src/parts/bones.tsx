// Shapes of what is about to appear, so that nothing jumps when it does.
import { t } from '../texts/speech.ts';

export const Bone = ({ width = '100%', height = 14 }: { width?: number | string; height?: number }) => (
  <span className="bone" style={{ width, height }} />
);

export const Waiting = ({ children }: { children: React.ReactNode }) => (
  <div role="status" aria-live="polite">
    <span className="hidden-text">{t('loading')}</span>
    {children}
  </div>
);

const WIDTHS = ['62%', '48%', '70%', '55%', '66%', '44%', '58%', '51%'];

export const TableBones = ({ rows = 8 }: { rows?: number | undefined }) => (
  <div className="stack" style={{ padding: '20px 22px' }}>
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="spread">
        <div className="stack" style={{ gap: 6, flex: 1 }}>
          <Bone width={WIDTHS[row % WIDTHS.length]!} />
          <Bone width="26%" height={10} />
        </div>
        <Bone width={90} />
      </div>
    ))}
  </div>
);

/** A list that is on its way. */
export const ListBones = ({ rows }: { rows?: number | undefined }) => (
  <Waiting>
    <TableBones rows={rows} />
  </Waiting>
);

/** Cards of these heights, one below the other. */
export const CardBones = ({ heights }: { heights: readonly number[] }) => (
  <div className="stack">
    {heights.map((height) => (
      <div key={height} className="card">
        <Bone height={height} />
      </div>
    ))}
  </div>
);

/** A page that is on its way. */
export const PageBones = () => (
  <div className="page">
    <Waiting>
      <Bone width={190} height={26} />
      <TableBones />
    </Waiting>
  </div>
);
