// Not written yet.
import { MissingPage } from './missing-page.tsx';

export function OrderPage(_: { id: string }) {
  return <MissingPage />;
}
