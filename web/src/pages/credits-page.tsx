// Not written yet.
import { MissingPage } from './missing-page.tsx';

export function CreditsPage() {
  return <MissingPage />;
}
