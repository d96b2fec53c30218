// A table of records; on a phone each record becomes a small card, with what matters most beside its name.
import type { ReactNode } from 'react';
import { Link } from './link.tsx';

export interface Column<Row> {
  name: string;
  isNumber?: boolean;
  /** The name is for screen readers only. */
  isNameHidden?: boolean;
  /** On a phone: beside the record's name, below it without a word, left out, or (usually) in a line of its own. */
  onPhone?: 'beside' | 'below' | 'nowhere';
  show(row: Row): ReactNode;
}

export interface TableProps<Row> {
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** What the first column is called, and what stands in it. */
  name: string;
  nameOf(row: Row): ReactNode;
  aboutOf?(row: Row): ReactNode;
  /** Where the whole row leads; without it, the name says by itself where it leads. */
  linkOf?(row: Row): string;
  columns: readonly Column<Row>[];
}

export function Table<Row>({ rows, keyOf, name, nameOf, aboutOf, linkOf, columns }: TableProps<Row>) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{name}</th>
          {columns.map((column) => (
            <th key={column.name} className={column.isNumber ? 'number' : undefined}>
              {column.isNameHidden ? <span className="hidden-text">{column.name}</span> : column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={linkOf ? 'linked' : undefined}>
            <td>
              {linkOf ? (
                <Link to={linkOf(row)} className="row-link">
                  {nameOf(row)}
                </Link>
              ) : (
                <span className="strong">{nameOf(row)}</span>
              )}
              {aboutOf && <div className="soft small">{aboutOf(row)}</div>}
            </td>
            {columns.map((column) => (
              <td key={column.name} className={cellClass(column)} data-label={column.name}>
                <span>{column.show(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellClass({ isNumber, onPhone }: Column<never>): string | undefined {
  return [isNumber && 'number', onPhone && `phone-${onPhone}`].filter(Boolean).join(' ') || undefined;
}

export interface QuantityProps {
  value: string;
  unit: string;
  isStrong?: boolean;
}

/** A quantity with its unit, as tables show it. */
export function Quantity({ value, unit, isStrong = false }: QuantityProps) {
  return (
    <>
      <span className={isStrong ? 'strong' : undefined}>{value}</span> <span className="soft">{unit}</span>
    </>
  );
}
