// Parts of a figure, one below the other: each with what it comes to.
import type { ReactNode } from 'react';

export type Part = readonly [name: ReactNode, value: ReactNode];

export const PartsList = ({ parts }: { parts: readonly Part[] }) => (
  <dl className="today-parts">
    {parts.map(([name, value], at) => (
      <div key={at}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
