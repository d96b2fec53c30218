// Not written yet.
import { MissingPage } from './missing-page.tsx';

export function CreditPage(_: { id: string }) {
  return <MissingPage />;
}
