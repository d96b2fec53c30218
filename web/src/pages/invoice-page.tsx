// Not written yet.
import { MissingPage } from './missing-page.tsx';

export function InvoicePage(_: { id: string }) {
  return <MissingPage />;
}
