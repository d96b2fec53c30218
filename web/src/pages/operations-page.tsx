// Not written yet.
import { MissingPage } from './missing-page.tsx';

export function OperationsPage() {
  return <MissingPage />;
}
