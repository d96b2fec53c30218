// Not written yet.
import { MissingPage } from './missing-page.tsx';

export function InvoicesPage() {
  return <MissingPage />;
}
