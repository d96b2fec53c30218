// A table of records; on a phone each record becomes a small card, with what matters most beside its name.
import { useId, type MouseEvent, type ReactNode, type AriaAttributes } from 'react';
import { Link } from './link.tsx';

export interface Sorting {
  direction?: 'ASC' | 'DESC' | undefined;
  onSort?(): void;
}

export interface Column<Row> {
  name: string;
  isNumber?: boolean;
  /** The name is for screen readers only. */
  isNameHidden?: boolean;
  /** Sorting by the column's head, where the rows can be put in its order. */
  sorting?: Sorting | undefined;
  /** Below the column: of all rows, also of those on other pages. */
  foot?: ReactNode;
  /** On a phone: beside the record's name, below it without a word, left out, or (usually) in a line of its own. */
  onPhone?: 'beside' | 'below' | 'nowhere';
  show(row: Row): ReactNode;
}

/** A column that stands below the name on a phone, unless `more` says another place. */
export function cell<Row>(name: string, show: (row: Row) => ReactNode, more: Partial<Column<Row>> = {}): Column<Row> {
  return { name, onPhone: 'below', show, ...more };
}

/** A number; on a phone in a line of its own, unless `more` says another place. */
export function numberCell<Row>(name: string, show: (row: Row) => ReactNode, more?: Partial<Column<Row>>): Column<Row> {
  return { name, isNumber: true, show, ...more };
}

/** The number that matters most: on a phone it stands beside the name. */
export function mainCell<Row>(name: string, show: (row: Row) => ReactNode, more?: Partial<Column<Row>>): Column<Row> {
  return numberCell(name, show, { onPhone: 'beside', ...more });
}

/** Acts on a row, beside its name on a phone; the name of the column is for screen readers. */
export function actCell<Row>(name: string, show: (row: Row) => ReactNode, more?: Partial<Column<Row>>): Column<Row> {
  return { name, isNameHidden: true, onPhone: 'beside', show, ...more };
}

export interface TableProps<Row> {
  rows: readonly Row[];
  /** Left out: its id. */
  keyOf?(row: Row): string;
  /** Head of the first column, and its content. */
  name: string;
  nameOf(row: Row): ReactNode;
  aboutOf?: ((row: Row) => ReactNode) | undefined;
  /** Link of the whole row; without it, the name is a link itself. */
  linkOf?(row: Row): string;
  columns: readonly Column<Row>[];
  nameSorting?: Sorting | undefined;
  nameFoot?: ReactNode;
  /** The row whose record is open. */
  currentKey?: string | undefined;
  /** Chosen rows, and a handler of changes, where rows can be chosen. */
  choice?:
    | { label: string; chosen: ReadonlySet<string>; onChoose(keys: readonly string[], isChosen: boolean): void }
    | undefined;
}

/** Rows without an id are known by something else. */
export type Keyed<Row> = Row extends { id: string } ? unknown : { keyOf: unknown };

export const idOf = (row: unknown): string => (row as { id: string }).id;

export function Table<Row>(props: TableProps<Row> & Keyed<Row>) {
  const { rows, keyOf = idOf, name, columns, nameSorting, nameFoot, choice } = props;
  const id = useId();
  return (
    <table className="table">
      <thead>
        <tr>
          {choice && <Box choice={choice} keys={rows.map(keyOf)} aria-label={choice.label} />}
          <Head name={name} sorting={nameSorting} />
          {columns.map((column) => (
            <Head key={column.name} {...column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <TableRow key={keyOf(row)} {...props} {...{ row, keyOf }} id={`${id}-${at}`} />
        ))}
      </tbody>
      {nameFoot !== undefined && (
        <tfoot>
          <tr>
            {choice && <td className="choice" />}
            <td>{nameFoot}</td>
            {columns.map((column) => (
              <td key={column.name} className={cellClass(column)} data-label={column.name}>
                {column.foot !== undefined && <span>{column.foot}</span>}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

interface BoxProps extends AriaAttributes {
  choice: NonNullable<TableProps<never>['choice']>;
  keys: readonly string[];
}

/** Chooses these rows. */
const Box = ({ choice: { chosen, onChoose }, keys, ...label }: BoxProps) => (
  <td className="choice">
    <label>
      <input
        type="checkbox"
        {...label}
        checked={keys.every((key) => chosen.has(key))}
        onChange={({ target }) => onChoose(keys, target.checked)}
      />
    </label>
  </td>
);

type TableRowProps<Row> = TableProps<Row> & { row: Row; keyOf(row: Row): string; id: string };

function TableRow<Row>({ row, keyOf, id, ...table }: TableRowProps<Row>) {
  const { nameOf, aboutOf, linkOf, columns, currentKey, choice } = table;
  const key = keyOf(row);
  const look = [linkOf && 'linked', choice?.chosen.has(key) && 'chosen'].filter(Boolean).join(' ');
  const named = nameOf(row);
  return (
    <tr className={look || undefined} onClick={followRow}>
      {choice && <Box choice={choice} keys={[key]} aria-labelledby={id} />}
      <td className={isLong(named) ? 'long' : undefined}>
        {linkOf ? (
          <Link to={linkOf(row)} className="row-link" id={id} aria-current={key === currentKey ? 'page' : undefined}>
            {named}
          </Link>
        ) : (
          <span className="strong" id={id}>
            {named}
          </span>
        )}
        {aboutOf && <div className="soft small">{aboutOf(row)}</div>}
      </td>
      {columns.map((column) => {
        const content = column.show(row);
        return (
          <td key={column.name} className={cellClass(column, isLong(content))} data-label={column.name}>
            <span title={isLong(content) ? content : undefined}>{content}</span>
          </td>
        );
      })}
    </tr>
  );
}

type HeadProps = Pick<Column<never>, 'name' | 'isNumber' | 'isNameHidden' | 'sorting'>;

const Head = ({ name, isNumber, isNameHidden, sorting: { direction, onSort } = {} }: HeadProps) => (
  <th
    scope="col"
    className={isNumber ? 'number' : undefined}
    aria-sort={direction && (direction === 'ASC' ? 'ascending' : 'descending')}
  >
    {isNameHidden ? (
      <span className="hidden-text">{name}</span>
    ) : onSort ? (
      <button type="button" className="sort" onClick={onSort}>
        {name}
      </button>
    ) : (
      name
    )}
  </th>
);

/** A press anywhere in a row is a press on its link, with the same keys held. */
function followRow(event: MouseEvent<HTMLTableRowElement>): void {
  if ((event.target as Element).closest('a, button, label, input') || getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  const link = event.currentTarget.querySelector('.row-link');
  link?.dispatchEvent(
    new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}

function cellClass({ isNumber, onPhone }: Column<never>, isLong = false): string | undefined {
  const look = [isNumber && 'number', isLong && 'long', onPhone && `phone-${onPhone}`];
  return look.filter(Boolean).join(' ') || undefined;
}

/** A text that gives way in a list that is wider than its page, so that no amount is cut; what begins with a digit is a day. */
const isLong = (content: ReactNode): content is string => typeof content === 'string' && /^\D.{15}/.test(content);

/** A quantity with its unit, as tables show it. */
export const Quantity = ({ value, unit, isStrong = false }: { value: string; unit: string; isStrong?: boolean }) => (
  <>
    <span className={isStrong ? 'strong' : undefined}>{value}</span> <span className="soft">{unit}</span>
  </>
);
