// The number of a document without the zeros before it; the whole one shows when it is pointed at.
export const DocumentNumber = ({ number }: { number: string }) => (
  <span title={number}>{number.replace(/-0+(?=\d+$)/, '-')}</span>
);
