// A figure of a page: its name, how much it is, and what it is compared with.
import type { ReactNode } from 'react';

interface MetricProps {
  name: string;
  value: ReactNode;
  notes: readonly ReactNode[];
  isBad?: boolean;
}

export const Metric = ({ name, value, notes, isBad = false }: MetricProps) => (
  <div className="card metric">
    <dt className="soft small">{name}</dt>
    <dd className={isBad ? 'metric-value bad-text' : 'metric-value'}>{value}</dd>
    {notes.filter(Boolean).map((note, at) => (
      <dd key={at} className="soft small">
        {note}
      </dd>
    ))}
  </div>
);
