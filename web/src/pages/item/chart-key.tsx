// Key of a chart: a color or a line, and what it stands for.
import type { Tone } from '../../rules/tone.ts';

export const ChartKey = ({ look, tone, text }: { look: string; tone?: Tone; text: string }) => (
  <span className="chart-key">
    <span className={look} style={tone && { background: `var(--${tone})` }} />
    {text}
  </span>
);
