// Not written yet.
import { MissingPage } from './missing-page.tsx';

export function PurchasePage(_: { id: string }) {
  return <MissingPage />;
}
